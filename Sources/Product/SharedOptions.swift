package import CommandKit

extension OptionSpec {
  package static let documents = OptionSpec(
    "--documents", "DIR", candidates: .directories,
    help: "a directory or postgres://… (else $REGAPP_DOCUMENTS, else your documents)",
    ru: "каталог или postgres://… (иначе $REGAPP_DOCUMENTS, иначе ваши документы)")

  package static let albumLimit = TypedOption.count(
    "--limit", "N",
    help: "at most N albums, 1 to 200 (default 200)", ru: "не больше N, от 1 до 200; иначе 200")

  /// The options of a search.
  package static let narrowing = [
    albumLimit.spec,
    OptionSpec(
      "--artist", "TEXT", help: "only albums whose artist contains these words",
      ru: "только альбомы, у исполнителя которых есть эти слова"),
    OptionSpec(
      "--title", "TEXT", help: "only albums whose title contains these words",
      ru: "только альбомы, в названии которых есть эти слова"),
  ]

  /// The options of every command that queries the store.
  package static let catalogue = [
    OptionSpec(
      "--country", "CC",
      help: "the store to search, two letters; else the term and your region decide",
      ru: "какой магазин спросить, две буквы; иначе решают запрос и ваш регион"),
    OptionSpec(
      "--refresh", help: "query the store again, even if an answer is cached",
      ru: "спросить заново, что бы ни было сохранено"),
    OptionSpec(
      "--offline", excludes: ["--refresh"],
      help: "use cached answers only, without the network",
      ru: "искать среди сохранённого и никого не спрашивать"),
    OptionSpec(
      "--covers", help: "show covers, if the terminal has enough colours",
      ru: "показать обложки, если терминалу хватает цветов"),
  ]
}
