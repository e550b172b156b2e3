import Albums
import CommandKit
import LosslessJSON
import Product

extension Commands {
  static let search = Command(
    name: "search",
    summary: "list albums with a matching title or artist, sorted by title",
    ru: "найти альбомы по названию или исполнителю; список по алфавиту",
    details: Phrase(
      "A term in Cyrillic letters searches the Russian store first, any other the store of your "
        + "region; if one has nothing, the other is searched. Answers are cached for a day.",
      ru: "Запрос кириллицей идёт сначала в российский магазин, любой другой — в магазин "
        + "вашего региона; где ничего нет, спрашивают другой. Ответы хранятся сутки."),
    positionals: [
      PositionalSpec(
        name: "TERM", isRequired: true, isRepeated: true,
        help: "the title or artist to search for", ru: "искомые название или исполнитель")
    ],
    options: OptionSpec.narrowing + OptionSpec.catalogue,
    examples: ["regapp albums search Kino", "regapp albums search AC/DC --limit 10 --json"],
    run: search)

  private static func search(_ invocation: Invocation) async throws {
    try invocation.needLogin()
    let arguments = invocation.arguments
    let setting = try CatalogueSetting(invocation)
    let country = try arguments.country()
    let limit = try arguments.number("--limit") ?? 50
    let covers = try invocation.covers(columns: CoverWays.small)
    let answer: Answer<[Album]>
    do throws(AlbumsError) {
      let search = try AlbumSearch(
        arguments.positionals.joined(separator: " "), country: country, limit: limit,
        artist: arguments["--artist"], title: arguments["--title"])
      answer = try await setting.client.search(search, setting.reading, waiting: invocation.wait)
    } catch {
      throw Report(error)
    }
    invocation.tell(answer.freshness)
    try invocation.print(json: .array(answer.value.map(\.json)))
    if invocation.isJSON { return }
    if answer.value.isEmpty {
      let term = arguments.positionals.joined(separator: " ")
      invocation.say(AlbumsText.nothingFound(AlbumLines.shown(term)))
      return
    }
    let lines = AlbumLines(language: invocation.language)
    guard let covers else { return try invocation.console.write(lines.list(answer.value)) }
    for album in answer.value {
      try await invocation.print(coverOf: album, columns: CoverWays.small, covers, setting)
      try invocation.console.write(lines.line(album, in: [album]) + "\n")
    }
  }
}
