import Albums
import CommandKit

/// The albums as plain lines: a question what to search for, the list, a question which to open.
struct PlainAlbums {
  private let invocation: Invocation
  private let setting: CatalogueSetting
  private let country: Country?

  init(_ invocation: Invocation, _ setting: CatalogueSetting, country: Country?) {
    self.invocation = invocation
    self.setting = setting
    self.country = country
  }

  /// Runs until nothing is entered.
  func run() async throws {
    while let term = try await ask(AlbumsText.plainSearch) {
      // Stop if the user logged out elsewhere in the meantime.
      try invocation.needLogin()
      let found = await fetch { waiting throws(AlbumsError) in
        try await setting.client.search(
          AlbumSearch(term, country: country), setting.reading, waiting: waiting)
      }
      guard let found else { continue }
      if found.mayGoOn { invocation.say(AlbumsText.mayGoOn) }
      if found.value.isEmpty {
        invocation.say(AlbumsText.nothingFound(AlbumLines.shown(term)))
      } else {
        try await choose(among: found.value)
      }
    }
  }

  private func choose(among albums: [Album]) async throws {
    let told = invocation.albumLines
    let lines = albums.enumerated().map { index, album in
      "\(index + 1). \(told.title(album)), \(told.artist(album)), \(told.facts(album))"
    }
    try invocation.console.write(lines.map { $0 + "\n" }.joined())
    while let line = try await ask(AlbumsText.plainChoice(albums.count)) {
      guard let number = Int(line), (1...albums.count).contains(number) else {
        invocation.complain(AlbumsText.noSuchChoice)
        continue
      }
      guard let id = albums[number - 1].id else {
        invocation.complain(AlbumsText.cannotOpen)
        continue
      }
      let details = await fetch { waiting throws(AlbumsError) in
        try await setting.client.album(
          id, country: albums[number - 1].country, setting.reading, waiting: waiting)
      }
      if let details { try invocation.console.write(told.details(details.value)) }
    }
  }

  /// A line; nil if it is empty or the input ends.
  private func ask(_ question: Phrase) async throws -> String? {
    let line = try await invocation.ask(question)
    return line.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// nil if that failed, which is reported.
  private func fetch<Value>(
    _ question: (@escaping Waiting) async throws(AlbumsError) -> Answer<Value>
  ) async -> Answer<Value>? {
    do throws(Report) {
      return try await invocation.fetch(question)
    } catch {
      error.lines.forEach(invocation.complain)
      if let hint = error.hint { invocation.say(Phrase(same: "  ") + hint) }
      return nil
    }
  }
}

extension AlbumsText {
  static let plainSearch = Phrase("Search (Enter to leave): ", ru: "Поиск (Enter — выйти): ")
  static func plainChoice(_ count: Int) -> Phrase {
    Phrase(
      "Open which album, 1 to \(count) (Enter to go back)? ",
      ru: "Какой открыть, от 1 до \(count) (Enter — назад)? ")
  }
  static let noSuchChoice = Phrase(
    "not a number on the list", ru: "такого номера в списке нет")
}
