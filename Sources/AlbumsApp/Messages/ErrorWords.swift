import Albums
import CommandKit

/// An error of the catalogue in words, and the exit code that goes with it.
struct ErrorWords {
  let code: ExitCode
  let name: String
  let message: Phrase
  let hint: Phrase?

  init(_ error: AlbumsError) {
    switch error {
    case .termMissing:
      self.init(
        .invalid, "termMissing", Phrase("there is nothing to search for", ru: "нечего искать"),
        Phrase("give a title or a band", ru: "укажите название или исполнителя"))
    case .limitOutOfRange(let limit, let allowed):
      let (least, most) = (allowed.lowerBound, allowed.upperBound)
      self.init(
        .invalid, "limitOutOfRange",
        Phrase(
          "--limit must be \(least) to \(most), not \(limit)",
          ru: "--limit: нужно число от \(least) до \(most), а не \(limit)"), nil)
    case .badRequest(let message):
      let refused = Phrase("the store refused the question", ru: "магазин отклонил запрос")
      self.init(
        .invalid, "badRequest",
        message.isEmpty ? refused : refused + Phrase(same: ": \(AlbumLines.shown(message))"),
        Phrase("another --country may have it", ru: "возможно, поможет другой --country"))
    case .noSuchAlbum(let id, let stores):
      let names = stores.map(\.code).joined(separator: ", ")
      self.init(
        .invalid, "noSuchAlbum",
        Phrase(
          "there is no album \(id) in the store \(names)",
          ru:
            "нет альбома \(id) \(agreeingWith: stores.count, "в магазине", "в магазинах", "в магазинах") "
            + "\(names)"),
        Phrase("--country names another store", ru: "другой магазин задаёт --country"))
    case .noCover:
      self.init(
        .unavailable, "noCover", Phrase("the album has no cover", ru: "у альбома нет обложки"), nil)
    case .notKept:
      self.init(
        .unavailable, "notKept",
        Phrase("nothing is kept that answers this", ru: "среди сохранённого такого ответа нет"),
        Phrase("ask without --offline", ru: "повторите без --offline"))
    case .offline:
      self.init(
        .unavailable, "offline",
        Phrase(
          "the store cannot be reached: no connection", ru: "магазин недоступен: нет соединения"),
        Self.again)
    case .hostNotFound(let host):
      self.init(
        .unavailable, "hostNotFound",
        Phrase(
          "the host \(visible(host)) is not known here",
          ru: "хост \(visible(host)) здесь неизвестен"),
        Self.again)
    case .insecure(let host):
      self.init(
        .unavailable, "insecure",
        Phrase(
          "no secure connection to \(visible(host)) could be made",
          ru: "не удалось установить защищённое соединение с \(visible(host))"),
        Phrase(
          "nothing was sent; is the clock right, is a proxy in between?",
          ru: "ничего не отправлено; верно ли идут часы, нет ли на пути прокси?"))
    case .timedOut:
      self.init(
        .unavailable, "timedOut",
        Phrase("the store did not answer in time", ru: "магазин не ответил вовремя"), Self.again)
    case .connectionLost:
      self.init(
        .unavailable, "connectionLost",
        Phrase("the connection broke", ru: "соединение прервалось"), Self.again)
    case .redirected(let host):
      self.init(
        .unavailable, "redirected",
        Phrase(
          "the answer was to come from another host, \(visible(host)); it was not asked",
          ru: "ответ должен был прийти с другого хоста, \(visible(host)); к нему не обращались"),
        nil)
    case .throttled(let seconds):
      self.init(
        .unavailable, "throttled",
        Phrase("the store was asked too often", ru: "слишком много запросов к магазину"),
        seconds.map { Phrase("try again in \($0) s", ru: "повторите через \($0) с") }
          ?? Phrase("try again in a minute", ru: "повторите через минуту"))
    case .notFound:
      self.init(
        .unavailable, "notFound",
        Phrase("the store does not know this question", ru: "магазин не знает такого запроса"),
        Self.again)
    case .serverFailed(let status):
      self.init(
        .unavailable, "serverFailed",
        Phrase("the store failed (\(status))", ru: "в магазине произошёл сбой (\(status))"),
        Self.again)
    case .unexpectedStatus(let status):
      self.init(
        .unavailable, "unexpectedStatus",
        Phrase("the store gave no answer (\(status))", ru: "магазин не дал ответа (\(status))"),
        Self.again)
    case .notJSON(let instead):
      self.init(
        .unavailable, "notJSON", Self.notJSON(instead),
        Phrase(
          "is there a login page between here and the store?",
          ru: "нет ли на пути к магазину страницы входа в сеть?"))
    case .truncated:
      self.init(
        .unavailable, "truncated", Phrase("the answer was cut short", ru: "ответ оборвался"),
        Self.again)
    case .tooLarge(let limit):
      self.init(
        .unavailable, "tooLarge",
        Phrase(
          "the answer is longer than \(limit >> 20) MiB; it was not read",
          ru: "ответ длиннее \(limit >> 20) МиБ; он не прочитан"), nil)
    case .wrongShape:
      self.init(
        .unavailable, "wrongShape",
        Phrase("the answer is not what the store gives", ru: "магазин так не отвечает"), Self.again)
    case .notJPEG:
      self.init(
        .unavailable, "notJPEG",
        Phrase("the cover is no JPEG picture", ru: "обложка — не картинка JPEG"), nil)
    case .cancelled:
      self.init(.interrupted, "cancelled", Phrase("interrupted", ru: "прервано"), nil)
    }
  }

  private init(_ code: ExitCode, _ name: String, _ message: Phrase, _ hint: Phrase?) {
    (self.code, self.name, self.message, self.hint) = (code, name, message, hint)
  }

  private static let again = Phrase(
    "try again; --offline shows what is kept", ru: "повторите; сохранённое покажет --offline")

  private static func notJSON(_ instead: AlbumsError.Instead) -> Phrase {
    switch instead {
    case .html:
      Phrase("the answer is a web page, not JSON", ru: "в ответе не JSON, а веб-страница")
    case .nothing: Phrase("the answer is empty, not JSON", ru: "ответ пуст, а должен быть JSON")
    case .other: Phrase("the answer is something else, not JSON", ru: "в ответе не JSON")
    }
  }
}

extension Refusal {
  init(_ error: AlbumsError) {
    let words = ErrorWords(error)
    self.init(code: words.code, name: words.name, message: words.message, hint: words.hint)
  }
}
