import Accounts
import AccountsDocument
import LosslessJSON

/// The text of an accounts file that holds rows of a table, one after another.
///
/// Nearly every row is an object as JSON has it, so all of them are parsed at once, as one text.
/// Whether each row was one account is seen afterwards; if not, each is parsed for itself.
struct RowsText: Sendable {
  /// The rulebook's text in JSON.
  let rules: String
  /// The text of what else is around the accounts; nil for nothing.
  private let own: String?
  private let head: [UInt8]
  /// The end of the text, with what else is around the accounts: behind them, so that of a key that
  /// it repeats the other one counts. Nil if that is no object.
  private let end: [UInt8]?
  private var bytes: [UInt8]
  /// The ranges of the accounts in it.
  private var ranges: [Range<Int>] = []
  /// The values in the columns of rows that another program wrote, by position.
  private(set) var held: [Int: HeldColumns] = [:]

  /// - Parameters:
  ///   - rules: the rulebook's text in JSON.
  ///   - own: the text of an object with what else is around the accounts; nil for nothing.
  init(rules: String, own: String? = nil) {
    self.init(rules, own, head: #"{"rules":\#(rules),"accounts":["#.utf8)
  }

  private init(_ rules: String, _ own: String?, head: some Sequence<UInt8>) {
    (self.rules, self.own) = (rules, own)
    self.head = Array(head)
    let members: [UInt8]? = if let own { Self.members(of: own) } else { [] }
    end = members.map { Array("]".utf8) + $0 + Array("}".utf8) }
    bytes = self.head
  }

  /// The members of an object, each behind a comma; nil if the text is none, or is nested too
  /// deeply for a place in another object.
  private static func members(of own: String) -> [UInt8]? {
    let text = Array("[".utf8) + Array(own.utf8) + Array("]".utf8)
    guard let list = try? JSONDocument(parsing: text) else { return nil }
    let elements = Array(list.elements(of: list.root))
    guard elements.count == 1, elements[0].kind == .object else { return nil }
    let isEmpty = !list.members(of: elements[0]).contains { _ in true }
    return isEmpty
      ? [] : Array(",".utf8) + list.bytes[elements[0].range].dropFirst().dropLast()
  }

  /// Adds an account with its password and its id, which come first.
  ///
  /// - Parameters:
  ///   - given: what `Schema.given` gives for the row. Another program may have written what is no
  ///     id: then the account has none.
  ///   - text: what `Schema.held` gives for it.
  mutating func append<Bytes: RandomAccessCollection<UInt8>>(
    _ document: Bytes, password: Bytes?, given: String? = nil, held text: String? = nil
  ) where Bytes.Index == Int {
    let id = given.flatMap { GivenID($0) }
    if let text { held[ranges.count] = HeldColumns(text, hasID: id != nil) }
    if !ranges.isEmpty { bytes.append(UInt8(ascii: ",")) }
    let start = bytes.count
    appendAccount(document, password, id)
    ranges.append(start..<bytes.count)
  }

  private mutating func appendAccount<Bytes: RandomAccessCollection<UInt8>>(
    _ document: Bytes, _ password: Bytes?, _ id: GivenID?
  ) where Bytes.Index == Int {
    // A mark of the byte order may come before the object.
    var brace = document.starts(with: Self.mark) ? Self.mark.count : 0
    while brace < document.count, Self.isSpace(document[brace]) { brace += 1 }
    guard brace < document.count, document[brace] == UInt8(ascii: "{") else {
      // Another program may have written text that is not JSON: a closed account.
      bytes += Self.noAccount
      return
    }
    guard password != nil || id != nil else {
      bytes += document[brace...]
      return
    }
    bytes.append(UInt8(ascii: "{"))
    if let password { appendMember(Self.password, password) }
    if let id {
      if password != nil { bytes.append(UInt8(ascii: ",")) }
      appendMember(Self.id, id.text.utf8)
    }
    var next = brace + 1
    while next < document.count, Self.isSpace(document[next]) { next += 1 }
    if next >= document.count || document[next] != UInt8(ascii: "}") {
      bytes.append(UInt8(ascii: ","))
    }
    bytes += document[(brace + 1)...]
  }

  private mutating func appendMember(_ key: [UInt8], _ value: some Collection<UInt8>) {
    bytes += key
    if value.allSatisfy(Self.isPlain) {
      bytes.append(UInt8(ascii: "\""))
      bytes += value
      bytes.append(UInt8(ascii: "\""))
    } else {
      let text = String(decoding: value, as: UTF8.self)
      bytes += JSONLiteral.string(text).bytes(style: .compact)
    }
  }

  /// The same rows, some of them with other texts.
  func replacing(_ texts: [Int: [UInt8]]) -> RowsText {
    var text = RowsText(rules, own, head: head)
    for (index, range) in ranges.enumerated() {
      text.append(texts[index] ?? Array(bytes[range]), password: nil)
    }
    return text
  }

  /// The accounts as those of a file, with a placeholder for each row that is not an account.
  ///
  /// - Parameter isUsable: throws if what is around them makes them unusable; the rulebook always
  ///   must be one.
  func document(
    _ source: String, isUsable: Bool = true
  ) throws(AccountsError) -> AccountsDocument {
    guard end != nil else {
      throw .fileInvalid([Problem(.key("own"), .rulebook(.object), at: Place(source))])
    }
    let document = try read(source)
    return isUsable || !document.rulebookFaults.isEmpty ? try document.usable() : document
  }

  private func read(_ source: String) throws(AccountsError) -> AccountsDocument {
    if let whole = rowByRow(source) { return whole }
    var text = RowsText(rules, own, head: head)
    for range in ranges {
      // As deep as it is in the whole text.
      var alone = RowsText("", nil, head: #"{"accounts":["#.utf8)
      let row = Array(bytes[range])
      alone.append(row, password: nil)
      text.append(alone.rowByRow(source) == nil ? Self.noAccount : row, password: nil)
    }
    return try text.parsed(source)
  }

  private func parsed(_ source: String) throws(AccountsError) -> AccountsDocument {
    try AccountsDocument(path: source, bytes: bytes + (end ?? []), hasLines: false, dialect: .json)
  }

  /// The accounts, if each row is one: none ends the list, or is a part of one account or several.
  private func rowByRow(_ source: String) -> AccountsDocument? {
    guard let whole = try? parsed(source), whole.rows.count == ranges.count else { return nil }
    for (account, range) in zip(whole.rows, ranges) {
      guard account.kind == .object, account.range.lowerBound == range.lowerBound,
        account.range.upperBound <= range.upperBound,
        bytes[account.range.upperBound..<range.upperBound].allSatisfy(Self.isSpace)
      else { return nil }
    }
    return whole
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether JSON writes it as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static let password = Array(#""password":"#.utf8)
  private static let id = Array(#""id":"#.utf8)
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let noAccount = Array("null".utf8)
}
