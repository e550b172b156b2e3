extension JSONDocument {
  /// Replaces one value with another.
  ///
  /// A new array or object is laid out like the one it replaces; if that one shows no layout, like
  /// its surroundings. Comments in an array or object go with it.
  public func replacing(_ value: JSONValue, with literal: JSONLiteral) -> JSONSplice {
    guard holds(value) else { return unchanged(value) }
    guard literal.depth > 0 else {
      return JSONSplice(range: value.range, bytes: literal.bytes(style: .pretty))
    }
    let layout = layout(of: value) ?? Layout(surroundings(of: value))
    return JSONSplice(
      range: value.range,
      bytes: literal.bytes(style: layout.style, indentation: layout.indentation))
  }

  /// Takes one value out as a separate document, lets `body` edit it, and returns the whole change
  /// as one splice of this document.
  ///
  /// The document passed to `body` keeps the style and indentation around the value, so an edit
  /// there looks the same as an edit here. Only the value's own text is put back; white space that
  /// `body` leaves around it is dropped. For a value of another document, `body` is not called and
  /// the splice changes nothing.
  ///
  ///     let change = try document.editing(account) { account throws(JSONSyntaxError) in
  ///       try account.apply(account.inserting("phone", .string("…"), into: account.root))
  ///     }
  public func editing<E: Error>(
    _ value: JSONValue, _ body: (inout JSONDocument) throws(E) -> Void
  ) throws(E) -> JSONSplice {
    guard holds(value),
      var document = try? JSONDocument(
        parsing: Array(bytes[value.range]), dialect: dialect, surroundings: surroundings(of: value))
    else { return unchanged(value) }
    try body(&document)
    return JSONSplice(range: value.range, bytes: Array(document.bytes[document.root.range]))
  }

  /// The result for a value that is not in this document or not of the right kind.
  func unchanged(_ value: JSONValue) -> JSONSplice {
    let start = Swift.min(Swift.max(0, value.range.lowerBound), bytes.count)
    return JSONSplice(range: start..<start, bytes: [])
  }
}
