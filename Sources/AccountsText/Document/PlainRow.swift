import Accounts
import LosslessJSON
import TextTools

/// An account as nearly all are: an object in which each field is named once, has its form, and is
/// written without escapes. It knows places only; no text is made of them.
struct PlainRow {
  /// The values of the fields.
  private(set) var fields = FieldTable<JSONValue>()
  /// Whether it has keys that are not ours.
  private(set) var hasOwnKeys = false

  /// The account at a place; nil if it is not plain: then ``AccountsDocument/Row`` tells what it is.
  ///
  /// - Parameter isKnown: whether it was found to be plain before.
  init?(
    _ file: borrowing AccountsDocument, _ value: JSONValue, isKnown: Bool = false
  ) {
    var fields = FieldTable<JSONValue>()
    var isPlain = true
    let isWhole = file.document.forEachMember(
      of: value, among: FieldKeys.names, others: &hasOwnKeys
    ) { name, value in
      let field = FieldKeys.fields[name]
      if !isKnown, fields[field] != nil || !file.isPlain(value, in: field) { isPlain = false }
      fields[field] = value
    }
    guard isWhole, isPlain else { return nil }
    self.fields = fields
  }
}

extension AccountsDocument {
  fileprivate func isPlain(_ value: JSONValue, in field: Field) -> Bool {
    switch (value.kind, field) {
    case (.array, .groups):
      !document.hasBackslash(in: value.range)
        && document.allElements(of: value) { $0.kind == .string }
    case (.bool, .disabled), (.bool, .mustChange): true
    case (.string, .groups), (.string, .mustChange): false
    case (.string, _): !document.hasBackslash(in: value.content)
    default: false
    }
  }

  /// Whether the bytes of a plain account alone show that it keeps the rules; where they do not, its
  /// values are judged.
  ///
  /// - Parameter isValid: whether a password does, in UTF-8.
  func isObviouslyValid(
    _ row: PlainRow, today: CalendarDay,
    password isValid: (Span<UInt8>) -> Bool = StoredPassword.isObviouslyValid
  ) -> Bool {
    let text = document.bytes.span
    for field in FieldKeys.fields {
      guard let value = row.fields[field] else {
        if rulebook.requires(field) { return false }
        continue
      }
      switch field {
      case .password: guard isValid(text.extracting(value.content)) else { return false }
      case .groups: guard areObviouslyValid(value, today: today) else { return false }
      case .disabled, .mustChange: guard value.kind == .bool else { return false }
      default:
        let utf8 = text.extracting(value.content)
        guard rulebook.isObviouslyValid(utf8, as: field, today: today) else { return false }
      }
    }
    guard let from = row.fields[.validFrom], let until = row.fields[.validUntil],
      let first = CalendarDay(text.extracting(from.content)),
      let last = CalendarDay(text.extracting(until.content))
    else { return true }
    return first <= last
  }

  private func areObviouslyValid(_ groups: JSONValue, today: CalendarDay) -> Bool {
    // Each is compared with each; many are compared by a set.
    var (starts, ends, count) = (SIMD8<Int>(), SIMD8<Int>(), 0)
    return document.allElements(of: groups) { group in
      let (text, place) = (document.bytes.span, group.content)
      let utf8 = text.extracting(place)
      guard count < starts.scalarCount, rulebook.isObviouslyValid(utf8, as: .groups, today: today)
      else { return false }
      for index in 0..<count
      where utf8.isSame(as: text.extracting(starts[index]..<ends[index])) { return false }
      (starts[count], ends[count]) = (place.lowerBound, place.upperBound)
      count += 1
      return true
    }
  }

  /// What the fields of a plain account hold.
  func values(of row: PlainRow) -> FieldValues {
    var values = FieldValues()
    for field in FieldKeys.fields {
      if let value = row.fields[field] { values[field] = document.fieldValue(value) }
    }
    return values
  }
}
