import Albums
import CommandKit
import Product

extension Commands {
  static let showAlbum = Command(
    name: "show",
    summary: "show an album with its year and songs",
    details: Phrase(
      "ID is the number that search prints. The same number may be a different album in another "
        + "store: use --country to name the store that was searched."),
    positionals: [
      PositionalSpec(name: "ID", isRequired: true, help: "the number of the album")
    ],
    options: OptionSpec.catalogue,
    examples: ["regapp albums show 1440857781", "regapp albums show 1440857781 --country ru"],
    run: show)

  private static func show(_ invocation: Invocation) async throws {
    try invocation.needLogin()
    let setting = try CatalogueSetting(invocation)
    let id = try Arguments.count(
      invocation.arguments.positionals.first ?? "", as: "ID",
      hint: Phrase("regapp albums search TERM prints the numbers"))
    let showsCovers = invocation.showsCovers()
    let details = try await invocation.fetch { waiting throws(AlbumsError) in
      try await setting.client.album(
        id, country: setting.country, setting.reading, waiting: waiting)
    }.value
    try invocation.print(json: details.json)
    if invocation.isJSON { return }
    if showsCovers {
      try await invocation.print(coverOf: details.album, columns: Covers.large, setting)
    }
    try invocation.console.write(invocation.albumLines.details(details))
    if let artist = details.album.artistID {
      invocation.say(Phrase("all albums of this band: regapp albums by \(artist)"))
    }
  }
}
