import Albums
import CommandKit

/// An error of the catalogue as text, with its exit code.
struct ErrorWords {
  private let error: AlbumsError

  init(_ error: AlbumsError) { self.error = error }

  var code: ExitCode {
    switch error {
    case .termMissing, .limitOutOfRange, .badRequest, .noSuchAlbum: .invalid
    case .cancelled: .interrupted
    default: .unavailable
    }
  }

  /// The case's own name.
  var name: String { String("\(error)".prefix { $0 != "(" }) }

  var message: Phrase {
    switch error {
    case .termMissing: Phrase("nothing to search for", ru: "нечего искать")
    case .limitOutOfRange(let limit, let allowed):
      Phrase(
        "--limit must be from \(allowed.lowerBound) to \(allowed.upperBound), not \(limit)",
        ru: "--limit: нужно число от \(allowed.lowerBound) до \(allowed.upperBound), а не \(limit)")
    case .badRequest(let message):
      Phrase("the store rejected the request", ru: "магазин отклонил запрос")
        + Phrase(same: message.isEmpty ? "" : ": \(AlbumLines.shown(message))")
    case .noSuchAlbum(let id, let stores):
      Phrase(
        "no album \(id) in the store ",
        ru:
          "нет альбома \(id) \(agreeingWith: stores.count, "в магазине", "в магазинах", "в магазинах") "
      ) + Phrase(same: stores.map(\.code).joined(separator: ", "))
    case .noCover: Phrase("the album has no cover", ru: "у альбома нет обложки")
    case .notKept:
      Phrase("no answer to this is cached", ru: "среди сохранённого такого ответа нет")
    case .offline:
      Phrase("the store cannot be reached: no connection", ru: "магазин недоступен: нет соединения")
    case .hostNotFound(let host):
      Phrase("unknown host \(visible(host))", ru: "хост \(visible(host)) здесь неизвестен")
    case .insecure(let host):
      Phrase(
        "cannot connect securely to \(visible(host))",
        ru: "не удалось установить защищённое соединение с \(visible(host))")
    case .timedOut: Phrase("the store did not answer in time", ru: "магазин не ответил вовремя")
    case .connectionLost: Phrase("the connection was lost", ru: "соединение прервалось")
    case .redirected(let address):
      Phrase(
        "redirected to \(AlbumLines.shown(address)), which was not followed",
        ru: "магазин отослал на \(AlbumLines.shown(address)); туда не обращались")
    case .noLibrary:
      Phrase(
        "the library libcurl.so.4 is missing or cannot be used",
        ru: "библиотеки libcurl.so.4 нет, или она не подходит")
    case .throttled:
      Phrase("too many requests to the store", ru: "слишком много запросов к магазину")
    case .notFound:
      Phrase("the store does not know this request", ru: "магазин не знает такого запроса")
    case .serverFailed(let status):
      Phrase(
        "the store had an internal error (\(status))", ru: "в магазине произошёл сбой (\(status))")
    case .unexpectedStatus(let status):
      Phrase(
        "unexpected status from the store (\(status))", ru: "магазин не дал ответа (\(status))")
    case .notJSON(.html):
      Phrase("the answer is a web page, not JSON", ru: "в ответе не JSON, а веб-страница")
    case .notJSON(.nothing):
      Phrase("the answer is empty, not JSON", ru: "ответ пуст, а должен быть JSON")
    case .notJSON(.other): Phrase("the answer is not JSON", ru: "в ответе не JSON")
    case .truncated: Phrase("the answer was cut short", ru: "ответ оборвался")
    case .tooLarge(let limit):
      Phrase(
        "the answer is longer than \(limit >> 20) MiB and was not read",
        ru: "ответ длиннее \(limit >> 20) МиБ; он не прочитан")
    case .wrongShape:
      Phrase("the answer is not of the expected form", ru: "магазин так не отвечает")
    case .notJPEG: Phrase("the cover is not a JPEG picture", ru: "обложка — не картинка JPEG")
    case .cancelled: Phrase("interrupted", ru: "прервано")
    }
  }

  var hint: Phrase? {
    switch error {
    case .termMissing: Phrase("give a title or an artist", ru: "укажите название или исполнителя")
    case .badRequest: Phrase("another --country may help", ru: "возможно, поможет другой --country")
    case .noSuchAlbum:
      Phrase("use --country to choose another store", ru: "другой магазин задаёт --country")
    case .notKept: Phrase("try without --offline", ru: "повторите без --offline")
    case .insecure:
      Phrase(
        "nothing was sent; check the clock, and whether there is a proxy",
        ru: "ничего не отправлено; верно ли идут часы, нет ли на пути прокси?")
    case .noLibrary: Phrase("install libcurl4", ru: "установите libcurl4")
    case .throttled(let seconds?):
      Phrase("try again in \(seconds) s", ru: "повторите через \(seconds) с")
    case .throttled(nil): Phrase("try again in a minute", ru: "повторите через минуту")
    case .notJSON:
      Phrase(
        "check whether the network wants you to log in first",
        ru: "нет ли на пути к магазину страницы входа в сеть?")
    case .offline, .hostNotFound, .timedOut, .connectionLost, .notFound, .serverFailed,
      .unexpectedStatus, .truncated, .wrongShape:
      Phrase(
        "try again; --offline shows cached answers", ru: "повторите; сохранённое покажет --offline")
    case .limitOutOfRange, .noCover, .redirected, .tooLarge, .notJPEG, .cancelled: nil
    }
  }
}

extension Report {
  init(_ error: AlbumsError) {
    let words = ErrorWords(error)
    self.init(words.code, words.name, [words.message], hint: words.hint)
  }
}
