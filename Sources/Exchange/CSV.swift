package import Accounts
import TextTools

/// Tables as in RFC 4180: commas, quotes, CR LF, and a first line with the column names.
package enum CSV {
  /// The field for a column name in any spelling: `firstName`, `First name`. A column of ids has to
  /// be named.
  package static func field(named name: String) -> Field? {
    let name = plain(name)
    return Field.shown.first { plain($0.key) == name }
  }

  /// A column name in comparable form.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-\"".contains($0) }
  }

  /// True for a line before the names of the columns: in the templates of Entra, in what
  /// PowerShell's Export-Csv writes, and the separator for Excel.
  static func isPreface(_ line: ArraySlice<UInt8>) -> Bool {
    line.elementsEqual("version:v1.0".utf8) || line.starts(with: "#TYPE ".utf8)
      || line.count == 5 && line.starts(with: "sep=".utf8)
  }

  /// The possible separators of values.
  static let delimiters = Array(",;\t".utf8)

  static func columns(withHashes: Bool) -> [Field] {
    Field.shown.filter { withHashes || $0 != .password }
  }

  static func header(withHashes: Bool) -> String {
    columns(withHashes: withHashes).map(\.key).joined(separator: ",") + "\r\n"
  }

  static func line(
    _ record: ExchangeRecord, withHashes: Bool, forSpreadsheet: Bool = false
  ) -> String {
    columns(withHashes: withHashes).map { field in
      guard let text = cell(record.values[field]) else { return "" }
      return forSpreadsheet && isFormula(text) ? "'\(text)".quoted("\"") : quoted(text)
    }.joined(separator: ",") + "\r\n"
  }

  /// A value as one text; nil for an empty cell.
  private static func cell(_ value: FieldValue?) -> String? {
    switch value {
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ",")
    case .flag(true): "true"
    case .flag(false), nil: nil
    }
  }

  static func value(_ text: String, of field: Field) -> FieldValue? {
    let form = field.form
    switch form {
    case .text: return .text(text)
    case .texts: return FieldValues.typed(text, for: field)
    case .flag, .flagOrText:
      // As spreadsheets write it.
      let word = text.lowercased()
      return ["true", "false"].contains(word) ? .flag(word == "true") : .text(text)
    }
  }

  /// True if a spreadsheet would calculate a value instead of showing it.
  private static func isFormula(_ text: String) -> Bool {
    text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  }

  /// True if a spreadsheet would calculate a value of a record. A phone number is not a formula.
  static func hasFormula(_ record: ExchangeRecord) -> Bool {
    columns(withHashes: false).contains { field in
      guard let text = cell(record.values[field]), isFormula(text) else { return false }
      let isPhone =
        field == .phone && text.utf8.first == UInt8(ascii: "+")
        && text.utf8.dropFirst().allSatisfy { $0.isASCIIDigit || "-() ".utf8.contains($0) }
      return !isPhone
    }
  }

  /// A value for a cell. An empty one has quotes: without them it counts as missing.
  static func quoted(_ text: String) -> String {
    let bytes = text.utf8
    let needsQuotes =
      bytes.isEmpty || bytes.first == 0x20 || bytes.last == 0x20
      || bytes.first == UInt8(ascii: "#")
      || bytes.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 < 0x20 }
    guard needsQuotes else { return text }
    return text.quoted("\"")
  }
}

extension String {
  /// The text in quotes, with each inner quote doubled.
  func quoted(_ quote: Unicode.Scalar) -> String {
    // By scalar: a combining character after a quote must not hide it.
    let inner = unicodeScalars.flatMap { $0 == quote ? [$0, $0] : [$0] }
    var result = UnicodeScalarView([quote])
    result += inner
    result.append(quote)
    return String(result)
  }
}

extension Field {
  /// Whether it may be there and empty, as a first name may be. Any other is missing then.
  var mayBeEmpty: Bool {
    if case .text = row.kind { true } else { false }
  }
}
