import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("Covers on the screens") struct CoversOnScreenTests {
  private static let red = CoverPicture(
    side: 8, pixels: Array(repeating: .init(red: 200, green: 0, blue: 0), count: 64))
  private static let large = CoverPicture(
    side: 24, pixels: Array(repeating: .init(red: 0, green: 0, blue: 200), count: 576))

  private func wanted(_ effects: [AlbumsEffect]) -> [[Int]] {
    effects.compactMap { effect in
      if case .covers(let wanted) = effect { wanted.values.compactMap(\.id).sorted() } else { nil }
    }
  }

  private func found(_ count: Int, _ columns: Int = 80, _ rows: Int = 24) throws -> Stage {
    var stage = try Stage(columns, rows, covers: true)
    stage.type("xyz")
    stage.tick()
    _ = stage.takeAsked()
    stage.answer(.loaded(.of(Catalogue.albums(count, covers: true))))
    stage.press(.enter)
    return stage
  }

  @Test("are requested only if visible, each once")
  func inSight() throws {
    var stage = try found(50)
    #expect(wanted(stage.takeAsked()) == [[1, 2, 3, 4]])
    stage.press(.down)
    // The same ones are still needed and being fetched.
    #expect(wanted(stage.takeAsked()) == [[1, 2, 3, 4]])
    for album in Catalogue.albums(4, covers: true) {
      let key = CoverKey(url: album.artworkURL ?? "", columns: 8)
      stage.send(.message(.cover(key, album.id == 3 ? nil : Self.red)))
    }
    stage.press(.down)
    #expect(wanted(stage.takeAsked()) == [[]])
  }

  @Test("that go out of view are cancelled, and requested again when they come back")
  func scrolled() throws {
    var stage = try found(50)
    stage.press(.down, times: 7)
    #expect(wanted(stage.takeAsked()).last == [5, 6, 7, 8])
    stage.press(.up, times: 7)
    #expect(wanted(stage.takeAsked()).last == [1, 2, 3, 4])
    stage.press(.enter)
    #expect(wanted(stage.takeAsked()) == [[1]])
    stage.press(.escape, .escape)
    #expect(wanted(stage.takeAsked()).last == [])
  }

  @Test("a missing one leaves everything in its place, and has a frame that says so")
  func missing() throws {
    var stage = try found(10)
    let before = stage.lines
    let key = CoverKey(url: "https://covers.example/1/100x100bb.jpg", columns: 8)
    stage.send(.message(.cover(key, nil)))
    #expect(
      stage.lines[3...6].map { String($0.dropFirst(4).prefix(8)) } == [
        "╭──────╮", "│  no  │", "│cover │", "╰──────╯",
      ])
    let besides = { (lines: [String]) in lines.map { String($0.dropFirst(14)).trimmed } }
    #expect(besides(stage.lines) == besides(before))
    stage.send(.message(.cover(key, Self.red)))
    #expect(besides(stage.lines) == besides(before) && stage.lines[3].contains("▀▀▀▀▀▀▀▀"))
    let red = Color.shade(red: 200, green: 0, blue: 0, palette: 7)
    #expect(stage.frame[4 + 2, 4].style.foreground == red)
    // The covers below each other do not touch.
    #expect(stage.frame[4 + 2, 5].style.background == red)
    #expect(stage.frame[4 + 2, 6].style.foreground == red)
    #expect(stage.frame[4 + 2, 6].style.background != red)
  }

  @Test("no request is made if none can be shown")
  func none() throws {
    var stage = try Stage(80, 24)
    stage.type("xyz")
    stage.tick()
    _ = stage.takeAsked()
    stage.answer(.loaded(.of(Catalogue.albums(9, covers: true))))
    stage.press(.down)
    stage.resize(100, 30)
    #expect(stage.asked == [])
    var low = try found(9, 80, 13)
    #expect(wanted(low.takeAsked()) == [[]])
    low.resize(80, 14)
    #expect(wanted(low.takeAsked()).last?.isEmpty == false)
  }

  @Test("a large one is on the page if there is room, and takes none if not")
  func page() throws {
    var stage = try found(9, 100, 30)
    stage.press(.enter)
    let key = CoverKey(url: "https://covers.example/1/100x100bb.jpg", columns: 24)
    stage.send(.message(.cover(key, Self.large)))
    stage.answer(.loaded(.of(Catalogue.rich)))
    #expect(stage.lines[2].contains(String(repeating: "▀", count: 24)))
    #expect(stage.lines.count { $0.contains("▀") } == 12)
    stage.resize(60, 30)
    #expect(!stage.text.contains("▀"))
    stage.resize(100, 12)
    #expect(!stage.text.contains("▀"))
  }

  @Test(
    "without a decoder or colours the page says what they lack, and the list does not",
    arguments: [ColorDepth.truecolor, .sixteen, .none], [true, false])
  func reason(colors: ColorDepth, hasDecoder: Bool) throws {
    var stage = try Stage(colors: colors, covers: hasDecoder)
    stage.search(finds: Catalogue.albums(1, covers: true))
    #expect(!stage.says("no covers"))
    stage.press(.enter)
    stage.answer(.loaded(.of(Catalogue.rich)))
    stage.press(.end)
    #expect(stage.says("no covers: they need 256 colours") == (colors != .truecolor))
    #expect(
      stage.says("libturbojpeg is not installed") == (colors == .truecolor && !hasDecoder))
  }

  @Test("of hundreds of albums are not all kept")
  func bounded() throws {
    var stage = try found(1, 80, 14)
    for number in 0..<600 {
      let key = CoverKey(url: "\(number)", columns: 8)
      stage.send(.message(.cover(key, Self.red)))
      stage.press(.down)
    }
    #expect(stage.state.covers.count <= 402)
  }

  @Test("a title that imitates a piece of a picture shows none")
  func hostile() throws {
    var stage = try Stage(100, 30, covers: true)
    let album = Album(
      id: 1, country: .russia, title: "\u{10EEEE}\u{305}\u{305}", artist: "x\u{10EEEE}",
      trackCount: 1)
    stage.search("\u{10EEEE}\u{305}", finds: [album])
    #expect(!stage.text.unicodeScalars.contains("\u{10EEEE}") && stage.text.contains("�"))
    stage.press(.enter)
    stage.answer(.loaded(.of(Catalogue.details(2, of: album))))
    #expect(!stage.text.unicodeScalars.contains("\u{10EEEE}"))
  }
}

extension String {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
