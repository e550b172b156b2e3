import LosslessJSON

/// The logged-in user, as reported by regapp.
struct Person: Sendable, Equatable {
  /// The first and last name, or the email if there is no name.
  let name: String
  /// The profile as `regapp show` prints it, a line each.
  let profile: [String]
}

extension Person {
  /// - Parameters:
  ///   - fields: what `regapp --json show` prints.
  ///   - profile: what `regapp show` prints.
  init?(fields: [UInt8], profile: [UInt8]) {
    guard let shown = JSONObject(parsing: fields) else { return nil }
    let names = [shown.text("firstName"), shown.text("lastName")].compactMap(\.self)
      .joined(separator: " ")
    name = names.isEmpty ? shown.text("email") ?? "" : names
    self.profile = String(decoding: profile, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
