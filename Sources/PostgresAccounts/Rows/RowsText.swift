#if Postgres
  import Accounts
  import AccountsText
  import LosslessJSON

  /// The text of an accounts file that holds rows of a table, one after another.
  ///
  /// Nearly every row is an object as JSON has it, so all of them are parsed at once, as one text. Whether
  /// each row was one account is seen afterwards; if not, each is parsed for itself.
  struct RowsText: Sendable {
    private let head: [UInt8]
    private var bytes: [UInt8]
    /// Where the accounts are in it.
    private var ranges: [Range<Int>] = []

    /// - Parameter rules: the rulebook's text in JSON.
    init(rules: String) { self.init(head: #"{"rules":\#(rules),"accounts":["#.utf8) }

    private init(head: some Sequence<UInt8>) {
      self.head = Array(head)
      bytes = self.head
    }

    /// Adds an account with its password, which comes first.
    mutating func append(_ document: Span<UInt8>, password: Span<UInt8>?) {
      if !ranges.isEmpty { bytes.append(UInt8(ascii: ",")) }
      let start = bytes.count
      appendAccount(document, password)
      ranges.append(start..<bytes.count)
    }

    private mutating func appendAccount(_ document: Span<UInt8>, _ password: Span<UInt8>?) {
      // A mark of the byte order may come before the object.
      let mark = Self.mark
      let isMarked = document.count > 3 && mark.indices.allSatisfy { document[$0] == mark[$0] }
      var brace = isMarked ? mark.count : 0
      while brace < document.count, Self.isSpace(document[brace]) { brace += 1 }
      guard brace < document.count, document[brace] == UInt8(ascii: "{") else {
        // What is no JSON, as another hand wrote it, is an account that is closed.
        bytes += Self.noAccount
        return
      }
      guard let password else {
        append(document.extracting(brace..<document.count))
        return
      }
      bytes += Self.password
      if password.indices.allSatisfy({ Self.isPlain(password[$0]) }) {
        bytes.append(UInt8(ascii: "\""))
        append(password)
        bytes.append(UInt8(ascii: "\""))
      } else {
        let text = password.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        bytes += JSONLiteral.string(text).bytes(style: .compact)
      }
      var next = brace + 1
      while next < document.count, Self.isSpace(document[next]) { next += 1 }
      if next >= document.count || document[next] != UInt8(ascii: "}") {
        bytes.append(UInt8(ascii: ","))
      }
      append(document.extracting(brace + 1..<document.count))
    }

    private mutating func append(_ more: Span<UInt8>) {
      more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// The accounts as those of a file, with what is no account for each row that is not one.
    func document(_ source: String) throws(AccountsError) -> AccountsDocument {
      if let whole = rowByRow(source) { return try whole.usable() }
      var text = RowsText(head: head)
      for range in ranges {
        // As deep as it is in the whole text.
        var alone = RowsText(head: #"{"accounts":["#.utf8)
        alone.append(bytes[range].span, password: nil)
        let isAccount = alone.rowByRow(source) != nil
        text.append((isAccount ? bytes[range] : Self.noAccount[...]).span, password: nil)
      }
      return try text.parsed(source).usable()
    }

    private func parsed(_ source: String) throws(AccountsError) -> AccountsDocument {
      try AccountsDocument(path: source, bytes: bytes + Self.end, hasLines: false, dialect: .json)
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

    private static let password = Array(#"{"password":"#.utf8)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let noAccount = Array("null".utf8)
    private static let end = Array("]}".utf8)
  }
#endif
