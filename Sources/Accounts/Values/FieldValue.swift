/// What a field of an account holds. Two values are equal byte by byte: a letter and its accent
/// are not the letter that has one.
public enum FieldValue: Sendable, Redacted {
  /// A text; the value of most fields.
  case text(String)
  /// Several texts, in their order: groups.
  case texts([String])
  /// Yes or no: whether an account is disabled, or its password must be changed.
  case flag(Bool)

  /// The text; nil for a value of another kind.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value as a person types and reads it, groups between commas.
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

/// One field's old and new value; nil is nothing there.
public struct FieldEdit: Sendable, Equatable, Redacted {
  /// What the field held when the edit began.
  public var old: FieldValue?
  /// What it is to hold.
  public var new: FieldValue?

  /// An edit from one value to another.
  public init(from old: FieldValue?, to new: FieldValue?) {
    self.old = old
    self.new = new
  }

  /// An edit from one text to another.
  public init(from old: String?, to new: String?) {
    self.init(from: old.map { .text($0) }, to: new.map { .text($0) })
  }
}

/// What is to change in one account, by field.
public typealias FieldEdits = FieldTable<FieldEdit>

extension FieldEdits {
  /// The fields that are edited, in their usual order.
  public var fields: [Field] { Field.allCases.filter { self[$0] != nil } }
}

/// Whether two values of a field are the same byte by byte: in a file, unlike for String, a letter
/// and its accent are not the letter that has one.
package func sameText(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
  case (nil, nil): true
  default: false
  }
}
