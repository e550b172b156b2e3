import TextTools

/// The value of an account's field. Values are compared byte by byte: a composed letter differs
/// from letter and accent.
public enum FieldValue: Sendable, Redacted {
  /// A text; the value of most fields.
  case text(String)
  /// Several texts, in their order: groups.
  case texts([String])
  /// True or false: for `disabled` and `mustChange`.
  case flag(Bool)

  /// The text; nil for a value of another kind.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value for display and typing, with groups separated by commas.
  public var shown: String {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ", ")
    case .flag(let flag): "\(flag)"
    }
  }
}

extension FieldValue: Equatable {
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): sameText(left, right)
    case (.texts(let left), .texts(let right)): left.elementsEqual(right) { sameText($0, $1) }
    case (.flag(let left), .flag(let right)): left == right
    default: false
    }
  }
}

extension FieldValue: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(shown) }
}

/// Compares texts byte by byte: unlike for `String`, a composed letter differs from letter and
/// accent.
package func sameText(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left.utf8.span.isSame(as: right.utf8.span)
  case (nil, nil): true
  default: false
  }
}
