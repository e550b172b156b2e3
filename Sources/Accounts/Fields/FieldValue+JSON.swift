package import LosslessJSON

/// What JSON keeps of a field.
package enum FieldForm: Sendable {
  case text, texts, flag, flagOrText

  /// Whether a value has the form.
  package func takes(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case (.text, .text), (.flagOrText, .text), (.texts, .texts), (.flag, .flag),
      (.flagOrText, .flag):
      true
    case (.text, _), (.texts, _), (.flag, _), (.flagOrText, _): false
    }
  }
}

extension FieldKind {
  var form: FieldForm {
    switch self {
    case .email, .username, .password, .text, .day, .birthDay, .phone, .id: .text
    case .list: .texts
    case .yesNo: .flag
    case .lock: .flagOrText
    }
  }
}

extension Field {
  /// What JSON keeps of it.
  package var form: FieldForm { BuiltInFields.forms[Int(slot)] }
}

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
    let (read, form) = (fieldValue(value), field.form)
    if let read, form.takes(read) { return read }
    switch form {
    case .flag: throw .trueOrFalse
    case .flagOrText: throw .disabledForm
    case .texts:
      let isOfTexts = value.kind == .array && elements(of: value).allSatisfy { $0.kind == .string }
      throw isOfTexts ? .wholeUnicode : .listOfTexts
    case .text:
      guard value.kind != .string else { throw .wholeUnicode }
      throw field == .id ? .idForm(nil) : .text
    }
  }
}
