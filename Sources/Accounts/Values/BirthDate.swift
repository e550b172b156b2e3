/// The birth date of a living person: a real day, not in the future, at most 120 years ago.
public struct BirthDate: Sendable, Hashable {
  /// The highest age accepted under any rulebook.
  public static let greatestAge = 120

  /// The day.
  public let day: CalendarDay

  /// Reads YYYY-MM-DD; throws the rule that the text breaks.
  public init(_ text: some StringProtocol, today: CalendarDay) throws(FieldRule) {
    let text = String(text)
    try self.init(text.utf8.span, today: today)
  }

  /// Reads YYYY-MM-DD in UTF-8; throws the rule that it breaks.
  init(_ utf8: Span<UInt8>, today: CalendarDay) throws(FieldRule) {
    guard let parts = CalendarDay.parts(of: utf8) else { throw .dateForm }
    guard let day = CalendarDay(year: parts.year, month: parts.month, day: parts.day) else {
      throw .realDay
    }
    guard day <= today else { throw .notInFuture }
    guard day.age(on: today) <= Self.greatestAge else { throw .maximumAge(Self.greatestAge) }
    self.day = day
  }
}

extension BirthDate: CustomStringConvertible {
  public var description: String { day.description }
}
