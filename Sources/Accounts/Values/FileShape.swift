package import LosslessJSON
import TextTools

/// The top level of an accounts file, or of a list of accounts, and its problems.
package struct FileShape {
  package private(set) var rules: JSONValue?
  package private(set) var accounts: JSONValue?
  private var version: JSONValue?
  package private(set) var isOfOtherVersion = false
  package private(set) var problems: [LocatedProblem] = []
  private var schema: JSONValue?
  /// The keys that are none of the file's.
  private var others: [(name: String, member: JSONMember)] = []

  /// - Parameter isInUse: an unknown key makes the text unusable, but for one that no file has any
  ///   more.
  package init(_ document: JSONDocument, needsRules: Bool, isInUse: Bool) {
    let root = document.root
    guard root.kind == .object else {
      problems = [LocatedProblem(.file, .file(.fileIsObject), at: root.range.lowerBound)]
      return
    }
    for member in document.members(of: root) {
      if document.isKey(member.key, Self.versionKey) {
        version = first(version, "regapp", member.value)
      } else if document.isKey(member.key, Self.rulesKey) {
        rules = first(rules, "rules", member.value)
      } else if document.isKey(member.key, Self.accountsKey) {
        accounts = first(accounts, "accounts", member.value)
      } else if document.isKey(member.key, Self.schemaKey) {
        schema = first(schema, "$schema", member.value)
      } else if let name = document.string(member.key) {
        others.append((name, member))
      } else {
        let place = member.key.range.lowerBound
        problems.append(LocatedProblem(.file, .field(.wholeUnicode), at: place))
      }
    }
    if let version, !document.isFormatVersion(version) {
      let place = version.range.lowerBound
      problems.append(LocatedProblem(.key("regapp"), .file(.newerVersion), at: place))
      isOfOtherVersion = true
    }
    let isNull = rules?.kind == .null
    if needsRules, !isOfOtherVersion, rules == nil || isNull {
      let place = (rules ?? root).range.lowerBound
      problems.append(LocatedProblem(.key("rules"), .file(.whichRulebook), at: place))
    }
    if rules == nil {
      if needsRules { note("rules") { Self.saysRules($0, in: document) } }
    } else {
      findSecond("rules")
    }
    if isNull { rules = nil }
    if accounts?.kind != .array {
      let rule: Rule = accounts == nil ? .field(.required) : .file(.accountsIsArray)
      let place = (accounts ?? root).range.lowerBound
      problems.append(LocatedProblem(.key("accounts"), rule, at: place))
    }
    if accounts == nil { note("accounts") { _ in false } } else { findSecond("accounts") }
    if accounts?.kind != .array { accounts = nil }
    let reported = Set(problems.map(\.subject))
    for (name, member) in others where isInUse && !reported.contains(.key(name)) {
      guard let meaning = TopKey(name, member.value, in: document, rules: rules) else { continue }
      let place = member.key.range.lowerBound
      problems.append(LocatedProblem(.key(name), .file(.knownKey(meaning)), at: place))
    }
  }

  /// Notes the key that most likely stands for a missing one.
  private mutating func note(_ key: String, or isLike: (JSONMember) -> Bool) {
    let found = others.first { nearest(to: $0.name, in: [key]) != nil || isLike($0.member) }
    guard let (name, member) = found else { return }
    let rule = Rule.rulebook(.knownKey(suggestion: key))
    problems.append(LocatedProblem(.key(name), rule, at: member.key.range.lowerBound))
  }

  /// True if a key speaks of rules, or its value is a rulebook: `//rules`, `policy`.
  private static func saysRules(_ member: JSONMember, in document: JSONDocument) -> Bool {
    if document.string(member.key)?.lowercased().contains("rule") == true { return true }
    if let text = document.string(member.value) { return Rulebook.builtIn(text) != nil }
    return ["from", "fields"].contains { document.value(for: JSONKey($0), in: member.value) != nil }
  }

  /// Reports each key that is another one but for its case: nobody can say which of both is meant.
  private mutating func findSecond(_ key: String) {
    for (name, member) in others where name.lowercased() == key {
      let rule = Rule.file(.secondSpelling(of: key))
      problems.append(LocatedProblem(.key(name), rule, at: member.key.range.lowerBound))
    }
  }

  private mutating func first(
    _ earlier: JSONValue?, _ name: String, _ value: JSONValue
  ) -> JSONValue {
    guard let earlier else { return value }
    problems.append(LocatedProblem(.key(name), .field(.once), at: value.range.lowerBound))
    return earlier
  }

  private static let versionKey = JSONKey("regapp")
  private static let schemaKey = JSONKey("$schema")
  private static let rulesKey = JSONKey("rules")
  private static let accountsKey = JSONKey("accounts")
}
