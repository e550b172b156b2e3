import LosslessJSON
import TextTools

extension RulebookReader {
  /// The guarded hosts; any problem of one is reported at its place.
  mutating func hosts(_ key: RuleKey, _ value: JSONValue) -> GuardedHosts? {
    guard value.kind == .array else {
      report(key.path, .field(.listOfTexts), value)
      return nil
    }
    if document.elements(of: value).isEmpty { report(key.path, .rulebook(.emptyList), value) }
    let before = problems.count
    var entries: [GuardedHosts.Entry] = []
    for element in document.elements(of: value) {
      do throws(GuardedHostFault) {
        guard let entry = try entry(key.path, element) else { continue }
        _ = try GuardedHosts(entries + [entry])
        entries.append(entry)
      } catch {
        report(key.path, .rulebook(.guardedHosts(error)), element)
        if case .tooMany = error { break }
      }
    }
    return problems.count == before ? try? GuardedHosts(entries) : nil
  }

  /// A host of the list, written as a text or an object; nil if what is wrong was reported.
  private mutating func entry(
    _ path: String, _ value: JSONValue
  ) throws(GuardedHostFault) -> GuardedHosts.Entry? {
    guard value.kind == .object else {
      return try text(at: path, value).map { (text) throws(GuardedHostFault) in
        try GuardedHosts.Entry(text)
      }
    }
    let before = problems.count
    var hasKeysOfPeople = false
    var (seen, host, groups, from) = ([String](), String?.none, [String](), [String]())
    var requiresID = false
    for member in document.members(of: value) {
      guard let name = document.string(member.key) else {
        report(path, .field(.wholeUnicode), member.key)
        continue
      }
      if passesOver(name, RuleKey.namesOfHost, at: path, member) {
        hasKeysOfPeople = true
        continue
      }
      let inner = "\(path).\(name)"
      if seen.contains(name) {
        report(inner, .field(.once), member.key)
        continue
      }
      switch name {
      case "host": host = text(at: inner, member.value)
      case "groups":
        groups = texts(inner, member.value, check: GuardedHosts.Entry.check(groups:))
      case "subject":
        if let flag = document.bool(member.value) {
          requiresID = flag
        } else {
          report(inner, .rulebook(.boolean), member.value)
        }
      case "from": from = texts(inner, member.value, check: GuardedHosts.Entry.check(from:))
      default:
        let near = nearest(to: name, in: RuleKey.namesOfHost)
        report(inner, .rulebook(.knownKey(suggestion: near)), member.key)
        continue
      }
      seen.append(name)
    }
    guard seen.contains("host") else { throw .missing }
    guard problems.count == before, let host else { return nil }
    if hasKeysOfPeople, groups.isEmpty {
      let rule = Rule.caution(.openToAll(host: host))
      cautions.append(LocatedProblem(.key(path), rule, at: value.range.lowerBound))
    }
    return try GuardedHosts.Entry(host, groups: groups, from: from, requiresID: requiresID)
  }

  /// True for a key that begins as people's own do. Where it is a known one otherwise, what stands
  /// there is out of force.
  mutating func passesOver(
    _ name: String, _ known: [String], at path: String, _ member: JSONMember
  ) -> Bool {
    guard KeyMeaning.isOwn(name.utf8.span) else { return false }
    hasOwnKeys = true
    let rest = KeyMeaning.folded(String(name.dropFirst(2)))
    if let key = known.first(where: { KeyMeaning.folded($0) == rest }) {
      cautions.append(
        LocatedProblem(
          .key("\(path).\(name)"), .caution(.outOfForce(key)), at: member.key.range.lowerBound))
    }
    return true
  }

  /// The texts of a list of a host; each that is wrong is reported at its place.
  private mutating func texts(
    _ path: String, _ value: JSONValue, check: ([String]) throws(GuardedHostFault) -> Void
  ) -> [String] {
    guard value.kind == .array else {
      report(path, .field(.listOfTexts), value)
      return []
    }
    if document.elements(of: value).isEmpty { report(path, .rulebook(.emptyList), value) }
    var texts: [String] = []
    for element in document.elements(of: value) {
      guard let text = text(at: path, element) else { continue }
      do throws(GuardedHostFault) {
        try check(texts + [text])
        texts.append(text)
        if path.hasSuffix(".groups") { hostGroups.append((text, element)) }
      } catch {
        report(path, .rulebook(.guardedHosts(error)), element)
        if case .tooLong = error { break }
      }
    }
    return texts
  }
}
