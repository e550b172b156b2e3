import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Two texts are merged by account and field, and what only a person can decide is marked.
@Suite struct FieldMergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let before: String
    let mine: String
    let theirs: String
    /// Nil for a conflict.
    let result: String?
    var reason: AccountConflict.Reason?
    var testDescription: String { rule }

    init(
      _ rule: String, _ before: String, mine: String, theirs: String, _ result: String?,
      _ reason: AccountConflict.Reason? = nil
    ) {
      (self.rule, self.before, self.mine, self.theirs) = (rule, before, mine, theirs)
      (self.result, self.reason) = (result, reason)
    }
  }

  static func whole(_ list: String, rules: String = #""register""#) -> String {
    "{\"rules\": \(rules), \"accounts\": [\(list)]}"
  }

  static func file(_ text: String) throws -> AccountsDocument {
    try .read(Array(text.utf8))
  }

  static func merge(_ before: String?, _ mine: String, _ theirs: String) throws -> AccountsMerge {
    try AccountsMerge(
      base: before.map(file), mine: file(mine), theirs: file(theirs), today: .ofTests)
  }

  private func check(_ row: Case) throws {
    for (mine, theirs) in [(row.mine, row.theirs), (row.theirs, row.mine)] {
      let merge = try Self.merge(Self.whole(row.before), Self.whole(mine), Self.whole(theirs))
      guard let result = row.result else {
        #expect(merge.accountConflicts.map(\.reason) == [row.reason])
        // Each side can be had as it was.
        let other = try AccountsDocument(path: "", bytes: merge.other.bytes)
        #expect(other.faults.isEmpty)
        #expect(merge.document.bytes != merge.other.bytes)
        continue
      }
      #expect(merge.isClean, "\(merge.accountConflicts)")
      let (merged, wanted) = try (Self.file(text(merge.document)), Self.file(Self.whole(result)))
      // New fields stand where regapp puts them: the order of the keys may be another.
      let different = merged.changes(to: wanted).accounts.filter { $0.changes != [] }
      #expect(different == [], "\(text(merge.document))")
    }
  }

  private func text(_ document: JSONDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  /// An account with a hash that nobody else has, and no user name.
  static func hashed(_ more: String = "", email: String = "ada@host.com", lock: String = "")
    -> String
  {
    ada(more, password: "\(lock)$y$jBT$other", email: email)
  }

  /// An account that keeps the rules, with further members.
  static func ada(
    _ more: String = "", password: String = "$y$jBT$a", email: String = "ada@host.com"
  )
    -> String
  {
    let more = more.isEmpty ? "" : ", \(more)"
    return #"{"email": "\#(email)", "password": "\#(password)"\#(more)}"#
  }

  static let fields: [Case] = [
    Case(
      "each changed another field", ada(#""firstName": "Ada""#),
      mine: ada(#""firstName": "Eva""#), theirs: ada(#""firstName": "Ada", "groups": ["a"]"#),
      ada(#""firstName": "Eva", "groups": ["a"]"#)),
    Case(
      "one took a field away, the other changed another", ada(#""firstName": "Ada", "x-club": 1"#),
      mine: ada(#""x-club": 1"#), theirs: ada(#""firstName": "Ada", "x-club": 2"#),
      ada(#""x-club": 2"#)),
    Case(
      "both changed a field alike, and one another", ada(#""x-club": 1"#),
      mine: ada(#""x-club": 2"#), theirs: ada(#""x-club": 2, "x-size": 3"#),
      ada(#""x-club": 2, "x-size": 3"#)),
    Case(
      "both changed a field in different ways", ada(#""x-club": 1"#), mine: ada(#""x-club": 2"#),
      theirs: ada(#""x-club": 3"#), nil, .bothChanged),
    Case(
      "one changed what the other removed", ada(), mine: "", theirs: ada(#""x-club": 3"#), nil,
      .removed),
    Case(
      "both added it alike, spaced and ordered differently", "",
      mine: #"{"email":"ada@host.com","password":"$y$jBT$a","x-club":1}"#,
      theirs: #"{"email": "ada@host.com", "x-club": 1, "password": "$y$jBT$a"}"#,
      ada(#""x-club": 1"#)),
    Case(
      "both added it, one with more", "", mine: ada(), theirs: ada(#""x-club": 1"#), nil,
      .bothChanged),
    Case(
      "one gave it another email, the other changed it: its user name tells",
      ada(#""username": "ada""#), mine: ada(#""username": "ada""#, email: "eva@host.com"),
      theirs: ada(#""username": "ada", "x-club": 1"#),
      ada(#""username": "ada", "x-club": 1"#, email: "eva@host.com")),
    Case(
      "each gave it another email", ada(#""username": "ada""#),
      mine: ada(#""username": "ada""#, email: "eva@host.com"),
      theirs: ada(#""username": "ada""#, email: "zoe@host.com"), nil, .bothChanged),
    Case(
      "one gave it another email, its only name, the other changed it: its hash tells", hashed(),
      mine: hashed(email: "eva@host.com"), theirs: hashed(#""x-club": 1"#),
      hashed(#""x-club": 1"#, email: "eva@host.com")),
    Case(
      "one gave it another email, its only name, the other removed it", hashed(),
      mine: hashed(email: "eva@host.com"), theirs: "", nil, .removed),
    Case(
      "one gave it another email, its only name, the other locked it", hashed(),
      mine: hashed(email: "eva@host.com"), theirs: hashed(lock: "!"), nil, .accessTaken),
    Case(
      "one removed an account, the other added one with its typed password",
      ada(password: "secret1"), mine: "",
      theirs: [ada(password: "secret1"), ada(password: "secret1", email: "kim@host.com")]
        .joined(separator: ", "), ada(password: "secret1", email: "kim@host.com")),
  ]

  @Test("what each changed alone is merged, and else it is a conflict", arguments: fields)
  func mergesFields(row: Case) throws { try check(row) }

  static let taking: [(String, before: String, after: String)] = [
    ("disabled", "", #""disabled": true"#),
    ("a password that must be changed", "", #""mustChange": true"#),
    ("disabled, with a reason", #""disabled": false"#, #""disabled": "left""#),
    ("an earlier last day", #""validUntil": "2030-01-01""#, #""validUntil": "2029-01-01""#),
    ("a last day", "", #""validUntil": "2030-01-01""#),
    ("an invitation", "", #""invitedUntil": "2030-01-01""#),
    (
      "an earlier day of an invitation", #""invitedUntil": "2030-01-01""#,
      #""invitedUntil": "2029-01-01""#
    ),
    ("a later first day", #""validFrom": "2020-01-01""#, #""validFrom": "2021-01-01""#),
    ("a first day", "", #""validFrom": "2020-01-01""#),
    ("a group less", #""groups": ["a", "b"]"#, #""groups": ["b", "c"]"#),
  ]

  static let access: [Case] = taking.flatMap { rule, before, after in
    let join = { (parts: [String]) in parts.filter { !$0.isEmpty }.joined(separator: ", ") }
    return [
      Case(
        "\(rule), and the other side another email", ada(join([before, #""username": "ada""#])),
        mine: ada(join([after, #""username": "ada""#])),
        theirs: ada(join([before, #""username": "ada""#]), email: "eva@host.com"), nil, .accessTaken
      ),
      Case(
        "\(rule), and the other side an own key", ada(join([before])), mine: ada(join([after])),
        theirs: ada(join([before, #""x-club": 1"#])), nil, .accessTaken),
      Case(
        "\(rule), and the other side names, birth date and phone", ada(join([before])),
        mine: ada(join([after])),
        theirs: ada(
          join([
            before, #""firstName": "Ada", "lastName": "L", "birthDate": "2000-01-01""#,
            #""phone": "+7 (912) 345-67-89""#,
          ])),
        ada(
          join([
            after, #""firstName": "Ada", "lastName": "L", "birthDate": "2000-01-01""#,
            #""phone": "+7 (912) 345-67-89""#,
          ]))),
      Case(
        "\(rule), on both sides alike", ada(join([before])), mine: ada(join([after])),
        theirs: ada(join([after])), ada(join([after]))),
    ]
  }

  @Test("where one side takes access away, a change of the other is a conflict", arguments: access)
  func guardsAccess(row: Case) throws { try check(row) }

  @Test("a value that closes the account takes access away")
  func guardsClosed() throws {
    try check(
      Case(
        "", Self.ada(), mine: Self.ada(#""disabled": 5"#), theirs: Self.ada(#""x-club": 1"#), nil,
        .accessTaken))
  }

  static let giving: [(String, before: String, after: String)] = [
    ("enabled", #""disabled": true"#, ""),
    ("a password that need not be changed", #""mustChange": true"#, ""),
    ("a later last day", #""validUntil": "2029-01-01""#, #""validUntil": "2030-01-01""#),
    (
      "a later day of an invitation", #""invitedUntil": "2029-01-01""#,
      #""invitedUntil": "2030-01-01""#
    ),
    ("an earlier first day", #""validFrom": "2021-01-01""#, #""validFrom": "2020-01-01""#),
    ("a group more", #""groups": ["a"]"#, #""groups": ["a", "b"]"#),
  ]

  @Test("what gives access keeps no other change out", arguments: giving)
  func givesAccess(rule: String, before: String, after: String) throws {
    try check(
      Case(
        rule, Self.ada(before), mine: Self.ada(after),
        theirs: Self.ada(before + (before.isEmpty ? "" : ", ") + #""x-club": 1"#),
        Self.ada((after.isEmpty ? "" : after + ", ") + #""x-club": 1"#)))
  }

  @Test("a lock is kept from a new password of the other side")
  func guardsLock() throws {
    try check(
      Case(
        "", Self.ada(), mine: Self.ada(password: "!$y$jBT$a"),
        theirs: Self.ada(#""x-club": 1"#), nil, .accessTaken))
    try check(
      Case(
        "", Self.ada(), mine: Self.ada(password: "!$y$jBT$a"),
        theirs: Self.ada(password: "$y$jBT$b"),
        nil, .bothChanged))
  }
}

/// Rulebooks, other keys, and what the accounts would be after a merge.
@Suite struct JudgedMergeTests {
  private typealias Tests = FieldMergeTests

  private func merge(
    _ before: String, _ mine: String, _ theirs: String, rules: [String] = []
  ) throws -> AccountsMerge {
    let rules = rules.isEmpty ? Array(repeating: #""register""#, count: 3) : rules
    return try Tests.merge(
      Tests.whole(before, rules: rules[0]), Tests.whole(mine, rules: rules[1]),
      Tests.whole(theirs, rules: rules[2]))
  }

  private static let strict = #"{"from": "register", "fields": {"password": {"characters": 9}}}"#

  @Test("a changed rulebook conflicts with every change of the other side to an account of before")
  func rulebookOfOneSide() throws {
    let names = [#""register""#, Self.strict, #""register""#]
    for rules in [names, [names[1], names[0], names[1]]] {
      let ada = Tests.ada()
      var merge = try self.merge(ada, ada, Tests.ada(#""x-club": 1"#), rules: rules)
      #expect(merge.accountConflicts.map(\.reason) == [.rulebookChanged])
      merge = try self.merge(ada, ada, "", rules: rules)
      #expect(merge.accountConflicts.map(\.reason) == [.rulebookChanged])
      merge = try self.merge(ada, ada, Tests.ada(#""firstName": "Ada""#), rules: rules)
      #expect(merge.isClean)
      merge = try self.merge(
        ada, ada, "\(ada), \(Tests.ada(email: "eva@host.com"))", rules: rules)
      #expect(merge.isClean)
      let text = String(decoding: merge.document.bytes, as: UTF8.self)
      #expect(text.contains("eva@host.com") && text.contains(rules[1]))
    }
  }

  @Test("an account that one side adds is judged under the rulebook of the other")
  func judgesAdded() throws {
    let rules = [#""register""#, Self.strict, #""register""#]
    let eva = Tests.ada(password: "short1", email: "eva@host.com")
    let merge = try merge("", "", eva, rules: rules)
    #expect(merge.accountConflicts.map(\.reason) == [.wouldClose])
  }

  @Test("two different rulebooks are a conflict of the whole file")
  func differentRulebooks() throws {
    let rules = [#""register""#, Self.strict, #""standard""#]
    let merge = try merge("", "", "", rules: rules)
    #expect(merge.isWhole && merge.conflictingKeys == ["rules"])
    let text = String(decoding: merge.marked(), as: UTF8.self)
    #expect(
      text == """
        <<<<<<< ours
        \(Tests.whole("", rules: rules[1]))
        =======
        \(Tests.whole("", rules: rules[2]))
        >>>>>>> theirs

        """)
  }

  @Test("files that both sides began are merged if they have one rulebook")
  func noBase() throws {
    let (ada, eva) = (Tests.ada(), Tests.ada(email: "eva@host.com"))
    let merge = try Tests.merge(nil, Tests.whole(ada), Tests.whole(eva))
    #expect(merge.isClean)
    #expect(try Tests.file(String(decoding: merge.document.bytes, as: UTF8.self)).rows.count == 2)
    let other = try Tests.merge(nil, Tests.whole(ada), Tests.whole(eva, rules: #""standard""#))
    #expect(other.isWhole)
    let same = try Tests.merge(nil, Tests.whole(ada), Tests.whole(Tests.ada(#""x-club": 1"#)))
    #expect(same.accountConflicts.map(\.reason) == [.bothChanged])
  }

  @Test("a name that two accounts would share is a conflict of both", arguments: ["false", "true"])
  func sharedNames(disabled: String) throws {
    let old = #""disabled": \#(disabled)"#
    let new = #"\#(old), "username": "ada""#
    let (one, two) = (Tests.ada(old, email: "one@host.com"), Tests.ada(old, email: "two@host.com"))
    let (mine, theirs) = (
      Tests.ada(new, email: "one@host.com"), Tests.ada(new, email: "two@host.com")
    )
    let merge = try merge("\(one), \(two)", "\(mine), \(two)", "\(one), \(theirs)")
    #expect(merge.accountConflicts.map(\.reason) == [.wouldClose, .wouldClose])
    let added = try self.merge("", mine, theirs)
    #expect(added.accountConflicts.map(\.reason) == [.wouldClose, .wouldClose])
    for document in [added.document, added.other] {
      #expect(try Tests.file(String(decoding: document.bytes, as: UTF8.self)).rows.count == 1)
    }
  }

  @Test("an account that one side closed by a name it shares is not opened by the other side")
  func keepsOut() throws {
    let one = Tests.ada(#""username": "ada""#, email: "one@host.com")
    let two = Tests.ada(#""username": "ada""#, email: "two@host.com")
    // They added one that shares its name; I removed the account that has it. Their version has both.
    let merge = try merge(one, "", "\(one), \(two)")
    #expect(merge.accountConflicts.map(\.reason) == [.wouldOpen, .wouldOpen])
    #expect(try Tests.file(String(decoding: merge.document.bytes, as: UTF8.self)).rows.isEmpty)
    #expect(try Tests.file(String(decoding: merge.other.bytes, as: UTF8.self)).rows.count == 2)
  }

  @Test("a password that went to another account lets nobody in by a name that a side has shut")
  func exchanged() throws {
    func one(_ more: String, _ password: String, _ email: String) -> String {
      Tests.ada(more, password: "$y$jBT$\(password)", email: email)
    }
    let before =
      one(#""username": "u0""#, "a", "one@host.com") + ", "
      + one(#""username": "u1", "disabled": true"#, "b", "two@host.com")
    // I gave the first the email of the second. They gave the first another name and password, took
    // the email from the second, and the password of the first is somebody else's.
    let mine =
      one(#""username": "u0", "lastName": "Lo""#, "a", "two@host.com") + ", "
      + one(#""username": "u1", "disabled": true, "firstName": "Ada""#, "b", "two@host.com")
    let theirs =
      one(#""username": "u9""#, "c", "one@host.com")
      + #", {"username": "u1", "password": "$y$jBT$b", "disabled": true}, "#
      + one(#""username": "u0""#, "a", "three@host.com")
    let merge = try merge(before, mine, theirs)
    #expect(merge.accountConflicts.contains { $0.reason == .wouldOpen })
    #expect(
      try !Tests.file(String(decoding: merge.document.bytes, as: UTF8.self)).sharedNames().isEmpty)
  }

  @Test(
    "an account that both sides keep out, each in its own way, is let in by neither",
    arguments: [
      (
        #""disabled": "fraud", "validUntil": "2020-01-31""#, #""disabled": "fraud""#,
        #""validUntil": "2020-01-31""#, AccountConflict.Reason.bothChanged
      ),
      (#""disabled": true, "phone": "x""#, #""disabled": true"#, #""phone": "x""#, .wouldOpen),
      (
        #""validFrom": "2099-01-01", "validUntil": "2020-01-01""#,
        #""validFrom": "2099-01-01""#, #""validUntil": "2020-01-01""#, .bothChanged
      ),
      // Old enough only after the last day, or never enabled.
      (
        #""birthDate": "2031-06-01", "disabled": true, "validUntil": "2029-12-31""#,
        #""birthDate": "2031-06-01", "validUntil": "2029-12-31""#,
        #""birthDate": "2031-06-01", "disabled": true, "validUntil": "2040-12-31""#, .bothChanged
      ),
    ])
  func bothKeepOut(
    before: String, mine: String, theirs: String, reason: AccountConflict.Reason
  ) throws {
    let merge = try merge(Tests.ada(before), Tests.ada(mine), Tests.ada(theirs))
    #expect(merge.accountConflicts.map(\.reason) == [reason])
  }

  @Test("an account that shares an email with two is let in only if both go on one side")
  func sharedByThree() throws {
    func person(_ name: String) -> String { Tests.ada("\"username\": \"\(name)\"") }
    let (bob, eve, joe) = (person("bob"), person("eve"), person("joe"))
    let all = "\(bob), \(eve), \(joe)"
    #expect(try !merge(all, "\(bob), \(joe)", "\(bob), \(eve)").isClean)
    #expect(try merge(all, bob, all).isClean)
  }

  @Test("an account that one side closed by a name is not let in because its names went to several")
  func closedAmongSeveral() throws {
    func person(_ email: String, _ name: String) -> String {
      Tests.ada("\"username\": \"\(name)\"", email: email)
    }
    let (one, three) = (person("one@host.com", "u1"), person("three@host.com", "u3"))
    // They give three the name of one, and its own to somebody new; I remove one.
    let given = person("three@host.com", "u1")
    let new = person("new@host.com", "u3")
    #expect(try !merge("\(one), \(three)", three, "\(one), \(given), \(new)").isClean)
    #expect(try !merge("\(one), \(three)", "\(one), \(given), \(new)", three).isClean)
  }

  @Test("a rulebook that one side brings is judged with the accounts that the other has")
  func rulebookAlone() throws {
    // Closed under the rulebook that I have.
    let zoe = Tests.ada(password: "short1", email: "zoe@host.com")
    var merge = try merge("", zoe, "", rules: [Self.strict, Self.strict, #""register""#])
    #expect(merge.accountConflicts.map(\.reason) == [.wouldOpen])
    merge = try self.merge("", zoe, "", rules: [#""register""#, #""register""#, Self.strict])
    #expect(merge.accountConflicts.map(\.reason) == [.wouldClose])
  }

  @Test(
    "a name from one side and a password from the other are in conflict",
    arguments: [#""username": "lovelace""#, #""email": "new@host.com""#])
  func renamedAndNewPassword(name: String) throws {
    let before = #"{"email": "ada@host.com", "username": "ada", "password": "12345"}"#
    let key = name.hasPrefix(#""email"#) ? #""email": "ada@host.com""# : #""username": "ada""#
    let merge = try merge(
      before, before.replacing(key, with: name), before.replacing("12345", with: "54321"))
    #expect(merge.accountConflicts.map(\.reason) == [.bothChanged])
  }

  @Test("a new password does not lose the mark that it came with")
  func keepsMustChange() throws {
    let mark = #""mustChange": true"#
    let merge = try merge(
      Tests.ada(mark), Tests.ada(), Tests.ada(mark, password: "54321"))
    #expect(!merge.isClean)
  }

  @Test(
    "a new code is good no longer, and for no more, than on the side that made it",
    arguments: [
      ("", AccountConflict.Reason.codeAsPassword), (#""invitedUntil": "2031-01-01""#, .bothChanged),
    ])
  func keepsInvitation(mine: String, reason: AccountConflict.Reason) throws {
    let invited = #""invitedUntil": "2030-01-01""#
    let merge = try merge(
      Tests.ada(invited), Tests.ada(mine), Tests.ada(invited, password: "$y$jBT$b"))
    #expect(merge.accountConflicts.map(\.reason) == [reason])
  }

  @Test("other keys beside the accounts are merged each by itself")
  func otherKeys() throws {
    func whole(_ keys: String) -> String { "{\"rules\": \"register\", \(keys), \"accounts\": []}" }
    let merge = try Tests.merge(
      whole(#""x-a": 1, "x-b": [1], "x-c": 1"#), whole(#""x-a": 2, "x-b": [1], "x-c": 1"#),
      whole(#""x-a": 1, "x-b": [1, 2], "x-d": 1"#))
    #expect(merge.isClean)
    let text = String(decoding: merge.document.bytes, as: UTF8.self)
    #expect(text == whole(#""x-a": 2, "x-b": [1, 2], "x-d": 1"#))
    let conflict = try Tests.merge(whole(#""x-a": 1"#), whole(#""x-a": 2"#), whole(#""x-a": 3"#))
    #expect(conflict.conflictingKeys == ["x-a"])
  }
}
