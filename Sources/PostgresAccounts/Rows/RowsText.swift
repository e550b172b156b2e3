#if Postgres
  import Accounts
  import AccountsText
  import LosslessJSON

  /// The text of an accounts file that holds rows of a table, one after another.
  ///
  /// Nearly every row is an object as JSON has it, so all of them are parsed at once, as one text. Whether
  /// each row was one account is seen afterwards; if not, each is parsed for itself.
  struct RowsText: Sendable {
    private var bytes: [UInt8]
    /// Where the accounts are in it.
    private var ranges: [Range<Int>] = []

    /// - Parameter rules: the rulebook's text in JSON.
    init(rules: String) {
      bytes =
        Array(#"{"rules":"#.utf8) + Array(rules.utf8) + Array(#","accounts":["#.utf8)
    }

    /// Adds an account with its password, which comes first.
    mutating func append(_ document: Span<UInt8>, password: Span<UInt8>?) {
      if !ranges.isEmpty { bytes.append(UInt8(ascii: ",")) }
      let start = bytes.count
      appendAccount(document, password)
      ranges.append(start..<bytes.count)
    }

    private mutating func appendAccount(_ document: Span<UInt8>, _ password: Span<UInt8>?) {
      var brace = 0
      while brace < document.count, Self.isSpace(document[brace]) { brace += 1 }
      guard brace < document.count, document[brace] == UInt8(ascii: "{") else {
        // A mark of the byte order may come before the object.
        appendUnusual(document, password)
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

    /// What is no JSON, as another hand wrote it, is an account that is closed.
    private mutating func appendUnusual(_ document: Span<UInt8>, _ password: Span<UInt8>?) {
      guard
        let account = try? JSONDocument(parsing: document.withUnsafeBufferPointer { Array($0) }),
        account.root.kind == .object
      else {
        bytes += Self.noAccount
        return
      }
      appendAccount(account.bytes.span.extracting(account.root.range), password)
    }

    private mutating func append(_ more: Span<UInt8>) {
      more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// The accounts as those of a file.
    func document(_ source: String) throws(AccountsError) -> AccountsDocument {
      if let whole = try? Self.document(source, bytes + Self.end), isRowByRow(whole) {
        return try whole.usable()
      }
      return try Self.document(source, rowByRow + Self.end).usable()
    }

    private static func document(
      _ source: String, _ text: [UInt8]
    ) throws(AccountsError) -> AccountsDocument {
      try AccountsDocument(path: source, bytes: text, hasLines: false, dialect: .json)
    }

    /// Whether each row is one account: none ends the list, or is a part of one account or several.
    private func isRowByRow(_ whole: AccountsDocument) -> Bool {
      guard whole.rows.count == ranges.count else { return false }
      for (account, range) in zip(whole.rows, ranges) {
        guard account.kind == .object, account.range.lowerBound == range.lowerBound,
          account.range.upperBound <= range.upperBound,
          bytes[account.range.upperBound..<range.upperBound].allSatisfy(Self.isSpace)
        else { return false }
      }
      return true
    }

    /// The same text, with what is no account in the place of each row that does not hold one.
    private var rowByRow: [UInt8] {
      var text = Array(bytes[..<(ranges.first?.lowerBound ?? bytes.count)])
      for (index, range) in ranges.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        // As deep as it is in the whole text.
        let alone = Array(#"{"accounts":["#.utf8) + bytes[range] + Self.end
        let list = try? JSONDocument(parsing: alone)
        let account = list.flatMap { list in
          list.elements(of: list.value(for: Self.accounts, in: list.root)).first
        }
        let end = alone.count - Self.end.count
        let isOne = account.map { account in
          account.kind == .object && account.range.lowerBound == end - range.count
            && account.range.upperBound <= end
            && alone[account.range.upperBound..<end].allSatisfy(Self.isSpace)
        }
        text += isOne == true ? Array(bytes[range]) : Self.noAccount
      }
      return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether JSON writes it as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static let password = Array(#"{"password":"#.utf8)
    private static let noAccount = Array("null".utf8)
    private static let end = Array("]}".utf8)
    private static let accounts = JSONKey("accounts")
  }
#endif
