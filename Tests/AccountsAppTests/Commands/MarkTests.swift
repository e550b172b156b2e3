import Accounts
import Foundation
import TestSupport
import Testing

@testable import AccountsApp

@Suite("What other programs say of who may not log in") struct MarkTests {
  private let home = Home()
  private static let hash = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

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
