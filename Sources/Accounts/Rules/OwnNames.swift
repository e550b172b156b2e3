/// Names of an account that its password must not be made of: the user name, the email's local
/// part, and the first and last name, if at least four characters long.
package struct OwnNames: Sendable {
  /// The names as characters, without case.
  private let names: [[Character]]

  /// Collects the names from an account's values.
  package init(_ values: FieldValues) {
    let localPart = values.email.map { String($0.prefix { $0 != "@" }) }
    names = [values.username, localPart, values.firstName, values.lastName]
      .compactMap { $0.map(Self.folded) }.filter { $0.count >= Self.shortest }
  }

  /// True if a password contains a name and, without all names, has fewer than eight characters
  /// left.
  func make(up password: String) -> Bool {
    let text = Self.folded(password)
    var isTaken = [Bool](repeating: false, count: text.count)
    for name in names where name.count <= text.count {
      for start in 0...text.count - name.count where text[start...].starts(with: name) {
        for index in start..<start + name.count { isTaken[index] = true }
      }
    }
    return isTaken.contains(true) && isTaken.count(where: { !$0 }) < Self.leastRest
  }

  private static func folded(_ text: String) -> [Character] { Array(PersonName.key(of: text)) }

  private static let shortest = 4
  private static let leastRest = 8
}
