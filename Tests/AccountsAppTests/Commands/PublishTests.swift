import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile
@testable import CommandKit

@Suite("What publish writes while the accounts change") struct PublishTests {
  private let home = Home()
  private static let hash = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private static func accounts(_ names: [String]) -> String {
    let accounts = names.map { #"{"username": "\#($0)", "password": "\#(hash)"}"# }
    return #"{"rules": "standard", "accounts": [\#(accounts.joined(separator: ", "))]}"#
  }

  /// Publishes two files; `change` happens whenever one of them is in its place, or any file.
  private func publish(
    atAny: Bool = false, changing change: @escaping @Sendable () -> Void
  ) async throws -> (done: Outcome<[Publication.Result]>, isSettled: Bool) {
    try home.write(Self.accounts(["ada", "bob"]))
    for name in ["one", "two"] { try home.write("", to: name) }
    let path = home.documents
    try home.write(
      #"{"publish": [{"for": "nginx", "file": "\#(path)/one"}, {"for": "squid", "file": "\#(path)/two"}]}"#,
      to: "publish.json")
    var calls = SystemCalls()
    let rename = calls.rename
    calls.rename = { directory, from, to in
      defer { if atAny || ["one", "two"].contains(to) { change() } }
      return rename(directory, from, to)
    }
    let disk = Disk(queue: DiskQueue(), calls: calls)
    let hasher = PasswordHasher(cost: 1)
    let registry = PersonalRegistry(
      Registry(documents: path, disk: disk, today: { .ofTests }, hasher: hasher), sessionIn: path
    ).registry
    return try await Publication.publish(
      registry, hasher, PublishedFiles(of: registry, record: "\(path)/published"),
      overwriting: nil, isDryRun: false)
  }

  @Test("names its own directory where it cannot be made, at whatever level, and says what to set")
  func noHome() async throws {
    try home.write(Self.accounts(["ada"]))
    var calls = SystemCalls()
    calls.mkdir = { _, _, _ in
      errno = EACCES
      return -1
    }
    let disk = Disk(queue: DiskQueue(), calls: calls)
    let registry = PersonalRegistry(
      Registry(
        documents: home.documents, disk: disk, today: { .ofTests },
        hasher: PasswordHasher(cost: 1)), sessionIn: home.documents
    ).registry
    let record = "\(home.documents)/home/.local/state/regapp/published"
    let files = PublishedFiles(of: registry, record: record)
    do throws(AccountsError) {
      try await files.prepare()
      Issue.record("it was made")
    } catch {
      let report = Report(error)
      let reason = systemMessage(EACCES)[.english]
      #expect(report.reason[.english] == "cannot create the directory \(record): \(reason)")
      #expect(
        report.hint?[.english] == "set XDG_STATE_HOME to a directory that this user may write")
    }
  }

  @Test("is what the accounts are when it ends")
  func settles() async throws {
    let home = home
    let isChanged = Atomic(false)
    let ran = try await publish {
      guard !isChanged.exchange(true, ordering: .relaxed) else { return }
      try? home.write(Self.accounts(["ada"]))
    }
    #expect(ran.isSettled)
    #expect(ran.done.value.allSatisfy { $0.change == .written && $0.accounts == 1 })
    for name in ["one", "two"] { #expect(try home.text(of: name) == "ada:\(Self.hash)\n") }
  }

  @Test("has nobody who was shut out while it ran, at whatever of its writes")
  func everyWrite() async throws {
    let home = home
    var isReached = true
    var number = 0
    while isReached {
      let writes = Atomic(0)
      let at = number
      _ = try await publish(atAny: true) {
        guard writes.wrappingAdd(1, ordering: .relaxed).oldValue == at else { return }
        try? home.write(Self.accounts(["ada"]))
      }
      isReached = writes.load(ordering: .relaxed) > at
      for name in ["one", "two"] where isReached {
        #expect(try home.text(of: name) == "ada:\(Self.hash)\n", "write \(at)")
      }
      // As before the first run.
      try FileManager.default.removeItem(atPath: "\(home.documents)/published")
      number += 1
    }
    #expect(number > 5)
  }

  @Test("says what to do about a file that is missing, a misspelt key, and a hash of another kind")
  func hints() async throws {
    let path = home.documents
    func list(_ key: String, for reader: String = "nginx") throws {
      try home.write(
        #"{"publish": [{"\#(key)": "\#(path)/one", "for": "\#(reader)"}]}"#, to: "publish.json")
    }
    try home.write(Self.accounts(["ada"]))
    try list("file")
    #expect(
      await home.run("publish").err == """
        regapp: error: cannot write \(path)/one: no such file
        regapp: error: 1 file cannot be published
        regapp: hint: create it: install -m 640 -g GROUP /dev/null \(path)/one

        """)
    try home.write("", to: "one")
    try #require(link("\(path)/one", "\(path)/two") == 0)
    let linked = await home.run("publish")
    #expect(linked.exit == 74)
    #expect(linked.err.contains("hint: leave the file a single name: cp it, then mv the copy over"))
    try #require(unlink("\(path)/two") == 0)
    try list("flie")
    #expect(
      await home.run("publish").err.contains("error: flie is not a known key; did you mean file?"))
    try list("file", for: "traefik")
    try home.write("", to: "one")
    try home.write(
      #"{"rules": "standard", "accounts": [{"username": "ada", "password": "$6$abc$\#(Self.sha)"}]}"#
    )
    let ran = await home.run("publish")
    #expect(ran.exit == 65)
    #expect(
      ran.err == """
        regapp: error: ada is left out of \(path)/one (traefik): the other program cannot check its hash ($6$)
        regapp: error: left out 1 account
        regapp: hint: the other accounts were published; traefik checks bcrypt, md5crypt, apr1, sha1: \
        set "hash" in the rulebook to one of these (bcrypt), then give each a new password: regapp edit --account NAME --generate

        """)
    let nginx = await home.run("export --for nginx")
    #expect(nginx.exit == 0 && nginx.out.hasPrefix("ada:$6$"), "\(nginx)")
  }

  @Test("writes over what its program takes, and names the first line that it does not take")
  func strangeLines() async throws {
    let path = "\(home.documents)/one"
    try home.write(#"{"publish": [{"file": "\#(path)", "for": "nginx"}]}"#, to: "publish.json")
    try home.write(Self.accounts(["ada"]))
    let taken = "# people\n\nada:\(Self.hash):a comment\ntmp:{PLAIN}secret\n"
    for (text, number) in [(taken + "bob\n", 5), ("root:*:19000:0:99999:7:::\n" + taken, 1)] {
      try home.write(text, to: "one")
      let ran = await home.run("publish --overwrite \(path)")
      #expect(ran.exit == 74)
      #expect(ran.err.contains("/one: line \(number) in it is not one that nginx takes"), "\(ran)")
    }
    try home.write(taken, to: "one")
    #expect(await home.run("publish --overwrite \(path)").exit == 0)
    #expect(try home.text(of: "one") == "ada:\(Self.hash)\n")
  }

  @Test("warns of a group that nobody is in, and is empty then")
  func emptyGroup() async throws {
    let path = "\(home.documents)/one"
    try home.write("", to: "one")
    try home.write(
      #"{"publish": [{"file": "\#(path)", "for": "nginx", "groups": ["ops", "weeb", "weeb"]}]}"#,
      to: "publish.json")
    try home.write(
      #"{"rules": "standard", "accounts": [{"username": "ada", "password": "\#(Self.hash)", "groups": ["ops"]}]}"#
    )
    let ran = await home.run("publish")
    #expect(ran.exit == 0)
    #expect(try home.text(of: "one") == "ada:\(Self.hash)\n")
    #expect(
      ran.err
        == "regapp: warning: the group weeb is empty, so it adds no account to \(path); "
        + "correct its name in the list, or add an account: "
        + "regapp edit --account NAME --add-group GROUP\n")
    #expect(await home.run("publish").err == "")
    #expect(await home.run("publish --json").out.contains("\"emptyGroups\": [\n      \"weeb\"\n"))
  }

  private static let sha = String(repeating: "x", count: 86)

  @Test("is to be published again where they never rest")
  func neverRests() async throws {
    let home = home
    let count = Atomic(0)
    let ran = try await publish {
      let number = count.add(1, ordering: .relaxed).newValue
      try? home.write(Self.accounts(["ada", "n\(number)"]))
    }
    #expect(!ran.isSettled)
  }

  /// The run that a timer would make, with a state directory in the home.
  private func publish(_ variables: [String: String] = [:]) async -> Ran {
    var setting = Setting()
    setting.environment = ["XDG_STATE_HOME": "\(home.documents)/state"].merging(variables) { $1 }
    return await home.run(["publish"], setting)
  }

  @Test("takes its list from the environment, too; one that was named must list something")
  func namedList() async throws {
    try home.write(Self.accounts(["ada"]))
    try home.write("", to: "one")
    let nothing = await publish()
    #expect(nothing.exit == 0 && nothing.err == "nothing to publish\n", "\(nothing)")
    let list = "\(home.documents)/list.json"
    try home.write(
      #"{"publish": [{"for": "nginx", "file": "\#(home.documents)/one"}]}"#, to: "list.json")
    let named = await publish(["REGAPP_PUBLISH_LIST": list])
    #expect(named.exit == 0 && named.out.contains("/one (nginx) written: 1 account"), "\(named)")
    #expect(try home.text(of: "one") == "ada:\(Self.hash)\n")
    // These accounts were published before: the list was forgotten.
    let forgotten = await publish()
    #expect(forgotten.exit == 67, "\(forgotten)")
    #expect(
      forgotten.err == """
        regapp: error: nothing to publish: there is no list \(home.documents)/publish.json, or it is empty
        regapp: hint: give the list with --list FILE or $REGAPP_PUBLISH_LIST

        """)
    try home.write(#"{"publish": []}"#, to: "list.json")
    #expect(await publish(["REGAPP_PUBLISH_LIST": list]).exit == 67)
  }

  @Test(
    "warns where every user can read the hashes, once for each text",
    arguments: [(0o644, true), (0o640, false), (0o600, false)])
  func readable(mode: mode_t, warns: Bool) async throws {
    try home.write(Self.accounts(["ada"]))
    try home.write("", to: "one")
    chmod("\(home.documents)/one", mode)
    try home.write(
      #"{"publish": [{"for": "nginx", "file": "\#(home.documents)/one"}]}"#, to: "publish.json")
    let warning = "every user of this machine can read the hashes in \(home.documents)/one"
    let first = await publish()
    #expect(first.exit == 0 && first.err.contains(warning) == warns, "\(first)")
    #expect(await publish().err == "")
    try home.write(Self.accounts([]))
    #expect(await publish().err == "")
  }
}
