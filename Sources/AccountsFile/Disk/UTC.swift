import Accounts
import Glibc

/// Times in the files of lines: `2026-11-20T18:00:00Z`.
enum UTC {
  static func text(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    let day = CalendarDay(at: seconds)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { number in
      number < 10 ? "0\(number)" : "\(number)"
    }
    return "\(day ?? .distantPast)T\(clock.joined(separator: ":"))Z"
  }

  static func seconds(_ text: String) -> Int? {
    let (day, clock) = (CalendarDay(text.prefix(10)), text.dropFirst(10))
    guard let day, text.utf8.count == 20, clock.hasPrefix("T"), clock.hasSuffix("Z") else {
      return nil
    }
    let numbers = clock.dropFirst().dropLast().split(separator: ":").compactMap { Int32($0) }
    guard numbers.count == 3, (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1]),
      (0...60).contains(numbers[2])
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(day.year) - 1900
    parts.tm_mon = Int32(day.month) - 1
    parts.tm_mday = Int32(day.day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[0], numbers[1], numbers[2])
    return timegm(&parts)
  }
}
