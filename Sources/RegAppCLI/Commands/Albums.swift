extension CommandSpec {
  /// What is known of the albums where their program is not there; where it is, it answers itself.
  static let albums = CommandSpec(
    name: "albums",
    summary: Phrase(
      "search for music albums; a program of its own, which alone may call out",
      ru: "искать музыкальные альбомы; отдельная программа, и только она выходит в сеть"),
    details: [
      Phrase(
        "regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, "
          + "and regapp albums alone, at a terminal, opens the screens. Only for who is logged in.",
        ru: "regapp albums search TERM … ищет альбомы, regapp albums show ID показывает альбом "
          + "с песнями, а просто regapp albums в терминале открывает экраны. Нужен вход.")
    ],
    positionals: [
      PositionalSpec(
        name: "WORD", isRequired: false, isRepeated: true,
        candidates: .words(["search", "show", "help"]),
        help: Phrase("search TERM …, or show ID", ru: "search TERM … или show ID"))
    ],
    examples: ["regapp albums search Kino", "regapp albums show 1440857781"],
    run: { _ in
      throw Refusal(
        code: .unavailable, name: "albumsMissing",
        message: Phrase(
          "regapp-albums is neither beside regapp nor on PATH",
          ru: "regapp-albums нет ни рядом с regapp, ни в PATH"),
        hint: Phrase(
          "build it: swift build --product regapp-albums",
          ru: "соберите её: swift build --product regapp-albums"))
    })
}
