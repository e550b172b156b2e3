import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("An album's page") struct AlbumPageTests {
  private func opened(
    _ details: AlbumDetails = Catalogue.details(), _ columns: Int = 80, _ rows: Int = 24
  ) throws -> Stage {
    var stage = try Stage(columns, rows)
    stage.search(finds: Catalogue.albums(30))
    stage.press(.enter)
    stage.answer(.loaded(.of(details)))
    return stage
  }

  @Test("leads to all albums of its band, and only where the store gave its number")
  func band() throws {
    var stage = try opened()
    #expect(!stage.says("by this band"))
    stage.press(.character("t"))
    #expect(stage.state.page != nil)
    var details = Catalogue.details()
    var album = details.album
    album.artistID = 77
    details = Catalogue.details(of: album)
    stage = try opened(details)
    #expect(stage.says("by this band"))
    _ = stage.takeAsked()
    stage.press(.character("t"))
    let asked = stage.takeAsked()
    #expect(
      asked.contains { effect in
        if case .band(_, let asked, .keptFirst) = effect { asked == album } else { false }
      })
    #expect(stage.state.page == nil && stage.state.search.text == "Band 1")
    stage.answer(.loaded(.of(Catalogue.albums(3))))
    #expect(stage.says("Album 3"))
    // Asking again is for the band, not for its name.
    stage.press(.control("r"))
    #expect(
      stage.takeAsked().contains { effect in
        if case .band(_, _, .refresh) = effect { true } else { false }
      })
    stage.answer(.loaded(.of(Catalogue.albums(2))))
    // Typed text is a search again.
    stage.type("xyz")
    stage.tick()
    #expect(
      stage.takeAsked().contains { effect in
        if case .search(_, "xyz", _) = effect { true } else { false }
      })
  }

  @Test("is what Esc leads back to from the albums of its band, and then to the search")
  func backFromBand() throws {
    var album = Catalogue.details().album
    album.artistID = 77
    var stage = try opened(Catalogue.details(of: album))
    let (page, focus) = (stage.state.page, stage.state.focus)
    stage.press(.character("t"))
    stage.answer(.loaded(.of([album])))
    stage.press(.enter)
    stage.answer(.loaded(.of(Catalogue.details(of: album))))
    stage.press(.character("t"))
    // The way is in the first row.
    #expect(stage.lines[0].contains("Albums") && stage.state.behind.count == 2)
    stage.press(.escape)
    #expect(stage.state.page?.album == album && stage.state.search.text == "Band 1")
    stage.press(.escape, .escape)
    #expect(stage.state.page == page && stage.state.behind.isEmpty && !stage.hasQuit)
    stage.press(.escape)
    #expect(stage.state.page == nil && stage.state.focus == focus && !stage.hasQuit)
    #expect(stage.state.search.text == "lanterns" && !stage.state.albums.isEmpty)
    stage.press(.escape, .escape)
    #expect(stage.hasQuit)
  }

  @Test("scrolls from its first row to its last, and not beyond")
  func scroll() throws {
    var stage = try opened()
    stage.press(.up)
    #expect(stage.state.page?.top == 0)
    #expect(stage.says("Album 1") && stage.says("1990 · 30 songs") && stage.says("Song 1 "))
    stage.press(.end)
    #expect(stage.says("Song 30") && !stage.says("Song 1 "))
    let last = stage.state.page?.top
    stage.press(.down, .pageDown, .character(" "))
    #expect(stage.state.page?.top == last)
    stage.press(.pageUp)
    #expect(stage.state.page.map(\.top) == last.map { max(0, $0 - 20) })
    stage.press(.end, .up)
    #expect(stage.lines[0].hasSuffix("↑↓ more"))
    stage.press(.home)
    #expect(stage.lines[0].hasSuffix(" ↓ more"))
    stage.press(.end)
    #expect(stage.lines[0].hasSuffix(" ↑ more"))
    stage.press(.home, .pageDown)
    #expect(stage.state.page?.top == last.map { min($0, 20) })
  }

  @Test("a larger window leaves no empty rows below")
  func grows() throws {
    var stage = try opened()
    stage.press(.end)
    stage.resize(80, 60)
    #expect(stage.state.page?.top == 0 && stage.says("Song 1 ") && stage.says("Song 30"))
  }

  @Test(
    "every song can be reached, with any foot and at any size",
    arguments: [(100, 30), (80, 24), (40, 12), (40, 10)])
  func reach(columns: Int, rows: Int) throws {
    let feet: [Freshness] = [.new, .old(age: 90_000, because: .insecure(host: "itunes.example"))]
    for freshness in feet {
      var stage = try Stage(columns, rows)
      stage.search(finds: Catalogue.albums(3))
      stage.press(.enter)
      stage.answer(.loaded(.of(Catalogue.details(40), freshness: freshness)))
      var seen: Set<Int> = []
      var top: Int?
      while stage.state.page?.top != top {
        top = stage.state.page?.top
        for line in stage.lines {
          let words = line.split(separator: " ")
          if words.count > 2, words[1] == "Song" {
            seen.formUnion(Int(words[2]).map { [$0] } ?? [])
          }
        }
        stage.press(.pageDown)
      }
      #expect(seen.count == 40)
    }
  }

  @Test(
    "leads back to the list, as it was",
    arguments: [Key.escape, .left, .backspace, .character("b"), .character("B"), .character("и")])
  func back(key: Key) throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(30))
    stage.press(.down, times: 20)
    stage.press(.enter)
    let question = stage.state.question
    _ = stage.takeAsked()
    stage.press(key)
    #expect(stage.asked == [.giveUp])
    #expect(stage.state.page == nil && stage.state.focus.row == 20 && stage.says(">   Album 21"))
    // Its answer arrives too late.
    stage.send(.message(.opened(question, .loaded(.of(Catalogue.details())))))
    #expect(stage.state.page == nil)
  }

  @Test("an answer for another album is dropped")
  func stale() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(30))
    stage.press(.enter)
    let first = stage.state.question
    stage.press(.escape, .down, .enter)
    stage.send(.message(.opened(first, .loaded(.of(Catalogue.details())))))
    #expect(stage.state.page?.content == .loading && stage.says("loading the album"))
  }

  @Test(
    "a failure is reported, and R or ^R asks again",
    arguments: [Key.character("r"), .character("R"), .character("К"), .control("r")])
  func failure(key: Key) throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(.enter)
    stage.answer(.failed(.timedOut) as Fetched<AlbumDetails>)
    #expect(stage.says("! the store did not answer in time") && stage.says("^R tries again"))
    #expect(stage.says("Album 1"))
    _ = stage.takeAsked()
    stage.press(key)
    #expect(stage.asked == [.open(stage.state.question, Catalogue.albums(1)[0], .refresh)])
    stage.answer(.loaded(.of(Catalogue.details())))
    #expect(stage.says("Song 1 "))
  }

  @Test("a long title can be read to its end, and so can the missing songs", arguments: [80, 40])
  func long(columns: Int) throws {
    var stage = try opened(Catalogue.rich, columns, 60)
    let words = stage.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("очень длинным названием, которое не помещается в одну строку)"))
    #expect(words.contains("songs 3–4 of disc 1 are not in this store"))
    #expect(words.contains("there may be more: a store lists at most 200"))
    #expect(words.contains("1:02:05") && words.contains("–:––"))
    stage.press(.end)
  }

  @Test(
    "other letters do nothing, ? lists actions, Q leaves after a question that no letter answers")
  func keys() throws {
    var stage = try opened()
    stage.type("xyz1")
    #expect(stage.asked == [.open(stage.state.question, Catalogue.albums(1)[0], .keptFirst)])
    stage.press(.character("?"))
    #expect(stage.says("Actions"))
    stage.press(.escape)
    #expect(!stage.says("Actions") && stage.state.page != nil)
    stage.send(.input(.paste("text")))
    #expect(stage.state.search.text == "lanterns")
    stage.type("quentiny")
    #expect(!stage.hasQuit && stage.says("Leave the albums?") && stage.says("> Cancel <"))
    stage.press(.enter)
    #expect(!stage.hasQuit && stage.state.quits == nil)
    stage.press(.character("q"), .tab, .enter)
    #expect(stage.hasQuit)
  }
}
