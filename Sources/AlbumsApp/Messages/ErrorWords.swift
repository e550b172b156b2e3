import Albums
import CommandKit

/// An error of the catalogue as text, with its exit code.
struct ErrorWords {
  let code: ExitCode
  let name: String
  let message: Phrase
  let hint: Phrase?

  init(_ error: AlbumsError) {
    switch error {
    case .termMissing:
      self.init(
        .invalid, "termMissing", Phrase("nothing to search for", ru: "нечего искать"),
        Phrase("give a title or an artist", ru: "укажите название или исполнителя"))
    case .limitOutOfRange(let limit, let allowed):
      let (least, most) = (allowed.lowerBound, allowed.upperBound)
      self.init(
        .invalid, "limitOutOfRange",
        Phrase(
          "--limit must be from \(least) to \(most), not \(limit)",
          ru: "--limit: нужно число от \(least) до \(most), а не \(limit)"), nil)
    case .badRequest(let message):
      let refused = Phrase("the store rejected the request", ru: "магазин отклонил запрос")
      self.init(
        .invalid, "badRequest",
        message.isEmpty ? refused : refused + Phrase(same: ": \(AlbumLines.shown(message))"),
        Phrase("another --country may help", ru: "возможно, поможет другой --country"))
    case .noSuchAlbum(let id, let stores):
      let names = stores.map(\.code).joined(separator: ", ")
      self.init(
        .invalid, "noSuchAlbum",
        Phrase(
          "no album \(id) in the store \(names)",
          ru:
            "нет альбома \(id) \(agreeingWith: stores.count, "в магазине", "в магазинах", "в магазинах") "
            + "\(names)"),
        Phrase("use --country to choose another store", ru: "другой магазин задаёт --country"))
    case .noCover:
      self.init(
        .unavailable, "noCover", Phrase("the album has no cover", ru: "у альбома нет обложки"), nil)
    case .notKept:
      self.init(
        .unavailable, "notKept",
        Phrase("no answer to this is cached", ru: "среди сохранённого такого ответа нет"),
        Phrase("try without --offline", ru: "повторите без --offline"))
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
          "unknown host \(visible(host))",
          ru: "хост \(visible(host)) здесь неизвестен"),
        Self.again)
    case .insecure(let host):
      self.init(
        .unavailable, "insecure",
        Phrase(
          "cannot connect securely to \(visible(host))",
          ru: "не удалось установить защищённое соединение с \(visible(host))"),
        Phrase(
          "nothing was sent; check the clock, and whether there is a proxy",
          ru: "ничего не отправлено; верно ли идут часы, нет ли на пути прокси?"))
    case .timedOut:
      self.init(
        .unavailable, "timedOut",
        Phrase("the store did not answer in time", ru: "магазин не ответил вовремя"), Self.again)
    case .connectionLost:
      self.init(
        .unavailable, "connectionLost",
        Phrase("the connection was lost", ru: "соединение прервалось"), Self.again)
    case .redirected(let host):
      self.init(
        .unavailable, "redirected",
        Phrase(
          "redirected to another host, \(visible(host)), which was not contacted",
          ru: "ответ должен был прийти с другого хоста, \(visible(host)); к нему не обращались"),
        nil)
    case .throttled(let seconds):
      self.init(
        .unavailable, "throttled",
        Phrase("too many requests to the store", ru: "слишком много запросов к магазину"),
        seconds.map { Phrase("try again in \($0) s", ru: "повторите через \($0) с") }
          ?? Phrase("try again in a minute", ru: "повторите через минуту"))
    case .notFound:
      self.init(
        .unavailable, "notFound",
        Phrase("the store does not know this request", ru: "магазин не знает такого запроса"),
        Self.again)
    case .serverFailed(let status):
      self.init(
        .unavailable, "serverFailed",
        Phrase(
          "the store had an internal error (\(status))", ru: "в магазине произошёл сбой (\(status))"
        ),
        Self.again)
    case .unexpectedStatus(let status):
      self.init(
        .unavailable, "unexpectedStatus",
        Phrase(
          "unexpected status from the store (\(status))", ru: "магазин не дал ответа (\(status))"),
        Self.again)
    case .notJSON(let instead):
      self.init(
        .unavailable, "notJSON", Self.notJSON(instead),
        Phrase(
          "check whether the network wants you to log in first",
          ru: "нет ли на пути к магазину страницы входа в сеть?"))
    case .truncated:
      self.init(
        .unavailable, "truncated", Phrase("the answer was cut short", ru: "ответ оборвался"),
        Self.again)
    case .tooLarge(let limit):
      self.init(
        .unavailable, "tooLarge",
        Phrase(
          "the answer is longer than \(limit >> 20) MiB and was not read",
          ru: "ответ длиннее \(limit >> 20) МиБ; он не прочитан"), nil)
    case .wrongShape:
      self.init(
        .unavailable, "wrongShape",
        Phrase("the answer is not of the expected form", ru: "магазин так не отвечает"), Self.again)
    case .notJPEG:
      self.init(
        .unavailable, "notJPEG",
        Phrase("the cover is not a JPEG picture", ru: "обложка — не картинка JPEG"), nil)
    case .cancelled:
      self.init(.interrupted, "cancelled", Phrase("interrupted", ru: "прервано"), nil)
    }
  }

  private init(_ code: ExitCode, _ name: String, _ message: Phrase, _ hint: Phrase?) {
    (self.code, self.name, self.message, self.hint) = (code, name, message, hint)
  }

  private static let again = Phrase(
    "try again; --offline shows cached answers", ru: "повторите; сохранённое покажет --offline")

  private static func notJSON(_ instead: AlbumsError.Instead) -> Phrase {
    switch instead {
    case .html:
      Phrase("the answer is a web page, not JSON", ru: "в ответе не JSON, а веб-страница")
    case .nothing: Phrase("the answer is empty, not JSON", ru: "ответ пуст, а должен быть JSON")
    case .other: Phrase("the answer is not JSON", ru: "в ответе не JSON")
    }
  }
}

extension Report {
  init(_ error: AlbumsError) {
    let words = ErrorWords(error)
    self.init(words.code, words.name, [words.message], hint: words.hint)
  }
}
