import Accounts
import AccountsDocument
import AccountsFile
import LosslessJSON

/// Builds an accounts file from rows, and collects the rows that do not fit.
struct CopiedText {
  private(set) var unsupported: [UnsupportedValue] = []
  private(set) var count = 0
  private var bytes: [UInt8] = []

  /// How deeply a value around the accounts may be nested, and an account.
  private static let deepest = (around: 1, account: 2)

  /// - Parameters:
  ///   - rules: the rulebook.
  ///   - own: an object with what else is around the accounts; nil for nothing.
  init(rules: String, own: String?) {
    bytes = Array("{\n  \"regapp\": 1,\n".utf8)
    if let rules = value(Array(rules.utf8), of: nil, "rules", below: Self.deepest.around) {
      bytes += Array("  \"rules\": ".utf8) + rules.bytes[rules.root.range] + Array(",\n".utf8)
    }
    if let own, let object = object(Array(own.utf8), of: nil, "", below: 0) {
      for member in object.members(of: object.root) {
        let names = ["regapp", "rules", "accounts"]
        guard !names.contains(where: { object.isKey(member.key, JSONKey($0)) }) else {
          unsupported.append(UnsupportedValue(.shared, of: nil, object.string(member.key)))
          continue
        }
        bytes += Array("  ".utf8) + object.bytes[member.key.range] + Array(": ".utf8)
        bytes += object.bytes[member.value.range] + Array(",\n".utf8)
      }
    }
    bytes += Array("  \"accounts\": [".utf8)
  }

  /// Adds an account.
  ///
  /// - Parameter key: the name by which it is told, if it is none.
  mutating func add(key: String, _ account: RowSet.Account) {
    count += 1
    guard
      let object = object(Array(account.document.utf8), of: key, nil, below: Self.deepest.account)
    else { return }
    bytes += Array((count > 1 ? ",\n    " : "\n    ").utf8)
    let text = Self.text(of: object, account.password)
    guard let id = account.given.flatMap({ GivenID($0) }),
      let whole = try? JSONDocument(parsing: text)
    else {
      bytes += text
      return
    }
    // The id is the last one, as where regapp gives it.
    let splice = whole.inserting(Field.id.key, .string(id.text), into: whole.root)
    bytes += whole.pieces(applying: [splice]).joined()
  }

  /// The text of an account with its password.
  private static func text(of account: JSONDocument, _ password: String?) -> [UInt8] {
    guard let password else { return Array(account.bytes[account.root.range]) }
    let members = Array(account.members(of: account.root))
    func member(_ field: Field) -> JSONMember? {
      members.first { account.isKey($0.key, JSONKey(field.key)) }
    }
    let names = [Field.email, .username].compactMap(member)
    // The password goes behind the later of both names. If a key comes twice, its first one counts.
    guard let name = names.max(by: { $0.key.range.lowerBound < $1.key.range.lowerBound }),
      member(.password) == nil
    else {
      return Array("{\"password\": ".utf8)
        + JSONLiteral.string(password).bytes(style: .compact)
        + Array((members.isEmpty ? "" : ", ").utf8)
        + account.bytes[account.root.range].dropFirst()
    }
    let splice = account.inserting(
      Field.password.key, .string(password), into: account.root, after: name)
    let text = account.pieces(applying: [splice]).flatMap { $0 }
    let outside = account.bytes.count - account.root.range.upperBound
    return Array(text[account.root.range.lowerBound..<text.count - outside])
  }

  /// The accounts as a file has them.
  ///
  /// - Parameter source: where they come from.
  func document(_ source: String) throws(AccountsError) -> AccountsDocument {
    let end = Array((count > 0 ? "\n  ]\n}\n" : "]\n}\n").utf8)
    // Nobody has the text: a problem has no place in it.
    let text = bytes + end
    return try AccountsDocument(path: source, bytes: text, hasLines: false, dialect: .json).usable()
  }

  private mutating func object(
    _ text: [UInt8], of account: String?, _ field: String?, below depth: Int
  ) -> JSONDocument? {
    guard let value = value(text, of: account, field, below: depth) else { return nil }
    if value.root.kind == .object { return value }
    unsupported.append(UnsupportedValue(.notJSON, of: account, field))
    return nil
  }

  /// A text that is to be so many levels down.
  private mutating func value(
    _ text: [UInt8], of account: String?, _ field: String?, below depth: Int
  ) -> JSONDocument? {
    if text.starts(with: [0xef, 0xbb, 0xbf]) {
      unsupported.append(UnsupportedValue(.byteOrderMark, of: account, field))
      return nil
    }
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: text)
      let nests = text.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
      if nests + depth > JSONDocument.maximumDepth {
        let around = [[UInt8]](repeating: [UInt8(ascii: "[")], count: depth).joined()
        let behind = [[UInt8]](repeating: [UInt8(ascii: "]")], count: depth).joined()
        _ = try JSONDocument(parsing: around + text + behind)
      }
      return document
    } catch {
      unsupported.append(
        UnsupportedValue(error.reason == .tooDeep ? .tooDeep : .notJSON, of: account, field))
      return nil
    }
  }
}
