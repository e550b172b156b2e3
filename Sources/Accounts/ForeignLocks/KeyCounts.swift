/// Keys of another program's accounts, counted by accounts.
package struct KeyCounts: Sendable {
  /// Keys kept as own keys, and keys without a place in an account.
  package private(set) var (kept, dropped): ([String: Int], [String: Int]) = ([:], [:])
  /// Marks whose values are ambiguous.
  package private(set) var unclear: [String: Int] = [:]
  /// Marks whose values are none of the listed ones.
  private var strange: [String: Int] = [:]
  /// Accounts that a mark disables.
  package private(set) var shut: [String] = []

  package init() {}

  package mutating func add(
    kept: [String], dropped: Set<String> = [], _ verdict: LoginMarks.Verdict,
    of values: FieldValues, _ name: String, on day: CalendarDay
  ) {
    for key in Set(kept) { self.kept[key, default: 0] += 1 }
    for key in dropped { self.dropped[key, default: 0] += 1 }
    for key in verdict.unclear { unclear[key, default: 0] += 1 }
    for key in verdict.strange { strange[key, default: 0] += 1 }
    func limit(_ field: Field) -> CalendarDay? {
      verdict.fields.contains(field) ? values[text: field].flatMap { CalendarDay($0) } : nil
    }
    let isOut =
      verdict.fields.contains(.disabled) || limit(.validUntil).map { $0 < day } ?? false
      || limit(.validFrom).map { $0 > day } ?? false
    if isOut { shut.append(name) }
  }

  /// Keys, kept or dropped, that may say who cannot log in, and were not understood.
  package var notUnderstood: [String: Int] {
    kept.merging(dropped, uniquingKeysWith: +).filter { LoginMark.isLikely($0.key) }
      .merging(strange) { first, _ in first }
  }

  package mutating func add(_ other: KeyCounts) {
    kept.merge(other.kept, uniquingKeysWith: +)
    dropped.merge(other.dropped, uniquingKeysWith: +)
    unclear.merge(other.unclear, uniquingKeysWith: +)
    strange.merge(other.strange, uniquingKeysWith: +)
    shut += other.shut
  }
}
