import AccountsFile
import CommandKit
import LosslessJSON

extension KeyCounts {
  /// What there is to know: each key with the number of its entries, and the first of those that a mark
  /// shuts.
  var words: [Phrase] {
    var words: [Phrase] = []
    func add(_ counts: [String: Int], _ english: String, _ russian: String) {
      guard !counts.isEmpty else { return }
      let names = Self.counted(counts)
      words.append(Phrase("\(english): \(names)", ru: "\(russian): \(names)"))
    }
    add(kept, "kept as own keys", "оставлено как ваши ключи")
    add(dropped, "dropped", "не взято")
    add(
      unclear, "unclear, so the stricter meaning was taken",
      "смысл неясен, принят более строгий")
    guard !shut.isEmpty else { return words }
    let names = shut.prefix(5).map(excerpt).joined(separator: ", ")
    let more = shut.count - 5
    let first =
      more > 0
      ? Phrase("\(names), and \(more) more", ru: "\(names) и ещё \(more)") : Phrase(same: names)
    return words + [
      Phrase(
        "the file says who may not log in: \(first)",
        ru: "войти не могут, как сказано в файле: \(first)")
    ]
  }

  /// The same for programs: names alone, of all; nothing where there is none.
  var members: [JSONLiteral.Member] {
    [("kept", kept.keys.sorted()), ("unclear", unclear.keys.sorted()), ("shut", shut)]
      .filter { !$0.1.isEmpty }
      .map { .init($0.0, .array($0.1.map { .string($0) })) }
  }

  private static func counted(_ counts: [String: Int]) -> Phrase {
    let names = counts.sorted { $0.key < $1.key }.prefix(mostNamed).map { name, count in
      Phrase(
        "\(excerpt(name)) (\(count, "entry", "entries"))",
        ru: "\(excerpt(name)) (\(count, "запись", "записи", "записей"))")
    }.joined(separator: ", ")
    let more = counts.count - mostNamed
    return more > 0 ? names + Phrase(", and \(more) more", ru: " и ещё \(more)") : names
  }

  /// The most names in a message. JSON has all.
  private static let mostNamed = 100
}
