import AccountsFile
import CommandKit
import LosslessJSON

extension [Problem] {
  /// What to do about accounts that are there and closed.
  ///
  /// - Parameter documents: where the accounts are, as it was given.
  func hintOfClosed(at documents: String? = nil) -> Phrase {
    areInFile
      ? Phrase("fix it with regapp edit-file, then run regapp check")
      : hintOfRows(at: documents)
        ?? Phrase("fix it with regapp edit or regapp apply, then run regapp check")
  }

  /// What to do about what is in no file, where that is no edit of fields; nil for a file.
  ///
  /// - Parameter documents: where the accounts are, as it was given. Without it, the command is for
  ///   whoever typed the place, or has it in the environment.
  func hintOfRows(at documents: String? = nil) -> Phrase? {
    guard !areInFile else { return nil }
    if areContradictions { return FieldRule.hintOfContradiction }
    var found = UnknownKeys(at: documents)
    for problem in self { found.add(problem) }
    if let hint = found.hint { return hint }
    if areOfOwner { return FileRule.hintOfOwner }
    return haveHalfKeys ? FieldRule.hintOfHalfKey : nil
  }
}

/// The keys that close accounts because no field is called so, and the accounts that have them; and
/// the keys around the accounts, which close all of them.
private struct UnknownKeys {
  private var keys: [String] = []
  private var known: Set<[UInt8]> = []
  private var names: Set<String> = []
  /// The accounts of which a key may be meant to keep their owners out, and whether there are some,
  /// named or not.
  private var limited: [String] = []
  private var limitsLogin = false
  /// How many accounts there are that are not named.
  private var others = 0
  /// Whether a key is around the accounts, and may be meant to keep somebody out, or for the
  /// rulebook.
  private var (isAround, limitsAll, isRule) = (false, false, false)
  /// Where the accounts are; nil leaves it out.
  private let documents: String?

  /// How many accounts a command names at most, and how long it is.
  private static let (mostNames, longest) = (5, 1000)

  init(at documents: String?) { self.documents = documents }

  mutating func add(_ problem: Problem) {
    guard case .key(let key) = problem.subject else { return }
    switch problem.rule {
    case .field(.knownKey(let meaning)):
      note(key)
      others += problem.more
      if let name = problem.account { names.insert(name) }
      guard meaning.limitsLogin else { return }
      limitsLogin = true
      if let name = problem.account, limited.last != name { limited.append(name) }
    case .file(.knownKey(let meaning)):
      // A field is taken out of accounts by other commands, and of no other place by any.
      if meaning == .field { return }
      note(key)
      isAround = true
      if meaning == .lock { (limitsLogin, limitsAll) = (true, true) }
      if case .rule = meaning { isRule = true }
    default: return
    }
  }

  private mutating func note(_ key: String) {
    if known.insert(Array(key.utf8)).inserted { keys.append(key) }
  }

  /// The command that takes them out. Before it stands the one that keeps their owners out, if that
  /// may be what a key was for.
  var hint: Phrase? {
    guard !keys.isEmpty else { return nil }
    let program = "regapp" + (documents.map { " --documents \(shellWord($0))" } ?? "")
    let areSeveral = isAround || names.count + others > 1
    let one = names.first.map { shellWord($0) } ?? "NAME"
    let edit = "\(program) edit \(areSeveral ? "--all" : one)"
    let length = keys.reduce(0) { $0 + $1.utf8.count + " --drop ".utf8.count }
    guard length <= Self.longest, !keys.contains(where: { $0.utf8.contains(0) }) else {
      return Phrase("\(edit) --drop KEY takes a key out; regapp check --json has them whole")
    }
    let options = keys.map { key in
      // A value that begins as an option does is no option behind `=`.
      (key.hasPrefix("-") ? " --drop=" : " --drop ") + shellWord(key)
    }
    let drop = edit + options.joined()
    if isRule { return Phrase("first put it in force: regapp-postgres rules FILE, then \(drop)") }
    guard limitsLogin else { return Phrase(same: drop) }
    let areNamed = others == 0 && !limitsAll && limited.count <= Self.mostNames
    if limitsAll {
      // Nothing else runs before it.
      return Phrase("\(drop); then at once \(program) disable NAME for whoever is to stay out")
    }
    guard !areSeveral || areNamed && !limited.isEmpty else {
      return Phrase("first \(program) disable NAME for whoever is to stay out, then \(drop)")
    }
    let whom = areSeveral ? limited.map { shellWord($0) }.joined(separator: " ") : one
    return Phrase(same: "\(program) disable \(whom) && \(drop)")
  }
}
