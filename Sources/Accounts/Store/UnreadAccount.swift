package import LosslessJSON
import TextTools

/// An account in a text that keeps the rules. Fields are read on demand.
package struct UnreadAccount: Sendable {
  let source: Source
  private let index: Int

  /// The accounts of one text, listed together.
  package final class Source: Sendable {
    let document: JSONDocument
    fileprivate let accounts: [FieldTable<JSONValue>]
    let rulebook: Rulebook
    let today: CalendarDay

    /// - Parameter accounts: the values of the fields, each in its field's form and without
    ///   escapes.
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

  private func place(of field: Field) -> JSONValue? {
    // Not the whole account is copied for each of its fields.
    source.accounts.withUnsafeBufferPointer { accounts in
      accounts.indices.contains(index) ? accounts[index][field] : nil
    }
  }

  func value(of field: Field) -> FieldValue? {
    place(of: field).flatMap { source.document.fieldValue($0) }
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

  /// Some fields as one line of JSON, laid out as `JSONStyle.oneLine`, and an id. Values that keep
  /// the rules have no escapes, so their bytes are copied.
  func line(of fields: [Field], _ id: AccountID?) -> String {
    let document = source.document
    let text = document.bytes
    var line = [UInt8(ascii: "{")]
    line.reserveCapacity(256)
    for field in fields {
      guard let value = place(of: field) else { continue }
      line.append(contentsOf: (line.count == 1 ? "\"" : ", \"").utf8)
      line.append(contentsOf: field.key.utf8)
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
    if let id {
      line.append(contentsOf: (line.count == 1 ? "\"" : ", \"").utf8)
      line.append(contentsOf: "\(Field.id.key)\": \"\(id)\"".utf8)
    }
    line.append(UInt8(ascii: "}"))
    return String(decoding: line, as: UTF8.self)
  }

  var account: Account? {
    Account(checked: values, rulebook: source.rulebook, today: source.today)
  }
}
