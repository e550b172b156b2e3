import RegAppCLI

extension ManualText {
  /// What the manual page of `regapp-albums` adds to the declarations.
  static let albums = ManualText(
    page: "regapp-albums",
    summary: "search Apple's catalogue for music albums, for who is logged in to regapp",
    description: [
      "regapp albums runs regapp-albums, a program of its own: it alone may call out. It sends "
        + "nothing but what was searched for, and reads of the accounts only who is logged in.",
      "Answers are kept for a day.",
    ],
    files: [
      ("accounts.json, session.json", "who is logged in; see regapp(1)"),
      ("${XDG_CACHE_HOME:-~/.cache}/regapp/itunes", "kept answers and covers; may be removed"),
    ],
    environment: [
      ("REGAPP_ITUNES_URL", "another server to ask than Apple's"),
      ("LC_ALL, LC_MESSAGES, LANG", "the region whose store is asked first"),
      ("XDG_CACHE_HOME, HOME", "where answers are kept"),
      ("NO_COLOR, TERM, COLORTERM", "what colours the terminal has, and whether they are wanted"),
      ("ACCESSIBLE", "questions line by line instead of screens, as --plain"),
    ],
    seeAlso: ["regapp(1)"])
}
