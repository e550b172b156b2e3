import Foundation

/// A JSON value as another program reads it.
enum JSONOutput {
  /// The object that a text holds.
  static func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let object = value as? [String: Any] else { throw NotAnObject(text: text) }
    return object
  }

  struct NotAnObject: Error { let text: String }
}

extension HomeFile {
  /// The accounts in the file, as another program reads them.
  var people: [[String: Any]] {
    get throws { try JSONOutput.object(text)["accounts"] as? [[String: Any]] ?? [] }
  }

  /// The emails in the accounts file, in its order.
  var emails: [String] { get throws { try people.compactMap { $0["email"] as? String } } }

  /// One field of the only account.
  func only(_ field: String) throws -> String? {
    let people = try people
    return people.count == 1 ? people[0][field] as? String : nil
  }
}
