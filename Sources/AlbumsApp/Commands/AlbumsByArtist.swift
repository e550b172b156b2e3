import Albums
import CommandKit
import Product

extension Commands {
  static let by = Command(
    name: "by",
    summary: "list all albums of a band",
    details: Phrase(
      "ARTIST-ID is the number that show prints, and search and show with --json, as artistId. "
        + "The same number may be another band in another store: use --country to name the store "
        + "that was searched."),
    positionals: [
      PositionalSpec(name: "ARTIST-ID", isRequired: true, help: "the number of the band")
    ],
    options: [.html] + OptionSpec.catalogue,
    examples: ["regapp albums by 1440857780", "regapp albums by 1440857780 --html band.html"],
    run: by)

  private static func by(_ invocation: Invocation) async throws {
    try invocation.needLogin()
    let setting = try CatalogueSetting(invocation)
    let id = try Arguments.count(
      invocation.arguments.positionals.first ?? "", as: "ARTIST-ID",
      hint: Phrase("regapp albums show ID prints it"))
    let answer = try await invocation.fetch { waiting throws(AlbumsError) in
      try await setting.client.albums(
        ofArtist: id, country: setting.country, setting.reading, waiting: waiting)
    }
    let artists = Set(answer.value.filter { $0.artistID == id }.map(\.artist))
    let name = artists.count == 1 ? artists.first?.flatMap(\.self) : nil
    guard !answer.value.isEmpty || invocation.isJSON else {
      return invocation.say("the store lists no albums of this band")
    }
    try await invocation.show(answer, titled: AlbumLines.shown(name ?? "\(id)"), setting)
    if answer.mayGoOn, !invocation.isJSON { invocation.say(AlbumsText.mayGoOn) }
  }
}
