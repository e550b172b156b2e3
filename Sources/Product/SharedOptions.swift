package import CommandKit

extension OptionSpec {
  package static let documents = OptionSpec(
    "--documents", "DIR", candidates: .directories,
    help: Phrase(
      "the directory of accounts.json (else $REGAPP_DOCUMENTS, else your documents)",
      ru: "каталог с accounts.json (иначе $REGAPP_DOCUMENTS, иначе ваши документы)"))

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
