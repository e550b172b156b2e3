// The sessions are rows that only five functions reach (`Schema+Sessions`). The database's clock is
// their time. A look-up brings the account along: a request of a session is one question.
//
// If the answer to a beginning is lost, it is asked again, since a session that began is found by
// its digest; an end is asked once, and its result is then unknown. A process refuses a session
// that it finds wrong from then on, and ends it a second later, together with others.

import Accounts
import Glibc

extension PostgresStore {
  func begin(_ new: NewSession) async throws(AccountsError) -> StoredSession? {
    if case .known(let login) = new.login, refused.contain(login.id) { return nil }
    let (parameters, subject) = (Self.parameters(of: new, on: today()), address.subject)
    let rows = try await write(.namedWrite) { connection throws(Failure) in
      do throws(Failure) {
        return try connection.commit(
          [Statement(Self.beginning, parameters)], patience: connection.patience)[0]
      } catch .refused(Schema.noRoom, _) {
        throw .invalid(.tooManySessions(most: SessionLimits.mostOfAll))
      } catch {
        // It begins twice at once, since the answer to the first was lost: one of them is there.
        throw error.duplicate == nil ? error : .lost(inTime: true)
      }
    }
    guard rows.count > 0 else { return nil }
    guard let login = rows.login(0) else { throw Self.unreadable(subject) }
    return StoredSession(
      login: login, host: new.host, proof: new.proof, now: rows.number(0, 8) ?? 0)
  }

  private static let beginning = """
    SELECT * FROM regapp_api.regapp_begin_session(
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    """

  private static func parameters(of new: NewSession, on day: CalendarDay) -> [Parameter] {
    let name = name(new.account)
    var (account, browser, isKept, seconds) = (new.account, "", false, 0)
    let (id, isNew): (BrowserLogin.ID, Bool)
    switch new.login {
    case .new(let newID, let newAccount, let newBrowser, let kept, let lasting):
      (account, browser, isKept, seconds) = (newAccount, newBrowser, kept, max(0, lasting))
      (id, isNew) = (newID, true)
    case .known(let known): (id, isNew) = (known.id, false)
    }
    return [
      .text(new.digest.text), .text(new.proof.text), .text(new.host), .text("\(id)"),
      .flag(isNew), .text(name.email), .text(name.username), .text(new.password), .day(day),
      .text(account), .text(browser), .flag(isKept), .number(seconds),
      .texts(new.replacing.map(\.text)), .id(new.accountID),
    ]
  }

  /// A name in the column that it is looked for in.
  private static func name(_ text: String) -> (email: String?, username: String?) {
    let key = AccountName(text).key
    return Rulebook.field(of: text) == .email ? (key, nil) : (nil, key)
  }

  func session(of digest: TokenDigest) async throws(AccountsError) -> Outcome<StoredSession?> {
    writeEndsSoon()
    let notices = refused.newNotice().map { [$0] } ?? []
    // An end that is written while this reads is not in what it reads, and refuses nothing any more.
    let refusedBefore = refused.ids
    let (today, parameters) = (today(), [Parameter.text(digest.text)])
    let rows = try await onServer { connection throws(Failure) in
      try connection.run(Self.found, parameters, isFrequent: true)
    }
    guard rows.count > 0 else { return Outcome(nil, notices: notices) }
    guard var login = rows.login(0, from: Self.first), let host = rows[0, Self.first + 6],
      let proof = rows[0, Self.first + 8].flatMap({ TokenDigest(Array($0.utf8)) })
    else { throw Self.unreadable(address.subject) }
    guard !refusedBefore.contains(login.id), !refused.contain(login.id) else {
      return Outcome(nil, notices: notices)
    }
    login.hosts = rows[0, Self.first + 10].map(Self.hosts) ?? [host]
    let lookup = Lookup.name(AccountName(login.account), in: Rulebook.field(of: login.account))
    return Outcome(
      StoredSession(
        login: login, host: host, proof: proof, now: rows.number(0, Self.first + 9) ?? 0,
        found: try table([rows], today: today, hasNames: false).result(of: lookup)),
      notices: notices)
  }

  /// The session, behind its account as every look-up has it.
  private static let found = """
    SELECT f.schema, f.rules, \(mayWrite), f.is_empty, f.key, f.doc, f.password, f.version, f.op,
      f.held, f.own, f.given, s.*
    FROM regapp_api.regapp_session($1) s, LATERAL regapp_api.regapp_find(s.email, s.username, NULL) f
    ORDER BY f.key
    """
  /// The first column of the session.
  private static let first = 12

  private static func hosts(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { hosts, host in
      if !hosts.contains(String(host)) { hosts.append(String(host)) }
    }
  }

  func browserLogins(_ chosen: ChosenLogins) async throws(AccountsError) -> ListedLogins {
    let rows = try await onServer { connection throws(Failure) in
      try connection.run(Self.listing, Self.parameters(of: chosen))
    }
    return ListedLogins(
      rows.logins.filter { !refused.contain($0.id) }, now: rows.number(0, 8) ?? 0)
  }

  private static let listing = "SELECT * FROM regapp_api.regapp_sessions($1, $2)"

  private static func parameters(of chosen: ChosenLogins) -> [Parameter] {
    let (ids, names): ([String]?, [String]?) =
      switch chosen {
      case .all: (nil, nil)
      case .ids(let ids): (ids.map(\.description), nil)
      case .names(let names): (nil, names.map(\.key))
      }
    return [.textsOrNull(ids), .textsOrNull(names)]
  }

  /// The row of a session was not written by regapp.
  private static func unreadable(_ subject: String) -> AccountsError {
    .store(StoreFault(.read, subject, PostgresFault.incomplete("public.session")))
  }
}

// MARK: Ends

extension PostgresStore {
  func endLogins(_ chosen: ChosenLogins) async throws(AccountsError) -> Outcome<[BrowserLogin]> {
    do throws(AccountsError) {
      return Outcome(
        try await uncancelled { () async throws(AccountsError) in try await self.end(chosen) })
    } catch {
      if case .ids(let ids) = chosen {
        refused.refuse(ids: ids, at: Int(time(nil)))
      } else if let listed = try? await browserLogins(chosen) {
        refused.refuse(listed.logins, at: Int(time(nil)))
      }
      throw error
    }
  }

  private func end(_ chosen: ChosenLogins) async throws(AccountsError) -> [BrowserLogin] {
    let (function, parameter): (String, Parameter) =
      switch chosen {
      case .all: ("regapp_end_sessions", .textsOrNull(nil))
      case .ids(let ids): ("regapp_end_sessions", .texts(ids.map(\.description)))
      case .names(let names): ("regapp_forget_sessions", .texts(names.map(\.key)))
      }
    let ending = Statement("SELECT * FROM \(Schema.api).\(function)($1)", [parameter])
    let rows = try await write { connection throws(Failure) in
      try connection.commit([ending], patience: connection.patience)[0]
    }
    let now = rows.count > 0 ? rows.number(0, 8) ?? 0 : 0
    let ended = rows.logins.filter { !refused.contain($0.id) && $0.ends > now }
    noteEnds(of: chosen, rows)
    return ended.sorted { $0.begun < $1.begun }
  }

  private func noteEnds(of chosen: ChosenLogins, _ rows: Rows) {
    var ended = Set(rows.logins.map(\.id))
    switch chosen {
    case .ids(let ids): ended.formUnion(ids)
    case .all: ended.formUnion(refused.ids)
    case .names: break
    }
    refused.noteEnds(of: ended, written: ended)
  }

  func endSoon(_ logins: [BrowserLogin]) {
    refused.refuse(logins, at: Int(time(nil)))
    writeEndsSoon()
  }

  private func writeEndsSoon() {
    refused.writeSoon { ids async throws(AccountsError) in _ = try await self.end(.ids(ids)) }
  }
}

extension Parameter {
  fileprivate static func textsOrNull(_ texts: [String]?) -> Parameter {
    texts.map { Parameter.texts($0) } ?? Parameter(type: 1009, bytes: nil)
  }
}

extension Rows {
  /// The login of a row, without its hosts; nil if there is none.
  fileprivate func login(_ row: Int, from first: Int = 0) -> BrowserLogin? {
    guard let id = self[row, first].flatMap({ BrowserLogin.ID(Array($0.utf8)) }),
      let account = self[row, first + 1], let begun = number(row, first + 2),
      let ends = number(row, first + 3)
    else { return nil }
    return BrowserLogin(
      id: id, account: account, accountID: self[row, first + 7].flatMap { AccountID($0) },
      begun: begun, ends: ends, isKept: flag(row, first + 4), browser: self[row, first + 5] ?? "")
  }

  /// The logins of these rows with their hosts, in the order of the rows.
  fileprivate var logins: [BrowserLogin] {
    var (logins, places): ([BrowserLogin], [BrowserLogin.ID: Int]) = ([], [:])
    for row in 0..<count {
      guard let login = login(row), let host = self[row, 6] else { continue }
      let place = places[login.id] ?? logins.count
      if place == logins.count {
        logins.append(login)
        places[login.id] = place
      }
      if !logins[place].hosts.contains(host) { logins[place].hosts.append(host) }
    }
    return logins
  }
}
