package import LosslessJSON

/// An account in a text that was found to keep the rules. A field is read when it is asked for.
package struct UnreadAccount: Sendable {
  let source: Source
  private let fields: FieldTable<JSONValue>

  /// What accounts of one text share.
  package final class Source: Sendable {
    let document: JSONDocument
    let rulebook: Rulebook
    let today: CalendarDay
    /// What the store knows an account with such fields by.
    let id: @Sendable (FieldValues) -> AccountID?

    package init(
      _ document: JSONDocument, _ rulebook: Rulebook, today: CalendarDay,
      id: @escaping @Sendable (FieldValues) -> AccountID?
    ) {
      self.document = document
      self.rulebook = rulebook
      self.today = today
      self.id = id
    }
  }

  /// - Parameter fields: the values of the fields; each has its field's form, and no escapes.
  package init(_ fields: FieldTable<JSONValue>, of source: Source) {
    self.fields = fields
    self.source = source
  }

  func value(of field: Field) -> FieldValue? { fields[field].flatMap(source.document.fieldValue) }

  var values: FieldValues {
    var values = FieldValues()
    for field in Field.allCases {
      if let value = value(of: field) { values[field] = value }
    }
    return values
  }

  var account: Account? {
    Account(checked: values, rulebook: source.rulebook, today: source.today)
  }

  /// The same as `Account.state(on:)`.
  func state(on day: CalendarDay) -> AccountState {
    if let password = fields[.password] {
      let first = source.document.bytes[password.content.lowerBound]
      if first == UInt8(ascii: "!") || first == UInt8(ascii: "*") { return .locked }
    }
    if let disabled = fields[.disabled], source.document.bool(disabled) != false {
      return .disabled
    }
    if let until = self.day(.validUntil), until < day { return .expired }
    if let from = self.day(.validFrom), day < from { return .notYetValid }
    return .open
  }

  private func day(_ field: Field) -> CalendarDay? {
    guard let value = fields[field] else { return nil }
    let bytes = source.document.bytes
    return CalendarDay(bytes.span.extracting(value.content))
  }
}

extension JSONValue {
  /// A string's bytes in its text, without its quotes.
  package var content: Range<Int> {
    range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
  }
}
