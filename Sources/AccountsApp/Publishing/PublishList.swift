import AccountsFile
import Exchange
import LosslessJSON
import TextTools

/// The entries of `publish.json`: which file is for which program, and who is in it.
///
///     {"publish": [{"for": "traefik", "file": "/etc/traefik/users", "groups": ["web"]}]}
struct PublishList {
  struct Entry: Sendable {
    let reader: Reader
    let file: String
    /// The groups of which an account must be in one; nil for all accounts.
    let groups: [String]?
    /// The place that names the file.
    let place: Int

    /// True if an account is in the file, if its program can check the hash. Groups are compared
    /// byte for byte, as everywhere.
    func has(_ values: FieldValues) -> Bool {
      groups.map { groups in
        values.groups.contains { group in groups.contains { sameText($0, group) } }
      } ?? true
    }
  }

  /// The variable that names a list in another place than the usual one.
  static let variable = "REGAPP_PUBLISH_LIST"

  let entries: [Entry]
  private let document: JSONDocument
  private let path: String

  /// Reads a list; throws everything that is wrong with it.
  init(_ bytes: [UInt8], path: String) throws(AccountsError) {
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw .fileInvalid(error.problems(in: bytes, of: path))
    }
    self.path = path
    var parser = ListParser(document: document)
    entries = parser.entries()
    guard parser.problems.isEmpty else {
      throw .fileInvalid(document.placed(parser.problems.inOrder, in: path))
    }
  }

  /// Throws if two entries have one file: by their paths, or as a file system has it.
  func checkFiles(_ areOne: (String, String) async -> Bool) async throws(AccountsError) {
    var problems: [LocatedProblem] = []
    for (index, entry) in entries.enumerated() {
      for earlier in entries[..<index] {
        if Self.components(entry.file) != Self.components(earlier.file) {
          guard await areOne(entry.file, earlier.file) else { continue }
        }
        problems.append(LocatedProblem(.key("file"), .field(.once), at: entry.place))
        break
      }
    }
    guard problems.isEmpty else { throw .fileInvalid(document.placed(problems, in: path)) }
  }

  private static func components(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}

private struct ListParser {
  let document: JSONDocument
  var problems: [LocatedProblem] = []

  mutating func entries() -> [PublishList.Entry] {
    guard let root = members(of: document.root, "publish", ["publish"]) else { return [] }
    guard let list = root["publish"] else {
      report("publish", .field(.required), document.root)
      return []
    }
    guard list.kind == .array else {
      report("publish", .rulebook(.listOfObjects), list)
      return []
    }
    var entries: [PublishList.Entry] = []
    for element in document.elements(of: list) {
      if let entry = entry(element) { entries.append(entry) }
    }
    return entries
  }

  private mutating func entry(_ value: JSONValue) -> PublishList.Entry? {
    guard let members = members(of: value, "publish", ["for", "file", "groups"]) else { return nil }
    let reader = readReader(members["for"], of: value)
    let file = readFile(members["file"], of: value)
    var groups: [String]?
    if let value = members["groups"] { groups = readGroups(value) }
    guard let reader, let file, let place = members["file"] else { return nil }
    return PublishList.Entry(
      reader: reader, file: file, groups: groups, place: place.range.lowerBound)
  }

  private mutating func readReader(_ value: JSONValue?, of entry: JSONValue) -> Reader? {
    guard let name = text(value, "for", of: entry) else { return nil }
    if let reader = Reader.named(name) { return reader }
    if let value { report("for", .rulebook(.choice(Reader.all.map(\.name))), value) }
    return nil
  }

  private mutating func readFile(_ value: JSONValue?, of entry: JSONValue) -> String? {
    guard let path = text(value, "file", of: entry), let value else { return nil }
    if path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) { return path }
    report("file", .rulebook(.absolutePath), value)
    return nil
  }

  private mutating func readGroups(_ value: JSONValue) -> [String] {
    guard value.kind == .array else {
      report("groups", .field(.listOfTexts), value)
      return []
    }
    var groups: [String] = []
    for element in document.elements(of: value) {
      if let group = document.string(element) {
        groups.append(group)
      } else {
        report("groups", .field(.text), element)
      }
    }
    return groups
  }

  private mutating func text(_ value: JSONValue?, _ key: String, of entry: JSONValue) -> String? {
    guard let value else {
      report(key, .field(.required), entry)
      return nil
    }
    if let text = document.string(value) { return text }
    report(key, .field(.text), value)
    return nil
  }

  /// The members of an object by their names; nil if the value is not an object.
  private mutating func members(
    of value: JSONValue, _ name: String, _ known: [String]
  ) -> [String: JSONValue]? {
    guard value.kind == .object else {
      report(name, .rulebook(.object), value)
      return nil
    }
    var members: [String: JSONValue] = [:]
    for member in document.members(of: value) {
      let key = document.string(member.key) ?? ""
      if !known.contains(key) {
        report(key, .rulebook(.knownKey(suggestion: nearest(to: key, in: known))), member.key)
      } else if members[key] != nil {
        report(key, .field(.once), member.key)
      } else {
        members[key] = member.value
      }
    }
    return members
  }

  private mutating func report(_ key: String, _ rule: Rule, _ value: JSONValue) {
    problems.append(LocatedProblem(.key(key), rule, at: value.range.lowerBound))
  }
}
