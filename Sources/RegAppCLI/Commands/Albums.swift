extension CommandSpec {
  /// Runs only if `regapp-albums` is not installed; otherwise that program gets the command line.
  static let albums = CommandSpec(
    name: "albums",
    summary: Phrase(
      "search for music albums; a separate program, the only one to use the network",
      ru: "искать музыкальные альбомы; отдельная программа, и только она выходит в сеть"),
    details: [
      Phrase(
        "regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, "
          + "and regapp albums alone, at a terminal, opens the screens. You must be logged in.",
        ru: "regapp albums search TERM … ищет альбомы, regapp albums show ID показывает альбом "
          + "с песнями, а просто regapp albums в терминале открывает экраны. Нужен вход.")
    ],
    positionals: [
      PositionalSpec(
        name: "WORD", isRequired: false, isRepeated: true,
        candidates: .words(["search", "show", "help"]),
        help: Phrase("search TERM …, or show ID", ru: "search TERM … или show ID"))
    ],
    options: OptionSpec.narrowing + OptionSpec.catalogue + [.plain],
    examples: ["regapp albums search Kino", "regapp albums show 1440857781"],
    run: { _ in
      throw Refusal(
        code: .unavailable, name: "albumsMissing",
        message: Phrase(
          "regapp-albums is neither next to regapp nor on PATH",
          ru: "regapp-albums нет ни рядом с regapp, ни в PATH"),
        hint: Phrase(
          "build it: swift build --product regapp-albums",
          ru: "соберите её: swift build --product regapp-albums"))
    })
}

// The options of regapp-albums. They are declared here so that a shell can complete them after
// `regapp albums` as well.
extension OptionSpec {
  /// The options of a search.
  package static let narrowing = [
    OptionSpec(
      "--limit", "N",
      help: Phrase(
        "at most N albums, 1 to 200 (default 50)", ru: "не больше N, от 1 до 200; иначе 50")),
    OptionSpec(
      "--artist", "TEXT",
      help: Phrase(
        "only albums whose artist contains these words",
        ru: "только альбомы, у исполнителя которых есть эти слова")),
    OptionSpec(
      "--title", "TEXT",
      help: Phrase(
        "only albums whose title contains these words",
        ru: "только альбомы, в названии которых есть эти слова")),
  ]

  /// The options of every command that queries the store.
  package static let catalogue = [
    OptionSpec(
      "--country", "CC",
      help: Phrase(
        "the store to search, two letters; else the term and your region decide",
        ru: "какой магазин спросить, две буквы; иначе решают запрос и ваш регион")),
    OptionSpec(
      "--refresh",
      help: Phrase(
        "query the store again, even if an answer is cached",
        ru: "спросить заново, что бы ни было сохранено")),
    OptionSpec(
      "--offline",
      help: Phrase(
        "use cached answers only, without the network",
        ru: "искать среди сохранённого и никого не спрашивать")),
    OptionSpec(
      "--covers",
      help: Phrase(
        "show covers, if the terminal has enough colours",
        ru: "показать обложки, если терминалу хватает цветов")),
  ]
}
