// Exchange: accounts in the forms of other programs.
//
// One file a format, and records in between. A format knows texts, and no disk, no rulebook and no
// terminal; what it cannot read or write it tells as a fact, with its place.

import Accounts
import LosslessJSON

/// An account on its way from or to another format: texts that nobody has judged yet.
struct ExchangeRecord: Sendable {
  /// Its fields; the password as it may stand in an accounts file: a hash, a lock or a typed one.
  var values = FieldValues()
  /// What it holds beside them.
  var ownKeys: [JSONLiteral.Member] = []
  /// The byte at which it stands in the text it was read from.
  var offset = 0
  /// The bytes at which its fields stand there, also of those whose text could not be used.
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

  /// A text that it holds under a key that is no field.
  func ownText(_ key: String) -> String? {
    guard case .string(let text) = ownKeys.first(where: { $0.key == key })?.value else {
      return nil
    }
    return text
  }

  /// The first and last name as one; the email where it has neither.
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

/// What was read from a text: the accounts in it, and everything that keeps it from being taken.
struct ExchangeReading: Sendable {
  var records: [ExchangeRecord] = []
  private(set) var faults: [(offset: Int, fault: ExchangeFault)] = []
  /// How many entries were no accounts, and passed over.
  var passedOver = 0

  mutating func fail(_ fault: ExchangeFault, at offset: Int) { faults.append((offset, fault)) }
}

/// What is wrong with a text that is to be imported.
enum ExchangeFault: Error, Sendable, Hashable {
  /// A rule of ours is broken.
  case rule(Problem)
  /// Somebody earlier in the text has this email.
  case repeats(email: String, line: Int)
  /// Somebody in the accounts file has it.
  case exists(email: String)
  case existsClosed(email: String)
  /// The bytes are no UTF-8.
  case notUTF8

  // Passwords.
  /// A kind of hash that neither crypt(3) nor we know: `{SSHA}`.
  case foreignHash(String)
  /// No `$` and no name of a kind: an old hash or plain text, nobody can tell.
  case bareHash
  /// A password in plain text that would be taken for a hash or a lock here.
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
  /// It breaks the rules, and this is the first thing that is wrong.
  case closed(Problem?)
  case locked
  /// The other side cannot check this kind of hash.
  case scheme(String)
  /// The hash is cut short or misspelt: nothing fits it.
  case brokenHash
  /// The name begins with `#`, as a comment does.
  case commentSign
  /// The name holds the sign that ends a name.
  case colon
  /// Somebody before goes by the same name there.
  case nameTaken(String)
  case recordTooLong(Int, maximum: Int)
  /// A typed password, of which the hash that the other side knows would not see all.
  case typedTooLong
  /// A phone number with signs that a directory does not take.
  case phoneSigns
  /// A name of no characters, which a directory does not take.
  case emptyName
}
