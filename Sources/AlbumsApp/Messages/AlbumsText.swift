import Albums
import CommandKit

enum AlbumsText {
  static let noTitle = Phrase("(no title)")
  static let explicit = Phrase("explicit")

  static func songs(_ count: Int?) -> Phrase {
    guard let count else { return Phrase("(songs unknown)") }
    return Phrase("\(count, "song")")
  }

  /// Lists the missing songs, in a sentence per disc.
  static func gaps(_ details: AlbumDetails) -> [Phrase] {
    let discs = Dictionary(grouping: details.gaps) { $0.disc }.sorted { $0.key < $1.key }
    return discs.map { disc, gaps in
      let ranges = gaps.compactMap(\.numbers)
      if ranges.isEmpty {
        return Phrase("disc \(disc) is not in this store")
      }
      let list = ranges.map { range in
        let (first, last) = (range.lowerBound, range.upperBound)
        return first == last ? "\(first)" : "\(first)–\(last)"
      }.joined(separator: ", ")
      let place = details.discCount > 1 ? Phrase(" of disc \(disc)") : Phrase(same: "")
      return ranges.count == 1 && ranges[0].count == 1
        ? Phrase("song \(list)\(place) is not in this store")
        : Phrase("songs \(list)\(place) are not in this store")
    }
  }

  static let mayGoOn = Phrase("there may be more: a store lists at most 200")

  static func nothingFound(_ term: String) -> Phrase {
    Phrase("no albums found for \"\(term)\"")
  }

  static func noSongsFound(_ term: String) -> Phrase {
    Phrase("no songs found for \"\(term)\"")
  }

  static let caching = Phrase(
    "Answers are used again for a day. They are kept for up to 30 days, for --offline and for when "
      + "there is no connection; regapp albums clear removes them.")

  /// - Parameter left: the seconds left to wait.
  static func waiting(_ wait: Wait, left: Int) -> Phrase {
    switch wait.reason {
    case .pace: Phrase("next request in \(left) s: at most 20 per minute")
    case .throttled: Phrase("trying again in \(left) s: the store asked to wait")
    }
  }

  static func old(age: Int, because: AlbumsError?) -> Phrase {
    let old =
      age == 0 ? Phrase("this answer is of unknown age") : Phrase("this answer is \(span(age)) old")
    return because.map { old + Phrase(same: ": ") + $0.message } ?? old
  }

  static func span(_ seconds: Int) -> Phrase {
    switch seconds {
    case ..<7_200:
      let minutes = max(1, seconds / 60)
      return Phrase("\(minutes) min")
    case ..<172_800:
      let hours = seconds / 3_600
      return Phrase("\(hours, "hour")")
    default:
      let days = seconds / 86_400
      return Phrase("\(days, "day")")
    }
  }

  static func length(_ length: Duration) -> String {
    let seconds = Int(length.components.seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds >= 3_600
      ? "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
      : "\(seconds / 60):\(two(seconds % 60))"
  }
}

// MARK: The screens

extension AlbumsText {
  static let albums = Phrase("albums").title
  static let back = Phrase("back")

  static func found(_ answer: Answer<[Album]>) -> Phrase {
    let (count, country) = (answer.value.count, answer.country)
    let found = Phrase("\(count, "album") in the \(country) store")
    return answer.mayGoOn ? found + Phrase(same: "; ") + mayGoOn : found
  }
}
