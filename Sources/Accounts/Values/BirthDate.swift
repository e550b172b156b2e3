/// The birth date of a living person: a real day, not in the future, at most 120 years ago.
public struct BirthDate: Sendable, Hashable {
  /// The highest age accepted, whatever the rulebook says.
  public static let greatestAge = 120

  /// The day.
  public let day: CalendarDay

  /// Reads YYYY-MM-DD; throws the rule that the text breaks.
  public init(_ text: some StringProtocol, today: CalendarDay) throws(Rule) {
    guard CalendarDay.parts(of: text) != nil else { throw .dateForm }
    guard let day = CalendarDay(text) else { throw .realDay }
    guard day <= today else { throw .notInFuture }
    guard day.age(on: today) <= Self.greatestAge else { throw .maximumAge(Self.greatestAge) }
    self.day = day
  }
}

extension BirthDate: CustomStringConvertible {
  public var description: String { day.description }
}
