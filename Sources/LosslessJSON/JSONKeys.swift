extension JSONDocument {
  /// Calls `body` with each member of an object that has one of some names, in the order of the text:
  /// which name it is, and the value. Members of other names are passed over, and tell `others`.
  ///
  /// - Returns: false, without a call, if the value is not an object.
  package func forEachMember(
    of object: JSONValue, among keys: [JSONKey], others: inout Bool,
    _ body: (_ name: Int, _ value: JSONValue) -> Void
  ) -> Bool {
    guard holds(object), object.kind == .object else { return false }
    // Accounts tend to have their members in one order.
    var name = 0
    for member in members(of: object) {
      var tried = 0
      while tried < keys.count, !isKey(member.key.range, keys[name]) {
        tried += 1
        name = name + 1 < keys.count ? name + 1 : 0
      }
      guard tried < keys.count else {
        others = true
        continue
      }
      body(name, member.value)
      name = name + 1 < keys.count ? name + 1 : 0
    }
    return true
  }
}
