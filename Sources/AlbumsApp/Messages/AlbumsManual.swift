import CommandKit
import Product

extension ManualText {
  /// The additions of `regapp-albums` to its manual page.
  static let albums = ManualText(
    page: "regapp-albums",
    summary: Phrase("search Apple's catalogue for music albums, when logged in to regapp"),
    description: [
      Phrase(
        "regapp albums runs regapp-albums, a separate program, which asks Apple's server. "
          + "It sends only what is searched for, and reads from the accounts only who is logged in."
      ),
      AlbumsText.caching,
    ],
    files: [
      Entry("accounts.json, session.json", "who is logged in; see regapp(1)"),
      Entry(
        "${XDG_CACHE_HOME:-~/.cache}/regapp/itunes",
        "cached answers and covers, with what was searched for, readable by you only"),
    ],
    environment: [
      Entry("REGAPP_ITUNES_URL", "another server to use instead of Apple's"),
      Entry(
        "LC_ALL, LC_MESSAGES, LANG",
        "the language of messages, and the region whose store is searched first"),
      Entry("XDG_CACHE_HOME, HOME", "where answers are cached"),
      Entry("NO_COLOR, TERM, COLORTERM", "which colours the terminal has, and whether to use them"),
      Entry("ACCESSIBLE", "open no screens and use no colours"),
    ],
    seeAlso: ["regapp(1)"],
    explanation: { $0.explanation })
}
