import Accounts
import Foundation
import TestSupport
import Testing

@testable import AccountsApp

@Suite("What other programs say of who may not log in") struct MarkTests {
  private let home = Home()
  private static let hash = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private static func list(_ marks: [String]) -> String {
    let rows = marks.indices.map {
      #"{"username": "user\#($0)", "password": "\#(hash)", \#(marks[$0])}"#
    }
    return "[\(rows.joined(separator: ",\n"))]\n"
  }

  private static let shut = [
    #""prohibit_login": true"#, #""state": "blocked""#, #""is_active": false"#, #""is_active": 0"#,
    #""active": false"#, #""isForbidden": true"#, #""state": "inactive""#, #""userEnabled": false"#,
    #""enabled": "False""#, #""suspended": true"#, #""status": "DEPROVISIONED""#,
    #""nsRoleDN": ["cn=a", "cn=nsManagedDisabledRole,dc=x"]"#, #""blocked": "perhaps""#,
    #""suspended": "never""#, #""active": "Nein""#, #""state": "NY""#,
    #""status": "open to offers""#,
  ]
  private static let open = [
    #""prohibit_login": false"#, #""state": "Active""#, #""is_active": true"#, #""active": "yes""#,
    #""type": "staff""#, #""suspended": false"#, #""enabled": null"#,
  ]

  private func disabled() async throws -> [Bool] {
    try await home.registry.list(limit: 100).accounts.map { $0.state == .disabled }
  }

  @Test("shuts them out, by import and by apply alike", arguments: ["import", "apply"])
  func lists(command: String) async throws {
    try home.write(Self.list(Self.shut + Self.open), to: "people.json")
    let ran = await home.run("\(command) \(home.documents)/people.json --rules standard")
    #expect(ran.exit == 0, "\(ran)")
    let kept = "active (1 entry), blocked (1 entry), nsRoleDN (1 entry), state (2 entries)"
    #expect(
      ran.err.contains("kept as own keys: \(kept), status (1 entry), suspended (1 entry)\n"),
      "\(ran.err)")
    #expect(
      ran.err.contains("may say who cannot log in; not understood: type (1 entry)\n"), "\(ran.err)")
    #expect(ran.err.contains("who may not log in: user0, user1, user2, user3, user4, and 12 more"))
    #expect(
      try await disabled() == Self.shut.map { _ in true } + Self.open.map { _ in false })
    // A value that was only read strictly may mean something else.
    let accounts = try await home.registry.list(limit: 100, withOwnKeys: true).accounts
    let values = Set(accounts.flatMap { $0.ownKeys.map(\.value) })
    for text in ["perhaps", "never", "Nein", "NY", "open to offers"] {
      #expect(values.contains(.string(text)), "\(text)")
    }
    // After one of them has run, the other finds nothing to change.
    #expect(await home.run("plan \(home.documents)/people.json").exit == 0)
  }

  @Test("counts whatever is left out, but where it is said to mean something else")
  func without() async throws {
    try home.write(
      "username,password,Account Enabled,state,shadowExpire\nada,\(Self.hash),false,,\nbob,\(Self.hash),,blocked,100\n",
      to: "people.csv")
    let line = "import \(home.documents)/people.csv --rules standard --ignore-columns"
    #expect(await home.run("\(line) --without disabled,validUntil --dry-run").exit == 0)
    #expect(await home.run("\(line) --not-marks colour").exit == 64)
    #expect(await home.run("\(line) --without disabled,validUntil").exit == 0)
    let accounts = try await home.registry.list(limit: 10).accounts
    #expect(
      accounts.map { $0.values[text: .disabled] } == ["accountEnabled: false", "state: blocked"])
    #expect(accounts[1].values[text: .validUntil] == "1970-04-10")
    let other = Home()
    try other.write(home.text(of: "people.csv"), to: "people.csv")
    #expect(
      await other.run(
        "import \(other.documents)/people.csv --rules standard --ignore-columns --not-marks State,shadowExpire"
      ).exit == 0)
    #expect(
      try await other.registry.list(limit: 10).accounts.map { $0.state } == [.disabled, .open])
  }

  private static let steps: [[String]] = [
    [#""enabled": false"#, #""enabled": true"#], [#""state": "blocked""#, #""state": "Active""#],
    [#""suspended": 1"#, #""suspended": 0"#], [#""enabled": false"#, #""enabled": true"#],
    [#""enabled": true"#, #""enabled": true"#], [#""enabled": true"#, #""enabled": false"#],
    [#""state": "blocked""#, #""state": "frozen""#],
    [#""active": false"#, #""active": "perhaps""#],
    [#""shadowExpire": 1"#, #""shadowExpire": 99999"#],
  ]

  @Test(
    "takes away only what it has brought, by import and by apply alike",
    arguments: ["import --on-conflict replace", "apply"], ["import --on-conflict replace", "apply"])
  func opens(first: String, second: String) async throws {
    func run(_ command: String, _ place: Int, _ options: String) async throws {
      try home.write(Self.list(Self.steps.map { $0[place] }), to: "a.json")
      let ran = await home.run("\(command) \(home.documents)/a.json\(options)")
      #expect(ran.exit == 0, "\(ran)")
    }
    try await run(first, 0, " --rules standard")
    for number in 3...5 { await home.run("disable user\(number) --reason leave") }
    try await run(second, 1, "")
    try await run(second, 1, "")
    let accounts = try await home.registry.list(limit: 100).accounts
    #expect(
      accounts.map { $0.values[text: .disabled] ?? $0.values[text: .validUntil] } == [
        nil, nil, nil, "leave", "leave", "leave", "state: blocked", "active: false", "1970-01-01",
      ])
  }

  @Test(
    "is none in an accounts file, an export or a list of ours: nothing is to be done",
    arguments: UInt64(0)..<20)
  func same(seed: UInt64) async throws {
    var dice = Dice(seed)
    // In a file of ours, those that say yes or no close an account if they shut somebody out, and
    // words and lists do not.
    let marks =
      Self.shut.filter { $0.hasPrefix(#""stat"#) || $0.hasPrefix(#""nsRoleDN""#) }
      + Self.open.filter { !$0.hasPrefix(#""active""#) && !$0.hasPrefix(#""enabled""#) }
    let extra = [
      #""disabled": true"#, #""disabled": false"#, #""disabled": "enabled: false""#,
      #""mustChange": true"#,
      #""mustChange": false"#, #""validUntil": "2030-01-01""#, #""groups": ["a"]"#,
      #""note": [1, {"b": null}]"#,
      #""pwdReset": true"#, #""accountExpires": 1"#,
    ]
    let rows = (0..<20).map { number in
      let own = [dice.pick(marks), dice.pick(extra), dice.pick(extra)]
      var keys = Set<Substring>()
      let members = own.filter { keys.insert($0.prefix { $0 != ":" }).inserted }
      return
        #"{"username": "user\#(number)", "password": "\#(Self.hash)", \#(members.joined(separator: ", "))}"#
    }
    try home.write(
      #"{"regapp": 1, "rules": "standard", "accounts": [\#(rows.joined(separator: ",\n"))]}"#)
    let path = home.documents
    #expect(await home.run("plan \(path)/accounts.json").exit == 0)
    let exported = await home.run("export --format json --output \(path)/out.json")
    #expect(exported.exit == 0, "\(exported)")
    let plan = await home.run("plan \(path)/out.json")
    #expect(plan.exit == 0, "\(plan.out) \(plan.err)")
  }
}
