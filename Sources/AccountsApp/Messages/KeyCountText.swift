import AccountsFile
import CommandKit
import LosslessJSON

extension KeyCounts {
  /// Lists the keys with the numbers of their entries, and the first of the accounts that a mark
  /// shuts.
  var words: [Phrase] {
    var lines: [Phrase] = []
    func add(_ counts: [String: Int], _ words: Phrase) {
      guard !counts.isEmpty else { return }
      lines.append(Phrase("\(words): \(Self.counted(counts))"))
    }
    let strange = notUnderstood
    add(kept.filter { strange[$0.key] == nil }, Phrase("kept as own keys"))
    add(dropped.filter { strange[$0.key] == nil }, Phrase("dropped"))
    add(strange, Phrase("may say who cannot log in; not understood"))
    add(unclear, Phrase("unclear, so the stricter meaning was taken"))
    guard !shut.isEmpty else { return lines }
    let names = shut.prefix(5).map(excerpt).joined(separator: ", ")
    let more = shut.count - 5
    let first = more > 0 ? Phrase("\(names), and \(more) more\(as: "names")") : Phrase(same: names)
    return lines + [
      Phrase("the file says who may not log in: \(first)")
    ]
  }

  /// JSON members with the names of all of them; none for an empty list.
  var members: [JSONLiteral.Member] {
    [
      ("kept", kept.keys.sorted()), ("notUnderstood", notUnderstood.keys.sorted()),
      ("unclear", unclear.keys.sorted()), ("shut", shut),
    ]
    .filter { !$0.1.isEmpty }
    .map { .init($0.0, .array($0.1.map { .string($0) })) }
  }

  private static func counted(_ counts: [String: Int]) -> Phrase {
    let names = counts.sorted { $0.key < $1.key }.prefix(mostNamed).map { name, count in
      Phrase("\(excerpt(name)) (\(count, "entry", "entries"))")
    }.joined(separator: ", ")
    let more = counts.count - mostNamed
    return more > 0 ? names + Phrase(", and \(more) more\(as: "names")") : names
  }

  /// The most names in a message. JSON has all.
  private static let mostNamed = 100
}
