import Albums
import RegAppCLI

/// The words of the albums.
enum AlbumsText {
  static let noTitle = "(no title)"
  static let noArtist = "(no band)"
  static let noCount = "(songs unknown)"
  static let explicit = "explicit"
  static let cleaned = "cleaned"
  static let video = "video"
  static let albumOnly = "album only"

  static func songs(_ count: Int?) -> String {
    guard let count else { return noCount }
    return count == 1 ? "1 song" : "\(count) songs"
  }

  static func disc(_ number: Int) -> String { "Disc \(number)" }

  static func gap(_ gap: AlbumDetails.Gap, discs: Int) -> String {
    guard let numbers = gap.numbers else { return "disc \(gap.disc) is not in this store" }
    let range =
      numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)–\(numbers.upperBound)"
    let place = discs > 1 ? " of disc \(gap.disc)" : ""
    return numbers.count == 1
      ? "number \(range)\(place) is not in this store"
      : "numbers \(range)\(place) are not in this store"
  }

  static func missing(_ count: Int) -> String {
    count == 1 ? "1 song is not in this store" : "\(count) songs are not in this store"
  }
  static let noSongs = "this store lists no songs of it"
  static let mayGoOn = "there may be more: a store lists 200 at most"

  static func nothingFound(_ term: String) -> String { "no albums found for \"\(term)\"" }

  static let noCovers =
    "no covers: this program was built without them (swift build --traits Covers)"

  /// - Parameter left: the seconds that are left of the wait.
  static func waiting(_ wait: Wait, left: Int) -> String {
    switch wait.reason {
    case .pace: "asking again in \(left) s: not more than 20 questions a minute"
    case .throttled: "trying once more in \(left) s: the store asks for patience"
    }
  }

  static func old(age: Int, because: AlbumsError?) -> String {
    let reason = because.map { ": \(ErrorWords($0).message)" } ?? ""
    return "this answer is \(span(age)) old\(reason)"
  }

  static func span(_ seconds: Int) -> String {
    switch seconds {
    case ..<7_200: "\(max(1, seconds / 60)) min"
    case ..<172_800: "\(seconds / 3_600) hours"
    default: "\(seconds / 86_400) days"
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
  static let albums = "Albums"
  static let searchLabel = "Search:"
  static let placeholder = "a title or a band"
  static let begin = "Type what you look for: a title or a band, in any script."
  static let searching = "searching"
  static let loading = "loading the album"
  static let tryAgain = "^R tries again"
  static let cannotOpen = "The store gives no number for this album, so it cannot be opened."
  static let back = "Back"
  static let more = "more"

  static func found(_ count: Int, in country: Country) -> String {
    count == 1 ? "1 album in the store \(country)" : "\(count) albums in the store \(country)"
  }

  static func loggedIn(_ person: String) -> String { "logged in: \(person)" }

  static let listHints = [
    ScreenText.Hint("Enter", "open"), ScreenText.Hint("Esc", "clear, back"),
    ScreenText.Hint("Up/Down", "move"), ScreenText.Hint("F2", "me"), ScreenText.Hint("^R", "anew"),
    ScreenText.help, ScreenText.quit,
  ]
  static let pageHints = [
    ScreenText.Hint("B", "back"), ScreenText.Hint("Up/Down", "scroll"),
    ScreenText.Hint("F2", "me"), ScreenText.Hint("R", "anew"), ScreenText.help, ScreenText.quit,
  ]
  static let personHints = [ScreenText.Hint("any key", "closes this")]
  static let helpLines = [
    ("letters", "search as you type"),
    ("Enter", "search at once; open the album"),
    ("Up, Down", "choose an album; scroll its songs"),
    ("PgUp, PgDn", "a page"),
    ("Esc", "clear the search; back; leave"),
    ("F2, ^P", "who is logged in"),
    ("^R", "ask the store anew"),
    ("^Z", "to the shell; fg comes back"),
    ("^Q, ^C", "quit"),
  ]
}
