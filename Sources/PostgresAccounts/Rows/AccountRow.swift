import Accounts
import AccountsDocument
import LosslessJSON

/// A row: the columns with an index, and the account's JSON as in a file.
struct AccountRow: Sendable, Hashable {
  /// The rulebook's key in the form that compares; no two accounts have the same.
  let key: String
  let email: String?
  let username: String?
  let firstName: String?
  /// A hash or a lock; nil if there is none, or it is not a text and stays in `document`.
  let password: String?
  /// The id; nil if the account has none, or it has not the form of one and stays in `document`.
  var id: GivenID?
  /// The account's text without its password and its id.
  var document: String
  let isClosed: Bool
  let isDisabled: Bool
  let validFrom: CalendarDay?
  let validUntil: CalendarDay?
  let invitedUntil: CalendarDay?

  /// PostgreSQL takes no longer texts into an index.
  static let longestName = 2_600

  /// The names that are longer.
  var fieldsTooLong: [Field] {
    let names = [(Field.email, email), (.username, username), (.firstName, firstName)]
    return names.filter { ($0.1?.utf8.count ?? 0) > Self.longestName }.map(\.0)
  }
}

extension AccountRow {
  /// The row of an account in a text.
  init?(_ file: AccountsDocument, _ index: Int, today: CalendarDay) {
    let row = AccountsDocument.Row(file, index)
    guard row.value.kind == .object else { return nil }
    let values = row.values(in: file)
    // Of several, nobody knows which one is meant.
    let id = file.idCount(at: index) == 1 ? values.givenID : nil
    let ofColumns = [Field.password, .id].filter { $0 == .id ? id != nil : values[text: $0] != nil }
    var bytes = Array(file.document.bytes[row.value.range])
    if !ofColumns.isEmpty, let account = try? JSONDocument(parsing: bytes) {
      let members = Array(account.members(of: account.root))
      let places = ofColumns.compactMap { field in
        members.firstIndex { account.isKey($0.key, FieldKeys[field]) }
      }
      let splices = account.removing(membersAt: places.sorted(), from: account.root)
      bytes = account.pieces(applying: splices).flatMap { $0 }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self.init(
      values, id, under: file.rulebook, document: text,
      isClosed: !file.problems(of: row, today: today).isEmpty)
  }

  /// The row of a new account.
  init?(_ new: NewAccount, under rulebook: Rulebook, today: CalendarDay) {
    let contents = new.contents
    var others = contents.values
    let id = others.givenID
    others.password = nil
    if id != nil { others[.id] = nil }
    self.init(
      contents.values, id, under: rulebook,
      document: AccountsDocument.literal(of: others, ownKeys: contents.ownKeys)
        .text(style: .oneLine),
      isClosed: !new.problems(under: rulebook, today: today).isEmpty)
    guard isTaken else { return nil }
  }

  private init?(
    _ values: FieldValues, _ id: GivenID?, under rulebook: Rulebook, document: String,
    isClosed: Bool
  ) {
    func name(_ field: Field) -> String? {
      values[text: field].flatMap { AccountName($0).key.storable }
    }
    guard let key = name(rulebook.key) else { return nil }
    self.key = key
    email = name(.email)
    username = name(.username)
    firstName = values.firstName.flatMap { PersonName.key(of: $0).storable }
    password = values.password
    self.id = id
    self.document = document
    self.isClosed = isClosed
    isDisabled = ![nil, .flag(false)].contains(values[.disabled])
    validFrom = values.day(.validFrom)
    validUntil = values.day(.validUntil)
    invitedUntil = values.day(.invitedUntil)
  }

  /// Whether a table takes its password: none that was typed is ever sent.
  var isTaken: Bool { password.map(Self.takes) != false }
}

extension AccountRow {
  /// Rows are the same byte by byte: to `String`, a letter and its accent are the letter that has
  /// one.
  static func == (left: AccountRow, right: AccountRow) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  private var bytes: [[UInt8]?] {
    [key, email, username, firstName, password, id?.text, document].map {
      $0.map { Array($0.utf8) }
    }
      + [isClosed, isDisabled].map { [$0 ? 1 : 0] }
      + [validFrom, validUntil, invitedUntil].map { $0.map { Array($0.description.utf8) } }
  }

  /// Whether a table takes a password: a hash, a lock, or both.
  static func takes(_ password: String) -> Bool {
    let lock = StoredPassword.lock(of: password)
    let rest = password.utf8.dropFirst(lock.utf8.count)
    return rest.isEmpty
      ? !lock.isEmpty
      : rest.starts(with: "$".utf8) || rest.starts(with: "{SHA}".utf8)
        || HashKind(ofStored: password.utf8.span) == .ssha
  }
}

extension String {
  /// The text, unless it has the one character that no table takes.
  fileprivate var storable: String? { utf8.contains(0) ? nil : self }
}
