import CommandKit
import Product

extension ManualText {
  /// The additions of `regapp-albums` to its manual page.
  static let albums = ManualText(
    page: "regapp-albums",
    summary: Phrase(
      "search Apple's catalogue for music albums, when logged in to regapp",
      ru: "поиск музыкальных альбомов в каталоге Apple для того, кто вошёл в regapp"),
    description: [
      Phrase(
        "regapp albums runs regapp-albums, a separate program and the only one to use the network. "
          + "It sends only what is searched for, and reads from the accounts only who is logged in.",
        ru: "regapp albums запускает отдельную программу regapp-albums: только она обращается "
          + "к сети. Отправляет она лишь то, что ищут, а из аккаунтов читает только то, кто вошёл."),
      AlbumsText.caching,
    ],
    files: [
      Entry(
        "accounts.json, session.json", "who is logged in; see regapp(1)",
        ru: "кто вошёл; см. regapp(1)"),
      Entry(
        "${XDG_CACHE_HOME:-~/.cache}/regapp/itunes",
        "cached answers and covers, with what was searched for, readable by you only",
        ru: "сохранённые ответы и обложки и то, что искали; читать их можете только вы"),
    ],
    environment: [
      Entry(
        "REGAPP_ITUNES_URL", "another server to use instead of Apple's",
        ru: "другой сервер вместо сервера Apple"),
      Entry(
        "LC_ALL, LC_MESSAGES, LANG",
        "the language of messages, and the region whose store is searched first",
        ru: "язык сообщений и регион, магазин которого спрашивают первым"),
      Entry("XDG_CACHE_HOME, HOME", "where answers are cached", ru: "где хранятся ответы"),
      Entry(
        "NO_COLOR, TERM, COLORTERM", "which colours the terminal has, and whether to use them",
        ru: "какие цвета есть у терминала и нужны ли они"),
      Entry(
        "REGAPP_THEME",
        "the colours of the screens: dark, light or terminal; by default the terminal is asked",
        ru: "цвета экранов: dark, light или terminal; по умолчанию узнаются у терминала"),
      Entry(
        "ACCESSIBLE", "open no screens and use no colours", ru: "без экранов и без цветов"),
    ],
    seeAlso: ["regapp(1)"],
    meaning: { $0.meaning })
}
