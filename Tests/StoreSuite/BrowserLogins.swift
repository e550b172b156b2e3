#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

/// A session that has begun, with the token that its browser has.
private struct Begun {
  let token: SessionToken
  let session: StoredSession

  var id: BrowserLogin.ID { session.login.id }
}

extension Promise {
  /// The further promises of a store that keeps logins in browsers.
  public static let sessions: [Promise] =
    [
      Promise("a session that began is found by its token's digest, with its login and host") {
        tested in
        let store = tested.store
        try await store.add("a@b.co")
        #expect(try await store.session(of: SessionToken().digest).value == nil)
        let begun = try #require(try await store.began("a@b.co"))
        let found = try #require(try await store.session(of: begun.token.digest).value)
        #expect(found.login.id == begun.id && found.login.account == "a@b.co")
        #expect(found.login.browser == "Firefox on Linux" && !found.login.isKept)
        #expect(found.login.ends - found.login.begun == 3_600 && found.now >= found.login.begun)
        #expect(found.host == "page" && found.login.hosts == ["page"])
        let proof = begun.token.proof(at: "page", of: "a@b.co", password: password)
        #expect(found.isProved(by: proof) && begun.session.isProved(by: proof))
        #expect(!found.isProved(by: SessionToken().digest))
        #expect(try await store.session(of: SessionToken().digest).value == nil)
        // An account that comes along is the one that a look-up finds.
        if let along = found.found {
          let looked = try await store.find(.name(AccountName("a@b.co"), in: .email))
          #expect(along.accounts.map(\.values) == looked.accounts.map(\.values))
          #expect(along.rulebook == looked.rulebook)
        }
      },
      Promise("none begins of an account that is not there, cannot be logged in to, or is another")
      {
        tested in
        let store = tested.store
        for name in "abcd" { try await store.add("\(name)@b.co") }
        try await store.change("b@b.co", [Change(.disabled, from: nil, to: .flag(true))])
        try await store.change("c@b.co", [Change(.validUntil, from: nil, to: "2026-06-14")])
        try await store.change("d@b.co", [Change(.validFrom, from: nil, to: "2026-06-16")])
        for name in ["x@b.co", "b@b.co", "c@b.co", "d@b.co"] {
          #expect(try await store.began(name) == nil, "\(name)")
        }
        #expect(try await store.began("a@b.co", proved: "$5$other") == nil)
        #expect(try await store.began("a@b.co", proved: "!" + password) == nil)
        #expect(try await store.began("a@b.co", accountID: .random()) == nil)
        #expect(try await store.browserLogins(.all).logins.isEmpty)
        #expect(try await store.began("A@b.co") != nil)
      },
      Promise("a login comes to other hosts, unless it has ended or is over") { tested in
        let store = tested.store
        try await store.add("a@b.co")
        let page = try #require(try await store.began("a@b.co"))
        let wiki = try #require(try await store.came(page, to: "wiki"))
        #expect(wiki.id == page.id && wiki.session.host == "wiki")
        #expect(try await store.isThere(page))
        #expect(try await store.isThere(wiki))
        let found = try await store.session(of: wiki.token.digest).value
        #expect(found?.login.hosts == ["page", "wiki"])
        let over = try #require(try await store.began("a@b.co", seconds: 0))
        #expect(try await store.came(over, to: "wiki") == nil)
        #expect(try await store.endLogins(.ids([page.id])).value.map(\.id) == [page.id])
        #expect(try await store.came(page, to: "notes") == nil)
      },
      Promise("a new one ends the logins that its browser had, at all hosts, and no others") {
        tested in
        let store = tested.store
        for name in "ab" { try await store.add("\(name)@b.co") }
        let old = try #require(try await store.began("b@b.co"))
        let wiki = try #require(try await store.came(old, to: "wiki"))
        let other = try #require(try await store.began("b@b.co"))
        let new = try #require(try await store.began("a@b.co", replacing: [wiki]))
        for gone in [old, wiki] { #expect(try await !store.isThere(gone)) }
        for there in [other, new] { #expect(try await store.isThere(there)) }
      },
      Promise("tabs that come at once keep theirs, and the page is never what goes of too many") {
        tested in
        let store = tested.store
        try await store.add("a@b.co")
        let page = try #require(try await store.began("a@b.co"))
        var begun: [Begun] = []
        for number in 0..<SessionLimits.mostSessions {
          begun.append(try #require(try await store.came(page, to: "h\(number / 2)")))
        }
        #expect(try await store.isThere(page))
        #expect(try await !store.isThere(begun[0]))
        for there in begun.dropFirst() { #expect(try await store.isThere(there)) }
      },
      Promise("of too many logins of an account, in any case of its name, the oldest ends") {
        tested in
        let store = tested.store
        for name in "ab" { try await store.add("\(name)@b.co") }
        let other = try #require(try await store.began("b@b.co"))
        var begun: [Begun] = []
        for number in 0...SessionLimits.mostLogins {
          begun.append(try #require(try await store.began(number % 2 == 0 ? "a@b.co" : "A@b.co")))
        }
        #expect(try await !store.isThere(begun[0]))
        for there in begun.dropFirst() { #expect(try await store.isThere(there)) }
        #expect(try await store.isThere(other))
      },
      Promise("a new login has the identity that was chosen for it, and keeps it at other hosts") {
        tested in
        let store = tested.store
        try await store.add("a@b.co")
        let id = BrowserLogin.ID()
        let begun = try #require(try await store.began("a@b.co", as: id))
        let came = try #require(try await store.came(begun, to: "wiki"))
        #expect(begun.id == id && came.id == id)
        let listed = try await store.browserLogins(.all).logins
        #expect(listed.map(\.id) == [id] && listed.map(\.shortName) == [id.shortName])
      },
      Promise("they are listed and ended by identity, by name, and all, the oldest first") {
        tested in
        let store = tested.store
        for name in "ab" { try await store.add("\(name)@b.co") }
        let first = try #require(try await store.began("a@b.co"))
        let second = try #require(try await store.began("b@b.co"))
        let third = try #require(try await store.began("a@b.co"))
        _ = try await store.came(first, to: "wiki")
        let all = try await store.browserLogins(.all)
        #expect(all.logins.map(\.id) == [first, second, third].map(\.id))
        #expect(all.logins.map(\.hosts) == [["page", "wiki"], ["page"], ["page"]])
        #expect(all.now >= first.session.login.begun)
        let names = ChosenLogins.names([AccountName("A@b.co"), AccountName("x@b.co")])
        #expect(try await store.browserLogins(names).logins.map(\.id) == [first.id, third.id])
        let ids = ChosenLogins.ids([second.id, BrowserLogin.ID()])
        #expect(try await store.browserLogins(ids).logins.map(\.account) == ["b@b.co"])
        #expect(try await store.browserLogins(.ids([])).logins.isEmpty)
        #expect(try await store.endLogins(ids).value.map(\.id) == [second.id])
        #expect(try await store.endLogins(ids).isEmpty)
        #expect(
          try await store.endLogins(names).value.map(\.hosts) == [["page", "wiki"], ["page"]])
        #expect(try await store.browserLogins(.all).logins.isEmpty)
        _ = try await store.began("a@b.co")
        #expect(try await store.endLogins(.all).count == 1)
        #expect(try await store.endLogins(.all).isEmpty)
      },
      Promise("a key that closes the account ends its logins") { tested in
        let store = tested.store
        for name in "ab" { try await store.add("\(name)@b.co") }
        let begun = try #require(try await store.began("a@b.co"))
        let note = Change("x-note", from: nil, to: .bool(true))
        try await store.change("a@b.co", [note])
        #expect(try await store.isThere(begun))
        let closing = AccountChange.edit(
          try await store.id("a@b.co"), [Change("frozen", from: nil, to: .bool(true))],
          mayBreakRules: true)
        let done = try await store.apply([closing], WriteOptions(by: Attribution(.edit)))
        #expect(done.notices.last == .loginsEnded(["a@b.co": 1]))
        #expect(try await !store.isThere(begun))
      },
      Promise("what is to end soon is refused at once") { tested in
        let store = tested.store
        try await store.add("a@b.co")
        let begun = try #require(try await store.began("a@b.co"))
        let other = try #require(try await store.began("a@b.co"))
        await store.endSoon([begun.session.login])
        #expect(try await !store.isThere(begun))
        #expect(try await store.came(begun, to: "wiki") == nil)
        #expect(try await store.browserLogins(.all).logins.map(\.id) == [other.id])
      },
      Promise("those that begin at once are all there") { tested in
        let store = tested.store
        for name in "ab" { try await store.add("\(name)@b.co") }
        let begun = try await withThrowingTaskGroup(of: Begun?.self) { group in
          for number in 0..<20 {
            group.addTask { try await store.began(number % 2 == 0 ? "a@b.co" : "b@b.co") }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for begun in begun { #expect(try await store.isThere(try #require(begun))) }
        #expect(try await store.browserLogins(.all).logins.count == 20)
      },
    ] + endsOfChanges

  /// Changes of an account, and what takes each back.
  private static let changes: [(name: String, there: [Change], back: [Change])] = [
    (
      "a password", [Change(.password, from: password, to: other)],
      [Change(.password, from: other, to: password)]
    ),
    (
      "a lock", [Change(.password, from: password, to: "!" + password)],
      [Change(.password, from: "!" + password, to: password)]
    ),
    (
      "a mark", [Change(.disabled, from: nil, to: .flag(true))],
      [Change(.disabled, from: .flag(true), to: nil)]
    ),
    (
      "a last day", [Change(.validUntil, from: nil as String?, to: "2026-12-31")],
      [Change(.validUntil, from: "2026-12-31", to: nil)]
    ),
    (
      "a first day", [Change(.validFrom, from: nil as String?, to: "2026-01-01")],
      [Change(.validFrom, from: "2026-01-01", to: nil)]
    ),
    (
      "an invitation", [Change(.invitedUntil, from: nil as String?, to: "2026-06-20")],
      [Change(.invitedUntil, from: "2026-06-20", to: nil)]
    ),
    (
      "a name", [Change(.email, from: "a@b.co", to: "x@b.co")],
      [Change(.email, from: "x@b.co", to: "a@b.co")]
    ),
    (
      "a name in capitals", [Change(.email, from: "a@b.co", to: "A@b.co")],
      [Change(.email, from: "A@b.co", to: "a@b.co")]
    ),
    (
      "another name", [Change(.username, from: nil as String?, to: "ada")],
      [Change(.username, from: "ada", to: nil)]
    ),
  ]

  private static let other = "$5$abcdefgh$1SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"

  private static let endsOfChanges: [Promise] =
    changes.map { name, there, back in
      Promise("\(name) ends an account's logins in the same step, and no way back brings one back")
      {
        tested in
        let store = tested.store
        for name in ["a@b.co", "b@b.co"] { try await store.addKnown(name) }
        let begun = try #require(try await store.began("a@b.co"))
        let wiki = try #require(try await store.came(begun, to: "wiki"))
        _ = try await store.began("a@b.co")
        let kept = try #require(try await store.began("b@b.co"))
        let done = try await store.apply(
          [.edit(try await store.id("a@b.co"), there)], WriteOptions(by: Attribution(.edit)))
        #expect(done.value.refusals == [] && done.notices.last == .loginsEnded(["a@b.co": 2]))
        // Nobody has asked for one meanwhile.
        if try await store.hasHistory {
          try await store.restore(1)
        } else {
          let now = back.first?.field == .email ? back.first?.oldValue?.text : "a@b.co"
          try await store.change(try #require(now), back)
        }
        for gone in [begun, wiki] { #expect(try await !store.isThere(gone)) }
        #expect(try await store.browserLogins(.all).logins.map(\.id) == [kept.id])
      }
    } + [
      Promise("who is removed and comes back, or is added anew, has no login") { tested in
        let store = tested.store
        try await store.addKnown("a@b.co")
        let begun = try #require(try await store.began("a@b.co"))
        let done = try await store.apply([.remove(store.id("a@b.co"))], WriteOptions())
        #expect(done.notices.last == .loginsEnded(["a@b.co": 1]))
        if try await store.hasHistory {
          try await store.restore(1)
        } else {
          try await store.addKnown("a@b.co")
        }
        #expect(try await !store.isThere(begun))
        #expect(try await store.browserLogins(.all).logins.isEmpty)
      },
      Promise("an undo ends the logins that began since, and a dry run none") { tested in
        let store = tested.store
        guard try await store.hasHistory else { return }
        try await store.addKnown("a@b.co")
        try await store.change(
          "a@b.co", [Change(.validUntil, from: nil as String?, to: "2026-12-31")])
        let begun = try #require(try await store.began("a@b.co"))
        try await store.restore(1, isDryRun: true)
        #expect(try await store.isThere(begun))
        try await store.restore(1)
        #expect(try await !store.isThere(begun))
      },
      Promise("other changes, and changes of others, end none") { tested in
        let store = tested.store
        for name in ["a@b.co", "b@b.co"] { try await store.addKnown(name) }
        let begun = try #require(try await store.began("a@b.co"))
        for (name, change) in [
          ("a@b.co", Change(.firstName, from: nil as String?, to: "Ada")),
          ("a@b.co", Change(.groups, from: nil, to: .texts(["ops"]))),
          ("a@b.co", Change(.mustChange, from: nil, to: .flag(true))),
          ("b@b.co", Change(.disabled, from: nil, to: .flag(true))),
        ] {
          let done = try await store.apply(
            [.edit(try await store.id(name), [change])], WriteOptions(by: Attribution(.edit)))
          #expect(done.value.refusals == [] && done.notices.isEmpty, "\(change)")
        }
        try await store.add("c@b.co")
        #expect(try await store.isThere(begun))
        let dry = WriteOptions(isDryRun: true, by: Attribution(.edit))
        _ = try await store.apply([.remove(store.id("a@b.co"))], dry)
        #expect(try await store.isThere(begun))
      },
      Promise("none that begins beside a change outlives it") { tested in
        let store = tested.store
        try await store.add("a@b.co")
        let id = try await store.id("a@b.co")
        let (on, off) = (
          Change(.disabled, from: nil, to: .flag(true)),
          Change(.disabled, from: .flag(true), to: nil)
        )
        for _ in 0..<5 {
          let begun = try await withThrowingTaskGroup(of: Begun?.self) { group in
            for _ in 0..<3 { group.addTask { try await store.began("a@b.co") } }
            group.addTask {
              _ = try await store.apply([.edit(id, [on])], WriteOptions(by: Attribution(.edit)))
              return nil
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          _ = try await store.apply([.edit(id, [off])], WriteOptions(by: Attribution(.edit)))
          for begun in begun.compactMap(\.self) { #expect(try await !store.isThere(begun)) }
        }
        #expect(try await store.began("a@b.co") != nil)
      },
    ]
}

/// The password of all accounts of the promises, as they have it.
private let password = fields(nil).password ?? ""

extension AccountStore {
  fileprivate func change(_ name: String, _ changes: [Change]) async throws {
    let done = try await apply(
      [.edit(try await id(name), changes)], WriteOptions(by: Attribution(.edit)))
    #expect(done.value.refusals == [])
  }

  /// Begins a login at the page; nil if none begins.
  fileprivate func began(
    _ account: String, as id: BrowserLogin.ID = BrowserLogin.ID(), proved: String = password,
    accountID: AccountID? = nil, seconds: Int = 3_600, replacing old: [Begun] = []
  ) async throws -> Begun? {
    let token = SessionToken()
    let present = try await named(account)?.id
    let login = NewSession.Login.new(
      id: id, account: account, browser: "Firefox on Linux", isKept: false, seconds: seconds)
    let new = NewSession(
      of: login, at: "page", token, account: account, id: accountID ?? present, password: proved,
      replacing: old.map(\.token.digest))
    return try await begin(new).map { Begun(token: token, session: $0) }
  }

  /// Begins a session of a login at another host; nil if none begins.
  fileprivate func came(_ begun: Begun, to host: String) async throws -> Begun? {
    let token = SessionToken()
    let account = begun.session.login.account
    let new = NewSession(
      of: .known(begun.session.login), at: host, token, account: account,
      id: try await named(account)?.id, password: password)
    return try await begin(new).map { Begun(token: token, session: $0) }
  }

  fileprivate func isThere(_ begun: Begun) async throws -> Bool {
    try await session(of: begun.token.digest).value != nil
  }
}
#endif
