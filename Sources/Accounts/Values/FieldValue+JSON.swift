package import LosslessJSON

extension FieldValue {
  package var literal: JSONLiteral {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .flag(let flag): .bool(flag)
    }
  }
}

extension JSONLiteral {
  /// The value for a field; nil for a type that no field has.
  package var fieldValue: FieldValue? {
    switch self {
    case .string(let text): return .text(text)
    case .bool(let flag): return .flag(flag)
    case .array(let elements):
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == elements.count ? .texts(texts) : nil
    case .null, .number, .object: return nil
    }
  }
}

extension JSONDocument {
  /// A value as a text, texts, true or false; nil for anything else.
  package func fieldValue(_ value: JSONValue) -> FieldValue? {
    if value.kind == .array {
      let texts = elements(of: value).map { string($0) }
      return texts.contains(nil) ? nil : .texts(texts.compactMap(\.self))
    }
    return string(value).map { .text($0) } ?? bool(value).map { .flag($0) }
  }

  /// The value of a field; throws the rule that a value of the wrong type breaks.
  package func value(_ value: JSONValue, of field: Field) throws(FieldRule) -> FieldValue {
    switch (fieldValue(value), field) {
    case (.texts(let texts)?, .groups): return .texts(texts)
    case (.flag(let flag)?, .disabled), (.flag(let flag)?, .mustChange): return .flag(flag)
    case (_, .mustChange): throw .trueOrFalse
    case (.text(let text)?, _) where field != .groups: return .text(text)
    case (_, .disabled): throw .disabledForm
    case (_, .groups):
      let isOfTexts = value.kind == .array && elements(of: value).allSatisfy { $0.kind == .string }
      throw isOfTexts ? .wholeUnicode : .listOfTexts
    default: throw value.kind == .string ? .wholeUnicode : .text
    }
  }
}
