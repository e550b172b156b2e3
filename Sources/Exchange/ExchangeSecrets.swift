import Accounts
import LosslessJSON

extension ExchangeFormat {
  /// Calls `body` with each range of a text that must not be seen, in order: passwords, hashes and, where
  /// the text is not clear, everything that might be one.
  ///
  /// - Parameter isClear: whether the text could be read to its end.
  package func forEachSecret(
    in text: ExchangeText, _ options: ReadingOptions, isClear: Bool, _ body: (Range<Int>) -> Void
  ) {
    guard text.isUTF8 || self == .json else { return hideLines(of: text, body) { $0 } }
    switch self {
    case .json:
      JSONSecrets.ofImports.forEach(
        in: text.bytes, isJSON: isClear && JSONSecrets.isJSON(text.bytes, dialect: options.dialect),
        body)
    case .csv: CSVTable.forEachSecret(in: text, options, body)
    case .htpasswd, .htgroup, .dovecot:
      hideLines(of: text, body) { line in
        guard let sign = text.bytes[line].firstIndex(where: { ":|".utf8.contains($0) }) else {
          return line
        }
        let isName = text.bytes[line.lowerBound..<sign].allSatisfy {
          !" \t#\"'{[,;".utf8.contains($0)
        }
        return isName ? sign + 1..<line.upperBound : line
      }
    case .ldif: hideAttributes(of: text, options, body)
    case .authelia:
      hideLines(of: text, body) { line in
        guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: line) else { return line }
        let name = text.string(line.lowerBound..<colon).drop { " -\"'".contains($0) }
        return Self.openKeys.contains(name.filter { !"\"' ".contains($0) })
          && !text.bytes[colon..<line.upperBound].contains { "{[|>&*!#".utf8.contains($0) }
          ? colon..<colon : colon + 1..<line.upperBound
      }
    }
  }

  /// The keys of lists of users in YAML whose values may be seen.
  private static let openKeys: Set<String> = [
    "users", "email", "displayname", "disabled", "groups", "given_name", "family_name", "name",
    "username", "phone_number", "birthdate",
  ]

  private func hideLines(
    of text: ExchangeText, _ body: (Range<Int>) -> Void, _ secret: (Range<Int>) -> Range<Int>
  ) {
    for line in text.lines {
      var range = secret(line)
      while let first = text.bytes[range].first, first == 0x20 || first == 0x09 {
        range = range.lowerBound + 1..<range.upperBound
      }
      if !range.isEmpty { body(range) }
    }
  }

  /// Hides the values of secret attributes, with the lines that continue them.
  private func hideAttributes(
    of text: ExchangeText, _ options: ReadingOptions, _ body: (Range<Int>) -> Void
  ) {
    var isSecret = true
    hideLines(of: text, body) { line in
      let bytes = text.bytes[line]
      if bytes.first == 0x20 { return isSecret ? line : line.lowerBound..<line.lowerBound }
      isSecret = true
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        bytes[..<colon].allSatisfy(\.isOfAttribute)
      else { return line }
      let name = text.string(line.lowerBound..<colon)
      isSecret =
        LoginMark(attribute: name) == nil && SecretName.isSecret(name)
        || options.columns[.password].map { name.lowercased().hasPrefix($0.lowercased()) } == true
      return isSecret ? colon + 1..<line.upperBound : colon..<colon
    }
  }
}

extension UInt8 {
  /// Whether it may be in the name of an attribute, with its options.
  fileprivate var isOfAttribute: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || "-.;_".utf8.contains(self)
  }
}

extension CSVTable {
  /// Hides the columns of passwords. Of a table that does not begin with the names of its columns, and
  /// of rows that do not fit it, each value may be one.
  fileprivate static func forEachSecret(
    in text: ExchangeText, _ options: ReadingOptions, _ body: (Range<Int>) -> Void
  ) {
    let (first, start) = header(of: text)
    var scanner = CSVScanner(delimiter(of: text.bytes[first]), from: start)
    var secret: [Bool] = []
    var isHeader = true
    var isClear = true
    var end = start
    while scanner.next(in: text.bytes.span) {
      if !scanner.faults.isEmpty { isClear = false }
      if isHeader {
        let names = scanner.cells.map(text.text)
        let known = names.map { name in
          Field.allCases.first { options.columns[$0].map(CSV.plain) == CSV.plain(name) }
            ?? CSV.field(named: name)
        }
        if !known.contains(where: { $0 == .email || $0 == .username }) { isClear = false }
        secret = zip(names, known).map { name, field in
          field == .password || LoginMark(column: name) == nil && SecretName.isSecret(name)
        }
      }
      for (index, cell) in scanner.cells.enumerated() {
        // Behind the cell is what a stray quote left.
        let next = index + 1 < scanner.cells.count ? scanner.cells[index + 1].offset - 1 : nil
        end = next ?? scanner.endOfRow
        let isWhole = isClear && scanner.cells.count == secret.count
        if isWhole ? !isHeader && secret[index] : true, cell.offset < end {
          body(isWhole ? cell.range : cell.offset..<end)
        }
      }
      isHeader = false
    }
    guard scanner.openQuote != nil else { return }
    while end < text.bytes.count, text.bytes[end] == 0x0A || text.bytes[end] == 0x0D { end += 1 }
    if end < text.bytes.count { body(end..<text.bytes.count) }
  }
}

extension JSONSecrets {
  /// In files of other programs, a hash may be under any name.
  fileprivate static let ofImports: JSONSecrets = {
    var secrets = ofAccounts
    secrets.hidesHashes = true
    return secrets
  }()
}
