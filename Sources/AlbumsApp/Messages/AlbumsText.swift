import Albums
import CommandKit
import ScreenKit

enum AlbumsText {
  static let noTitle = Phrase("(no title)", ru: "(без названия)")
  static let noArtist = Phrase("(no artist)", ru: "(без исполнителя)")
  static let noCount = Phrase("(songs unknown)", ru: "(песен: ?)")
  static let explicit = Phrase("explicit", ru: "без цензуры")
  static let cleaned = Phrase("cleaned", ru: "с цензурой")
  static let video = Phrase("video", ru: "видео")
  static let albumOnly = Phrase("album only", ru: "только в альбоме")

  static func songs(_ count: Int?) -> Phrase {
    guard let count else { return noCount }
    return Phrase("\(count, "song")", ru: "\(count, "песня", "песни", "песен")")
  }

  static func videos(_ count: Int) -> Phrase {
    Phrase("\(count, "video")", ru: "\(count, "видео", "видео", "видео")")
  }

  static func disc(_ number: Int) -> Phrase { Phrase("Disc \(number)", ru: "Диск \(number)") }

  /// What is missing, in a sentence per disc.
  static func gaps(_ details: AlbumDetails) -> [Phrase] {
    let discs = Dictionary(grouping: details.gaps) { $0.disc }.sorted { $0.key < $1.key }
    return discs.map { disc, gaps in
      let ranges = gaps.compactMap(\.numbers)
      if ranges.isEmpty {
        return Phrase("disc \(disc) is not in this store", ru: "диска \(disc) нет в этом магазине")
      }
      let list = ranges.map { range in
        let (first, last) = (range.lowerBound, range.upperBound)
        return first == last ? "\(first)" : "\(first)–\(last)"
      }.joined(separator: ", ")
      let place =
        details.discCount > 1
        ? Phrase(" of disc \(disc)", ru: " с диска \(disc)") : Phrase(same: "")
      return ranges.count == 1 && ranges[0].count == 1
        ? Phrase(
          "song \(list)\(place) is not in this store",
          ru: "песни № \(list)\(place) нет в этом магазине")
        : Phrase(
          "songs \(list)\(place) are not in this store",
          ru: "песен № \(list)\(place) нет в этом магазине")
    }
  }

  static func missing(_ count: Int) -> Phrase {
    Phrase(
      "\(count, "song is", "songs are") not in this store",
      ru: "в этом магазине не хватает \(count, "песни", "песен", "песен")")
  }
  static let noSongs = Phrase(
    "this store lists no songs for this album", ru: "песен этого альбома в магазине нет")
  static let mayGoOn = Phrase(
    "there may be more: a store lists at most 200",
    ru: "возможно, это не всё: магазин показывает не больше 200")

  static func nothingFound(_ term: String) -> Phrase {
    Phrase("no albums found for \"\(term)\"", ru: "альбомов по запросу «\(term)» не найдено")
  }

  static let limited = Phrase(
    "there may be more: try a larger --limit", ru: "возможно, это не всё: увеличьте --limit")

  static let caching = Phrase(
    "Answers are used again for a day. They are kept for up to 30 days, for --offline and for when "
      + "there is no connection; regapp albums clear removes them.",
    ru: "Ответы годятся сутки. Хранятся они до 30 дней — для --offline и на случай, когда нет "
      + "соединения; удаляет их regapp albums clear.")

  static func cleared(_ count: Int) -> Phrase {
    Phrase(
      "removed \(count, "cached answer and cover", "cached answers and covers")",
      ru: "удалено сохранённых ответов и обложек: \(count)")
  }

  /// - Parameter left: the seconds left to wait.
  static func waiting(_ wait: Wait, left: Int) -> Phrase {
    switch wait.reason {
    case .pace:
      Phrase(
        "next request in \(left) s: at most 20 per minute",
        ru: "следующий запрос через \(left) с: не больше 20 в минуту")
    case .throttled:
      Phrase(
        "trying again in \(left) s: the store asked to wait",
        ru: "ещё одна попытка через \(left) с: магазин просит подождать")
    }
  }

  static func old(age: Int, because: AlbumsError?) -> Phrase {
    let old =
      age == 0
      ? Phrase("this answer is of unknown age", ru: "возраст этого ответа неизвестен")
      : Phrase("this answer is \(span(age)) old", ru: "этому ответу \(span(age))")
    return because.map { old + Phrase(same: ": ") + ErrorWords($0).message } ?? old
  }

  static func span(_ seconds: Int) -> Phrase {
    switch seconds {
    case ..<7_200:
      let minutes = max(1, seconds / 60)
      return Phrase("\(minutes) min", ru: "\(minutes) мин")
    case ..<172_800:
      let hours = seconds / 3_600
      return Phrase("\(hours, "hour")", ru: "\(hours, "час", "часа", "часов")")
    default:
      let days = seconds / 86_400
      return Phrase("\(days, "day")", ru: "\(days, "день", "дня", "дней")")
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
  static let albums = Phrase("Albums", ru: "Альбомы")
  static let searchLabel = Phrase("Search:", ru: "Поиск:")
  static let placeholder = Phrase("title or artist", ru: "название или исполнитель")
  static let begin = Phrase(
    "Type a title or an artist, in any script.",
    ru: "Введите, что ищете: название или исполнителя, любыми буквами.")
  static let searching = Phrase("searching", ru: "поиск")
  static let loading = Phrase("loading the album", ru: "загрузка альбома")
  static let tryAgain = Phrase("^R tries again", ru: "^R — повторить")
  static let cannotOpen = Phrase(
    "The store gave no number for this album, so it cannot be opened.",
    ru: "Магазин не дал номера этого альбома, поэтому открыть его нельзя.")
  static let back = Phrase("back", ru: "назад")
  static let more = Phrase("more", ru: "ещё")

  static func found(_ answer: Answer<[Album]>) -> Phrase {
    let (count, country) = (answer.value.count, answer.country)
    let found = Phrase(
      "\(count, "album") in the \(country) store",
      ru: "\(count, "альбом", "альбома", "альбомов") в магазине \(country)")
    return answer.mayGoOn ? found + Phrase(same: "; ") + mayGoOn : found
  }

  static let scroll = Phrase("scroll", ru: "листать")
  static let personHints = [Hint(KitText.anyKey, KitText.closes)]
  static let listMoves = [
    Hint(
      Phrase("letters", ru: "буквы"),
      Phrase("search as you type", ru: "искать по мере ввода")),
    Hint(
      Phrase("Up, Down, PgUp, PgDn", ru: "↑, ↓, PgUp, PgDn"),
      Phrase("choose an album", ru: "выбрать альбом")),
  ]
  static let pageMoves = [
    Hint(
      Phrase("Up, Down, PgUp, PgDn, Home, End", ru: "↑, ↓, PgUp, PgDn, Home, End"),
      Phrase("go through the songs", ru: "листать песни"))
  ]
}
