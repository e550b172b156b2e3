import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("The list of albums") struct ListTests {
  private func chosen(_ stage: Stage) -> String? {
    stage.lines.first { $0.trimming().hasPrefix(">   ") }
      .map { $0.trimming() }
  }

  @Test("Up and Down select, and stop at the ends")
  func arrows() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(.up)
    #expect(stage.state.focus.row == 0)
    stage.press(.down, times: 9)
    #expect(stage.state.focus.row == 2)
    #expect(chosen(stage)?.hasPrefix(">   Album 3") == true)
  }

  @Test("pages, and a scroll bar says which albums are visible")
  func pages() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(50))
    /// The rows of the list beside which the thumb is.
    func thumb() -> [Int] {
      stage.lines.dropFirst(3).indices.filter { stage.lines[$0].hasSuffix("┃") }
    }
    #expect(thumb() == Array(3...9) && stage.says("Album 19 ") && !stage.says("Album 20 "))
    stage.press(.pageDown)
    #expect(stage.state.focus.row == 18)
    stage.press(.pageDown, times: 9)
    #expect(stage.state.focus.row == 49 && thumb() == Array(15...21) && stage.says("Album 50 "))
    stage.press(.pageUp, times: 9)
    #expect(stage.state.focus.row == 0)
  }

  @Test("its position never hides a row's songs")
  func place() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(50))
    for number in 1...18 {
      #expect(
        stage.lines.contains {
          $0.contains("Album \(number) ")
            && $0.contains(number == 1 ? " 1 song" : " \(number) songs")
        })
    }
  }

  @Test(
    "the selected album is visible at any size and with any footer",
    arguments: [false, true])
  func inSight(covers: Bool) throws {
    let feet: [Freshness] = [.new, .old(age: 90_000, because: .insecure(host: "itunes.example"))]
    for freshness in feet {
      var stage = try Stage(100, 30, covers: covers)
      stage.search(finds: Catalogue.albums(60), freshness: freshness)
      for (columns, rows) in [(80, 24), (40, 10), (120, 40), (80, 13), (80, 14)] {
        stage.resize(columns, rows)
        for selection in [0, 16, 17, 18, 59] {
          var stage = stage
          stage.press(.down, times: selection)
          let row = stage.lines.first {
            $0.trimming().hasPrefix("> ") && $0.contains("Album")
          }
          #expect(
            row?.contains("Album \(selection + 1) ") == true,
            "\(columns)×\(rows), \(selection), \(freshness)\n\(stage.text)")
        }
      }
    }
  }

  @Test("a resize keeps the selected album, even through one that is too small")
  func resize() throws {
    var stage = try Stage(100, 30)
    stage.search(finds: Catalogue.albums(50))
    stage.press(.down, times: 33)
    for (columns, rows) in [(40, 12), (5, 2), (1, 1), (200, 60), (80, 24)] {
      stage.resize(columns, rows)
      #expect(stage.state.focus.row == 33)
    }
    #expect(stage.says(">   Album 34"))
  }

  @Test("the list begins with a whole album after any resize", arguments: [false, true])
  func wholeRows(covers: Bool) throws {
    for rows in [16, 19] {
      for (before, after) in [(100, 60), (60, 100)] {
        var stage = try Stage(before, rows, covers: covers)
        stage.search(finds: Catalogue.albums(50))
        stage.press(.down, times: 33)
        // The first line that is shown matters if the bar is near it.
        for _ in 0..<20 {
          stage.press(.up)
          var stage = stage
          for columns in [after, before] {
            stage.resize(columns, rows)
            #expect(
              stage.lines[3].contains("Album"), "\(before), \(columns)×\(rows)\n\(stage.text)")
          }
        }
      }
    }
  }

  @Test("a smaller window after a cleared search reads nothing beyond the list")
  func cleared() throws {
    var stage = try Stage(100, 40, covers: true)
    stage.search(finds: Catalogue.albums(60, covers: true))
    stage.press(.down, times: 59)
    stage.press(.escape)
    stage.resize(80, 24)
    stage.press(.down, .pageDown, .up)
    #expect(stage.says("Type a title or an artist"))
  }

  @Test("Enter opens the selected album; without a number it says why not")
  func open() throws {
    var stage = try Stage()
    let albums = Catalogue.albums(3)
    stage.search(finds: albums + [Album(id: nil, country: .russia, title: "Z")])
    stage.press(.down, .enter)
    #expect(stage.asked == [.open(stage.state.question, albums[1], .keptFirst)])
    stage.press(.escape)
    _ = stage.takeAsked()
    stage.press(.down, .down, .enter)
    #expect(stage.asked == [] && stage.state.page == nil)
    #expect(stage.says("! The store gave no number for this album"))
    stage.press(.up)
    stage.type("xyz")
    #expect(!stage.says("gave no number"))
  }

  @Test("the logged-in user is shown above, and a key shows their data")
  func person() throws {
    var stage = try Stage()
    #expect(stage.lines[0].hasSuffix("[F2] Ada Lovelace"))
    stage.press(.function(2))
    #expect(stage.asked == [.person])
    for words in ["ada.lovelace@example.com", "Lovelace", "+7 (912) 345-67-89", "********"] {
      #expect(stage.says(words))
    }
    #expect(!stage.says("secret1"))
    stage.send(.message(.person(Person.named("Grace", nil))))
    stage.press(.escape)
    #expect(stage.lines[0].hasSuffix("[F2] Grace") && !stage.hasQuit)
    stage.send(.message(.person(Person.named(nil, nil))))
    #expect(stage.lines[0].contains("[F2] ada.lovelace@exampl"))
  }

  @Test("the account is read again on coming back, and what was found stays after a logout")
  func gone() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.send(.resumed(Size(columns: 80, rows: 24)))
    #expect(stage.takeAsked() == [.person])
    stage.send(.input(.focusLost))
    stage.send(.input(.focusGained))
    #expect(stage.takeAsked() == [.person])
    let found = stage.state.results
    stage.press(.function(2))
    stage.send(.message(.person(nil)))
    #expect(!stage.hasQuit && !stage.state.showsPerson && stage.state.results == found)
    let text = stage.lines.joined(separator: "\n")
    #expect(text.contains("You were logged out elsewhere.") && text.contains("regapp login"))
  }

  @Test("nothing ticks while idle")
  func idle() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    #expect(stage.state.tickInterval == nil)
    stage.press(.enter)
    #expect(stage.state.tickInterval == 80)
    stage.answer(.loaded(.of(Catalogue.details())))
    #expect(stage.state.tickInterval == nil)
  }
}

extension String {
  fileprivate func trimming() -> String {
    String(drop { $0 == " " })
  }
}
