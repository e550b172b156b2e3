import HTTP

@testable import ServeApp

/// The form of a profile in a browser: the fields that it has, hidden ones among them, and their
/// values.
struct EditedProfile {
  let status: Answer.Status
  let page: String
  var fields: [String: String] = [:]

  init(_ answer: Answer) {
    status = answer.status
    page = String(decoding: answer.body, as: UTF8.self)
    for tag in page.split(separator: "<input ").dropFirst() {
      let tag = tag.prefix { $0 != ">" }
      guard let name = Self.value(of: "name", in: tag) else { continue }
      fields[name] = Self.value(of: "value", in: tag) ?? ""
    }
  }

  private static func value(of attribute: String, in tag: Substring) -> String? {
    let parts = " \(tag)".split(separator: " \(attribute)=\"", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let value = parts[1].prefix { $0 != "\"" }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(String(value)) { $0.replacing($1.0, with: $1.1) }
  }

  subscript(field: String) -> String {
    get { fields[field] ?? "" }
    set { fields[field] = newValue }
  }

  /// The fields whose problems it shows.
  var faults: Set<String> {
    Set(
      page.split(separator: "id=\"").compactMap { part in
        let id = part.prefix { $0 != "\"" }
        return id.hasSuffix("-fault") ? String(id.dropLast(6)) : nil
      })
  }

  var body: String {
    fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Browser.encoded($0.value))" }
      .joined(separator: "&")
  }
}

extension Browser {
  /// The form of the profile as it is shown.
  mutating func profile(_ path: String = "/edit") async -> EditedProfile {
    EditedProfile(await open(path))
  }

  mutating func save(
    _ form: EditedProfile, _ path: String = "/edit",
    fields: String = "Sec-Fetch-Site: same-origin\r\n"
  ) async -> Answer {
    await post(path, body: form.body, fields: fields)
  }
}
