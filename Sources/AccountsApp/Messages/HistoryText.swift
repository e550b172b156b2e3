import AccountsDocument
import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

/// Changes as `history` and `undo` print them: a headline each, under it what became of the
/// accounts.
struct HistoryText {
  /// The most accounts of a change that are shown; with more, only their number is.
  static let mostAccounts = 10
  /// The most accounts of a change that are read to print it: in an undo several may be one.
  static let mostRead = 100

  private let localTime: LocalTime
  private let language: Language

  init(_ localTime: LocalTime, _ language: Language) {
    (self.localTime, self.language) = (localTime, language)
  }

  /// A line for each change: the number, the local time, the system's user, then what was done and
  /// in whose session.
  func headlines(_ entries: [HistoryEntry]) -> [String] {
    let heads = entries.map { $0.head(localTime) }
    let width = heads.map(\.[0].count).max() ?? 0
    return aligned(
      zip(entries, heads).map { entry, head in
        [
          "".padded(to: width - head[0].count) + head[0], head[1].padded(to: 16), head[2],
          (entry.summary + entry.session)[language],
        ]
      })
  }

  /// Writes the effects of an undo: on each account, or on many their number.
  func outcome(_ undone: UndoReport) -> String {
    undone.outcome.map { words in
      indented([words.headline], by: 0) + indented(words.lines, by: 4)
    }.joined()
  }

  func indented(_ lines: [Phrase], by width: Int) -> String {
    lines.map { String(repeating: " ", count: width) + $0[language] + "\n" }.joined()
  }
}

extension HistoryEntry {
  /// The number, the local time and the system's user; a text is empty if that is not known.
  func head(_ localTime: LocalTime) -> [String] {
    [number.map(String.init), time.flatMap(localTime.minute), user.map(visible)].map { $0 ?? "" }
  }

  /// Says what was done, and to whom.
  var summary: Phrase {
    let who = subjects
    return switch did {
    case .register: Phrase("registered \(who)")
    case .edit: Phrase("edited \(who)")
    case .password: Phrase("changed the password of \(who)")
    case .invite: Phrase("invited \(who)\(as: "in the history")")
    case .uninvite: Phrase("ended the invitation of \(who)")
    case .remove: Phrase("removed \(who)\(as: "in the history")")
    case .import: Phrase("imported \(who)")
    case .apply: Phrase("applied a file to \(who)")
    case .disable: Phrase("disabled \(who)")
    case .enable: Phrase("enabled \(who)")
    case .editFile where count == 0 && document == nil:
      // Its spacing alone; or the file could not be read before, so that nobody can tell.
      Phrase("edited the file with edit-file")
    case .editFile: Phrase("edited \(who) with edit-file")
    case .cancel: Phrase("cancelled an edit of \(who)")
    case .undo where count == 0 && document == nil:
      Phrase("undid changes, which left nothing different")
    case .undo: Phrase("undid changes of \(who)")
    case .seal: Phrase("sealed the password of \(who)")
    case .rehash: Phrase("gave \(who) a new hash or an id")
    case .copy: Phrase("copied \(who) here")
    case .unknown(let word): Phrase(same: "\(visible(word)) ") + who
    case .byHand where number == nil: Phrase("changed outside the history since")
    case .byHand: Phrase("changed outside the history before this")
    }
  }

  /// The parts of the file around the accounts that it changed, and the accounts.
  private var subjects: Phrase {
    let around = document?.subjects ?? []
    let accounts = count > 0 || around.isEmpty ? [accountNames] : []
    return (around + accounts).joined(separator: ", ")
  }

  private static let mostNames = 3

  /// The accounts by their names, or how many they are.
  private var accountNames: Phrase {
    var names: [Phrase] = []
    for account in accounts where names.count <= Self.mostNames {
      let name = account.shownName
      if !names.contains(name) { names.append(name) }
    }
    if count > 1, accounts.count == count, accounts.allSatisfy(\.isNameless) {
      return Phrase("\(count, "account") without a name")
    }
    if accounts.count == count, (1...Self.mostNames).contains(names.count) {
      return names.joined(separator: ", ")
    }
    guard let first = names.first, names.count == 1, !isExcerpt else {
      return Phrase("\(count, "account")")
    }
    return Phrase("\(first) and \(count - accounts.count, "other")")
  }

  /// Lists its effects on the accounts.
  ///
  /// - Parameter isOfOne: whether it holds only what it did to one account of them.
  func details(isOfOne: Bool) -> [Phrase] {
    let keepsValues = isOfOne ? accounts.allSatisfy(\.keepsValues) : self.keepsValues
    let valuesLost = isUndone && !keepsValues ? [Phrase("its values are not kept")] : []
    guard isOfOne || count <= HistoryText.mostAccounts, !did.isHashing else { return valuesLost }
    if let account = accounts.first, accounts.count == 1, document == nil,
      account.kind == .changed || did.saysKind
    {
      return valuesLost + account.lines
    }
    return valuesLost + (document?.lines ?? [])
      + accounts.flatMap { account in
        [account.title] + account.lines.map { Phrase(same: "  ") + $0 }
      }
  }

  /// Says in whose session it was made, and how it came about; empty for a command without a
  /// session.
  var session: Phrase {
    let isOwn = count == 1 && changeOfOwner != nil
    switch (by, via) {
    case (nil, nil): return Phrase(same: "")
    case (nil, let via?): return Phrase(same: " (") + via.name + Phrase(same: ")")
    case (_, nil) where isOwn: return Phrase(" (own session)")
    case (let by?, nil): return Phrase(" (session \(visible(by)))")
    case (_, let via?) where isOwn: return Phrase(" (by its owner, \(via.name))")
    case (let by?, let via?): return Phrase(" (by \(visible(by)), \(via.name))")
    }
  }
}

extension ChangeOrigin {
  fileprivate var name: Phrase {
    switch self {
    case .pam: Phrase("through PAM")
    case .serve: Phrase("on the page")
    case .library: Phrase("by a program")
    case .unknown(let word): Phrase("through \(visible(word))")
    }
  }
}

extension OwnersChange {
  /// Names the change, and says what taking it back means.
  func words(_ localTime: LocalTime) -> Phrase {
    let change =
      time.flatMap(localTime.day).map { Phrase("\(visible(account))'s own change of \($0)") }
      ?? Phrase("\(visible(account))'s own change #\(number)")
    if restoresCode { return Phrase("\(change): the code of the invitation is good again") }
    return restoresPassword ? Phrase("\(change): the old password comes back") : change
  }
}

extension ChangeKind {
  /// Whether it is about hashes alone.
  fileprivate var isHashing: Bool { self == .seal || self == .rehash }

  /// Whether its name says that an account comes or goes.
  fileprivate var saysKind: Bool { [.register, .remove, .import].contains(self) }
}

extension DocumentRecord {
  /// The names of the changed keys.
  fileprivate var subjects: [Phrase] { keys.map(Self.name) }

  /// Names a key around the accounts.
  static func name(of key: String) -> Phrase {
    key == "rules" ? Phrase("the rulebook") : Phrase("the key \(keyWord(key))")
  }

  /// The changes: a line for each key, or for each part inside it if these are few.
  fileprivate var lines: [Phrase] {
    changes.flatMap { change in
      let parts = change.parts(at: "")
      return (parts.count <= HistoryText.mostAccounts ? parts : [change.part(at: "")]).map {
        Self.name(of: change.key) + $0
      }
    }
  }
}

extension AccountRecord.Change {
  /// Lists the changes by their places inside objects that are there before and after.
  fileprivate func parts(at place: String) -> [Phrase] {
    guard case .object(let old)? = old, case .object(let new)? = new else {
      return [part(at: place)]
    }
    func value(_ key: String, _ members: [JSONLiteral.Member]) -> JSONLiteral? {
      members.first { sameText($0.key, key) }?.value
    }
    let added = new.filter { value($0.key, old) == nil }
    return (old + added).flatMap { member -> [Phrase] in
      let inner = Self(member.key, from: value(member.key, old), to: value(member.key, new))
      return inner.old == inner.new
        ? [] : inner.parts(at: place.isEmpty ? member.key : "\(place).\(member.key)")
    }
  }

  fileprivate func part(at place: String) -> Phrase {
    Phrase(same: place.isEmpty ? ": " : ": \(visible(place)): ") + Self.text(of: old)
      + Phrase(same: " → ") + Self.text(of: new)
  }
}

extension UndoReport {
  /// Lists the effects on the file around the accounts, and on the accounts.
  var outcome: [ChangeWords] {
    guard let document else { return accounts.outcome }
    let around = ChangeWords(headline: Phrase("around the accounts"), lines: document.lines)
    return [around] + (accounts.isEmpty ? [] : accounts.outcome)
  }

  /// The effects on the first accounts, if there are too many to list all; of one change in its own
  /// order.
  var firstRows: [ChangeWords] {
    guard accounts.count > HistoryText.mostAccounts else { return [] }
    var first = Array(accounts.prefix(HistoryText.mostAccounts))
    if entries.count == 1, let entry = entries.first {
      first = entry.accounts.prefix(HistoryText.mostAccounts).compactMap { account in
        accounts.last { $0.name == account.newName && $0.newName == account.name }
      }
    }
    return first.rows(of: accounts.count)
  }
}

extension PassedOver {
  /// A line for each of the newest changes, and how many there are besides.
  var lines: [Phrase] {
    let shown = entries.prefix(Self.most).map { entry in
      let number = entry.number.map { Phrase("#\($0), ") } ?? Phrase(same: "")
      return Phrase("passed over: ") + number + entry.summary
    }
    let rest = entries.count - shown.count
    guard rest > 0 else { return shown }
    return shown + [
      Phrase("passed over: \(rest, "older change")")
    ]
  }
}

/// Changes that undo or cancel leaves in place, though they are newer than what it takes back.
struct PassedOver {
  /// How many are named; --json has all.
  private static let most = 5

  let entries: [HistoryEntry]

  init(_ entries: [HistoryEntry]) { self.entries = entries }

  var member: JSONLiteral.Member {
    .init("passedOver", .array(entries.map { .object($0.members) }))
  }
}

/// A change, or what becomes of an account, in words. It holds no hash, as the change itself may.
struct ChangeWords: Equatable, Sendable {
  let headline: Phrase
  let lines: [Phrase]
  /// The number of the change; nil if it was made by hand and is not recorded yet.
  var number: Int?
  /// Whether undo takes the change back, and does not pass over it.
  var isUndone = false
}

extension [AccountRecord] {
  /// Lists the effects on the accounts: on each, or on many their number.
  var outcome: [ChangeWords] {
    guard (1...HistoryText.mostAccounts).contains(count) else {
      return [ChangeWords(headline: counts, lines: [])]
    }
    return map { ChangeWords(headline: $0.title, lines: $0.lines) }
  }

  /// Lists the effects on these accounts, and how many others there are.
  func rows(of total: Int) -> [ChangeWords] {
    map { ChangeWords(headline: $0.title, lines: $0.lines) }
      + [ChangeWords(headline: Phrase("and \(total - count, "other account")"), lines: [])]
  }

  /// How many accounts there were of each kind.
  private var counts: Phrase {
    func count(_ kind: AccountRecord.Kind) -> Int { self.count { $0.kind == kind } }
    let (changed, removed, added) = (count(.changed), count(.removed), count(.added))
    guard !isEmpty else {
      return Phrase("the accounts stay as they are")
    }
    let counts = [
      (changed, Phrase("\(changed) changed")),
      (removed, Phrase("\(removed) removed")),
      (added, Phrase("\(added) added")),
    ].filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
    return Phrase("accounts: \(counts)")
  }
}

// MARK: JSON

extension HistoryEntry {
  /// The members that every change has; the accounts follow.
  var members: [JSONLiteral.Member] {
    func text(_ value: String?) -> JSONLiteral { value.map { .string($0) } ?? .null }
    return [
      .init("n", number.map { .integer($0) } ?? .null),
      .init("at", text(time.flatMap(LocalTime.utc))),
      .init("user", text(user)), .init("by", text(by)),
    ] + (byID.map { [.init("byId", .string($0.description))] } ?? [])
      + (via.map { [.init("via", .string($0.word))] } ?? []) + [
        .init("did", .string(did.word)), .init("count", .integer(count)),
      ] + (undid.isEmpty ? [] : [.init("undid", .array(undid.map { .integer($0) }))])
  }
}

extension DocumentRecord {
  /// The member that a change has if it concerned more than accounts.
  var member: JSONLiteral.Member { .init("document", json) }
}

extension AccountRecord {
  /// JSON of the account's change, with the ids of accounts; of a password it has only whether there
  /// is one, and of an id the UUID alone.
  var json: JSONLiteral {
    guard case .object(let members) = jsonWithoutID(isNewIDShown: true), let id else {
      return jsonWithoutID(isNewIDShown: true)
    }
    return .object([.init("id", .string(id.description))] + members)
  }

  /// The same without the ids of accounts, but for those that a list sets.
  ///
  /// - Parameter isNewIDShown: whether an account that comes or goes is shown with its id.
  func jsonWithoutID(isNewIDShown: Bool = false) -> JSONLiteral {
    let changes =
      isNewIDShown || kind == .changed ? changes : changes?.filter { $0.field != .id }
    let values: JSONLiteral? = changes.map { changes in
      .object(
        changes.map { change in
          func shown(_ value: JSONLiteral?) -> JSONLiteral {
            guard let value, value != .null else { return .null }
            if change.field == .password { return .masked }
            let id = change.field == .id ? value.fieldValue?.text.flatMap { GivenID($0) } : nil
            return id.map { .string($0.id.description) } ?? change.seen(value)
          }
          return .init(change.key, .array([shown(change.old), shown(change.new)]))
        })
    }
    return .object(
      [
        .init("account", name.map { .string($0) } ?? .null), .init("changes", values ?? .null),
      ] + (setsID ? [.init("newId", .bool(true))] : []) + (changes?.nulls ?? []))
  }
}
