// Exchange: accounts in the formats of other programs.
//
// One file a format, with records in between. A format handles text only: no disk, no rulebook, no
// terminal. What it cannot read or write it reports as a fact, with its place.

import Accounts
import LosslessJSON

/// An account on its way to or from another format: texts that were not validated yet.
struct ExchangeRecord: Sendable {
  /// Its fields; the password as it may be stored in an accounts file: a hash, a lock or a typed
  /// one.
  var values = FieldValues()
  /// Its other keys.
  var ownKeys: [JSONLiteral.Member] = []
  /// Its byte offset in the text it was read from.
  var offset = 0
  /// The byte offsets of its fields, including those whose text was invalid.
  var offsets = FieldTable<Int>()

  init(at offset: Int = 0) { self.offset = offset }

  init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    self.values = values
    self.ownKeys = ownKeys
  }

  mutating func set(_ field: Field, _ text: String, at offset: Int) {
    values[field] = text
    offsets[field] = offset
  }

  /// A text under a key that is not a field.
  func ownText(_ key: String) -> String? {
    guard case .string(let text) = ownKeys.first(where: { $0.key == key })?.value else {
      return nil
    }
    return text
  }

  /// The first and last name together; the email if it has neither.
  var displayName: String {
    let names = [values.firstName, values.lastName].compactMap(\.self)
      .filter { FieldValues.trimmed($0, for: .firstName) != nil }
    return names.isEmpty ? values.email ?? "" : names.joined(separator: " ")
  }
}

extension ExchangeRecord: CustomStringConvertible, CustomReflectable {
  var description: String { values.description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of reading a text: its accounts, and everything that prevents the import.
struct ExchangeReading: Sendable {
  var records: [ExchangeRecord] = []
  private(set) var faults: [(offset: Int, fault: ExchangeFault)] = []
  /// How many entries were skipped because they are not accounts.
  var passedOver = 0

  mutating func fail(_ fault: ExchangeFault, at offset: Int) { faults.append((offset, fault)) }
}

/// What is wrong with a text to import.
enum ExchangeFault: Error, Sendable, Hashable {
  /// One of our rules is broken.
  case rule(Problem)
  /// An earlier account in the text has this email.
  case repeats(email: String, line: Int)
  /// An account in the accounts file has this email.
  case exists(email: String)
  case existsClosed(email: String)
  /// The bytes are not UTF-8.
  case notUTF8

  // Passwords.
  /// A kind of hash that neither crypt(3) nor we support: `{SSHA}`.
  case foreignHash(String)
  /// Neither `$` nor the name of a kind: it could be an old hash or plain text.
  case bareHash
  /// A plain-text password that would be read as a hash or a lock here.
  case misleadingPassword

  // htpasswd and Dovecot.
  case noColon

  // CSV.
  case noHeader
  case unknownColumn(String)
  case columns(found: Int, expected: Int)
  case strayQuote
  case openQuote

  // LDIF.
  case noAttribute
  case noDN
  case badBase64
  case valueElsewhere
  case changeType(String)

  // YAML.
  case yaml(YAMLFault)
  case unknownKey(String)
}

/// Why an account is left out of an export.
enum ExportObstacle: Error, Sendable, Hashable {
  /// It is invalid; this is its first problem.
  case closed(Problem?)
  case locked
  /// The other program cannot check this kind of hash.
  case scheme(String)
  /// The hash is cut short or misspelt: no password matches it.
  case brokenHash
  /// The name begins with `#`, like a comment.
  case commentSign
  /// The name contains the separator after a name.
  case colon
  /// An earlier account has the same name there.
  case nameTaken(String)
  case recordTooLong(Int, maximum: Int)
  /// A typed password that is too long for the other program's hash to cover.
  case typedTooLong
  /// A phone number with characters that a directory does not accept.
  case phoneSigns
  /// An empty name, which a directory does not accept.
  case emptyName
}
