extension Commands {
  /// What is known of the albums where their program is not there; where it is, it answers itself.
  static let albums = Command(
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
    options: OptionSpec.narrowing + OptionSpec.catalogue + [.plain],
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

// The albums' program takes these; they are declared here, so that a shell can offer them behind
// `regapp albums` as well.
extension OptionSpec {
  /// What a search takes.
  package static let narrowing = [
    OptionSpec(
      "--limit", "N",
      help: Phrase("at most so many, 1 to 200; else 50", ru: "не больше N, от 1 до 200; иначе 50")),
    OptionSpec(
      "--artist", "TEXT",
      help: Phrase(
        "only albums whose band holds these words",
        ru: "только альбомы, у исполнителя которых есть эти слова")),
    OptionSpec(
      "--title", "TEXT",
      help: Phrase(
        "only albums whose title holds these words",
        ru: "только альбомы, в названии которых есть эти слова")),
  ]

  /// What all take that ask the store.
  package static let catalogue = [
    OptionSpec(
      "--country", "CC",
      help: Phrase(
        "the store to ask, two letters; else the term and your region decide",
        ru: "какой магазин спросить, две буквы; иначе решают запрос и ваш регион")),
    OptionSpec(
      "--refresh",
      help: Phrase("ask anew, whatever is kept", ru: "спросить заново, что бы ни было сохранено")),
    OptionSpec(
      "--offline",
      help: Phrase(
        "look among what is kept, and ask nobody",
        ru: "искать среди сохранённого и никого не спрашивать")),
    OptionSpec(
      "--covers",
      help: Phrase(
        "show the covers, where the terminal has the colours",
        ru: "показать обложки, если терминалу хватает цветов")),
  ]
}
