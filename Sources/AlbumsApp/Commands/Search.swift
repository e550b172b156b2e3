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
        + "region; if one has nothing, the other is searched. A store lists at most 200 albums. "
        + "With --songs each line has a song and the number of its album. --html writes one page "
        + "with the covers inside it, for a browser, and prints no list.")
      + Phrase(same: "\n\n") + AlbumsText.caching,
    positionals: [
      PositionalSpec(
        name: "TERM", isRequired: true, isRepeated: true, help: "the title or artist to search for")
    ],
    options: OptionSpec.narrowing + [.html] + OptionSpec.catalogue,
    examples: [
      "regapp albums search Kino", "regapp albums search AC/DC --limit 10 --json",
      "regapp albums search yesterday --songs", "regapp albums search Kino --html kino.html",
    ],
    run: search)

  private static func search(_ invocation: Invocation) async throws {
    try invocation.needLogin()
    let arguments = invocation.arguments
    guard !arguments.has("--songs") || !arguments.has("--html") else {
      throw Report.usage("--html shows albums, not songs", hint: "leave out --songs")
    }
    let setting = try CatalogueSetting(invocation)
    let limit = try arguments[OptionSpec.albumLimit] ?? AlbumSearch.limits.upperBound
    let term = arguments.positionals.joined(separator: " ")
    let search: AlbumSearch
    do {
      search = try AlbumSearch(
        term, country: setting.country, limit: limit, artist: arguments["--artist"],
        title: arguments["--title"])
    } catch { throw Report(error) }
    if arguments.has("--songs") {
      let answer = try await invocation.fetch { waiting throws(AlbumsError) in
        try await setting.client.songs(search, setting.reading, waiting: waiting)
      }
      try invocation.print(json: .array(answer.value.map(\.json)))
      if invocation.isJSON { return }
      guard !answer.value.isEmpty else {
        return invocation.say(AlbumsText.noSongsFound(AlbumLines.shown(term)))
      }
      try invocation.console.write(invocation.albumLines.list(answer.value))
      return invocation.sayMore(answer, of: search)
    }
    let answer = try await invocation.fetch { waiting throws(AlbumsError) in
      try await setting.client.search(search, setting.reading, waiting: waiting)
    }
    guard !answer.value.isEmpty || invocation.isJSON else {
      return invocation.say(AlbumsText.nothingFound(AlbumLines.shown(term)))
    }
    try await invocation.show(answer, titled: AlbumLines.shown(term), setting)
    if !invocation.isJSON { invocation.sayMore(answer, of: search) }
  }
}

extension Invocation {
  /// Says that there may be more than were listed.
  fileprivate func sayMore<Item: Sendable>(_ answer: Answer<[Item]>, of search: AlbumSearch) {
    guard answer.mayGoOn else { return }
    let isNarrowed = arguments.has("--artist") || arguments.has("--title")
    let isAll =
      search.limit == AlbumSearch.limits.upperBound
      || isNarrowed && answer.value.count < search.limit
    say(isAll ? AlbumsText.mayGoOn : Phrase("there may be more: try a larger --limit"))
  }

  /// Prints albums, or writes a page of them.
  func show(
    _ answer: Answer<[Album]>, titled title: String, _ setting: CatalogueSetting
  ) async throws {
    let albums = answer.value
    if let file = arguments["--html"] {
      let page = await AlbumsPage(albums, titled: title, setting, language)
      try OutputFile(path: file).write(page.html)
      say(Phrase("wrote \(albums.count, "album") to \(visible(file))"))
      if page.lacking > 0 { say(Phrase("\(page.lacking, "cover") could not be fetched")) }
      return try print(json: .array(albums.map(\.json)))
    }
    let showsCovers = showsCovers()
    try print(json: .array(albums.map(\.json)))
    if isJSON { return }
    guard showsCovers else { return try console.write(albumLines.list(albums)) }
    for album in albums {
      try await print(coverOf: album, columns: Covers.small, setting)
      try console.write(albumLines.list([album]))
    }
  }
}
