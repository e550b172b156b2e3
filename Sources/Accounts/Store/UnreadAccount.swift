package import LosslessJSON
import TextTools

/// An account in a text that was found to keep the rules. A field is read when it is asked for.
package struct UnreadAccount: Sendable {
  let source: Source
  private let index: Int

  /// The accounts of one text that are listed together.
  package final class Source: Sendable {
    let document: JSONDocument
    /// The fields of each account.
    fileprivate let accounts: [FieldTable<JSONValue>]
    let rulebook: Rulebook
    let today: CalendarDay

    /// - Parameter accounts: the values of their fields; each has its field's form, and no escapes.
    package init(
      _ accounts: [FieldTable<JSONValue>], in document: JSONDocument, _ rulebook: Rulebook,
      today: CalendarDay
    ) {
      self.document = document
      self.accounts = accounts
      self.rulebook = rulebook
      self.today = today
    }
  }

  package init(_ index: Int, of source: Source) {
    self.index = index
    self.source = source
  }

  private func place(of field: Field) -> JSONValue? { source.accounts[index][field] }

  func value(of field: Field) -> FieldValue? {
    place(of: field).flatMap { source.document.fieldValue($0) }
  }

  /// Whether the text has what another's has in a field, byte by byte; where that has nothing, so it is.
  func holds(_ field: Field, of other: UnreadAccount) -> Bool {
    guard let theirs = other.place(of: field) else { return true }
    guard let mine = place(of: field) else { return false }
    let (left, right) = (source.document.bytes, other.source.document.bytes)
    return left.span.extracting(mine.range).isSame(as: right.span.extracting(theirs.range))
  }

  /// Calls `body` with a field's text in UTF-8; nil if it has none.
  func withUTF8<Result>(of field: Field, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard let value = place(of: field), value.kind == .string else { return nil }
    let bytes = source.document.bytes
    return body(bytes.span.extracting(value.content))
  }

  var values: FieldValues {
    var values = FieldValues()
    for field in Field.allCases {
      if let value = value(of: field) { values[field] = value }
    }
    return values
  }

  /// Some fields as an object on one line of JSON, laid out as `JSONStyle.oneLine`. The values are copied from
  /// the text: they keep the rules and have no escapes, so nothing in them needs one.
  func line(of fields: [Field]) -> String {
    let document = source.document
    let text = document.bytes
    var line = [UInt8(ascii: "{")]
    line.reserveCapacity(256)
    for field in fields {
      guard let value = place(of: field) else { continue }
      line.append(contentsOf: (line.count == 1 ? "\"" : ", \"").utf8)
      line.append(contentsOf: field.rawValue.utf8)
      line.append(contentsOf: "\": ".utf8)
      guard value.kind == .array else {
        line.append(contentsOf: text[value.range])
        continue
      }
      line.append(UInt8(ascii: "["))
      for (index, element) in document.elements(of: value).enumerated() {
        if index > 0 { line.append(contentsOf: ", ".utf8) }
        line.append(contentsOf: text[element.range])
      }
      line.append(UInt8(ascii: "]"))
    }
    line.append(UInt8(ascii: "}"))
    return String(decoding: line, as: UTF8.self)
  }

  var account: Account? {
    Account(checked: values, rulebook: source.rulebook, today: source.today)
  }
}
