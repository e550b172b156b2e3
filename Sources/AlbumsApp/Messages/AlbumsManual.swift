import CommandKit
import Product

extension ManualText {
  /// What the manual page of `regapp-albums` adds to the declarations.
  static let albums = ManualText(
    page: "regapp-albums",
    summary: Phrase(
      "search Apple's catalogue for music albums, for who is logged in to regapp",
      ru: "поиск музыкальных альбомов в каталоге Apple для того, кто вошёл в regapp"),
    description: [
      Phrase(
        "regapp albums runs regapp-albums, a program of its own: it alone may call out. It sends "
          + "nothing but what was searched for, and reads of the accounts only who is logged in.",
        ru: "regapp albums запускает отдельную программу regapp-albums: только она обращается "
          + "к сети. Отправляет она лишь то, что ищут, а из аккаунтов читает только то, кто вошёл."),
      Phrase("Answers are kept for a day.", ru: "Ответы хранятся сутки."),
    ],
    files: [
      (
        "accounts.json, session.json",
        Phrase("who is logged in; see regapp(1)", ru: "кто вошёл; см. regapp(1)")
      ),
      (
        "${XDG_CACHE_HOME:-~/.cache}/regapp/itunes",
        Phrase(
          "kept answers and covers; may be removed",
          ru: "сохранённые ответы и обложки; можно удалить")
      ),
    ],
    environment: [
      (
        "REGAPP_ITUNES_URL",
        Phrase("another server to ask than Apple's", ru: "другой сервер вместо сервера Apple")
      ),
      (
        "LC_ALL, LC_MESSAGES, LANG",
        Phrase(
          "the language of all words, and the region whose store is asked first",
          ru: "язык сообщений и регион, магазин которого спрашивают первым")
      ),
      (
        "XDG_CACHE_HOME, HOME",
        Phrase("where answers are kept", ru: "где хранятся ответы")
      ),
      (
        "NO_COLOR, TERM, COLORTERM",
        Phrase(
          "what colours the terminal has, and whether they are wanted",
          ru: "какие цвета есть у терминала и нужны ли они")
      ),
      (
        "TERM, TERM_PROGRAM, LC_TERMINAL, TMUX, STY, ZELLIJ",
        Phrase(
          "how the terminal takes pictures",
          ru: "как терминал принимает картинки")
      ),
      (
        "REGAPP_IMAGES",
        Phrase(
          "how covers are shown, whatever the terminal says: kitty, iterm2, blocks or none",
          ru: "как показывать обложки, что бы ни сообщал терминал: kitty, iterm2, blocks или none")
      ),
      (
        "ACCESSIBLE",
        Phrase(
          "questions line by line instead of screens, as --plain",
          ru: "вопросы построчно вместо экранов, как с --plain")
      ),
    ],
    seeAlso: ["regapp(1)"],
    meaning: { $0.meaning })
}
