/// An option whose value has a type: declared once with what it takes, read as a value.
///
///     static let limit = TypedOption.count("--limit", "N", help: "at most N")
///     let limit = try arguments[limit]
package struct TypedOption<Value: Sendable>: Sendable {
  package let spec: OptionSpec
  fileprivate let read: @Sendable (String) throws -> Value

  /// - Parameter read: the value of a text; throws what is wrong with it.
  package init(_ spec: OptionSpec, read: @escaping @Sendable (String) throws -> Value) {
    (self.spec, self.read) = (spec, read)
  }
}

extension TypedOption where Value == Int {
  /// A number of things, 1 or more.
  package static func count(
    _ name: String, _ value: String, excludes: [String] = [], help: Words
  ) -> Self {
    Self(OptionSpec(name, value, excludes: excludes, help: help)) {
      try Arguments.count($0, as: name, hint: Phrase("write \(name) 10"))
    }
  }
}

extension Arguments {
  package subscript<Value>(option: TypedOption<Value>) -> Value? {
    get throws { try self[option.spec].map(option.read) }
  }

  /// A number of things that was typed: 1 or more.
  package static func count(_ typed: String, as name: String, hint: Phrase) throws -> Int {
    guard let count = Int(typed), count > 0 else {
      throw Report.usage("\(name) must be a number, 1 or more, not '\(visible(typed))'", hint: hint)
    }
    return count
  }
}
