import Albums
import CommandKit
import LosslessJSON
import Product

extension Commands {
  static let search = Command(
    name: "search",
    summary: "list albums with a matching title or artist, sorted by title",
    details: Phrase(
      "A term in Cyrillic letters searches the Russian store first, any other the store of your "
        + "region; if one has nothing, the other is searched. A store lists at most 200 albums.")
      + Phrase(same: "\n\n") + AlbumsText.caching,
    positionals: [
      PositionalSpec(
        name: "TERM", isRequired: true, isRepeated: true, help: "the title or artist to search for")
    ],
    options: OptionSpec.narrowing + OptionSpec.catalogue,
    examples: ["regapp albums search Kino", "regapp albums search AC/DC --limit 10 --json"],
    run: search)

  private static func search(_ invocation: Invocation) async throws {
    try invocation.needLogin()
    let arguments = invocation.arguments
    let setting = try CatalogueSetting(invocation)
    let limit = try arguments[OptionSpec.albumLimit] ?? AlbumSearch.limits.upperBound
    let showsCovers = invocation.showsCovers()
    let term = arguments.positionals.joined(separator: " ")
    let answer = try await invocation.fetch { waiting throws(AlbumsError) in
      let search = try AlbumSearch(
        term, country: setting.country, limit: limit, artist: arguments["--artist"],
        title: arguments["--title"])
      return try await setting.client.search(search, setting.reading, waiting: waiting)
    }
    let albums = answer.value
    try invocation.print(json: .array(albums.map(\.json)))
    if invocation.isJSON { return }
    if albums.isEmpty {
      return invocation.say(AlbumsText.nothingFound(AlbumLines.shown(term)))
    }
    let lines = invocation.albumLines
    if showsCovers {
      for album in albums {
        try await invocation.print(coverOf: album, columns: Covers.small, setting)
        try invocation.console.write(lines.list([album]))
      }
    } else {
      try invocation.console.write(lines.list(albums))
    }
    if answer.mayGoOn {
      let isNarrowed = arguments.has("--artist") || arguments.has("--title")
      let isAll = limit == AlbumSearch.limits.upperBound || isNarrowed && albums.count < limit
      invocation.say(isAll ? AlbumsText.mayGoOn : Phrase("there may be more: try a larger --limit"))
    }
  }
}
