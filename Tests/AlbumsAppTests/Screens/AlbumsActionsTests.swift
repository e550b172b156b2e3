import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("All actions of the albums' screens") struct AlbumsActionsTests {
  private func page() throws -> Stage {
    var stage = try Stage()
    stage.search("Кино", finds: Catalogue.mixed)
    stage.press(.enter)
    #expect(stage.state.page != nil)
    return stage
  }

  private func list() throws -> Stage {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    return stage
  }

  @Test("are listed by F1, and by ? where it is no letter; each key does what its row says")
  func rows() throws {
    for var stage in [try Stage(), try list(), try page()] {
      let offers = stage.state.offers
      let keys = offers.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
      stage.press(stage.state.isTyping ? .function(1) : .character("?"))
      for offer in offers {
        #expect(stage.says("\(offer.key[.english]) "))
        #expect(stage.says(offer.helpText[.english]), "\(offer.helpText)")
      }
      stage.press(.escape)
      #expect(stage.state.actionList == nil)
      for offer in offers where offer.isKept != nil {
        // While a search is typed, Enter and Esc alone.
        let isShown = !stage.state.isTyping || [.open, .back].contains(offer.action)
        #expect(stage.lines.last?.contains(offer.does[.english]) == isShown, "\(offer.does)")
      }
    }
  }

  @Test("are done with Enter as by their keys, which the list leaves to the screen")
  func enter() throws {
    for start in [try Stage(), try list(), try page()] {
      for (row, offer) in start.state.offers.enumerated() {
        // The terminal is given away for these.
        guard ![.redraw, .toShell].contains(offer.action) else { continue }
        var (listed, typed, direct) = (start, start, start)
        listed.press(.function(1))
        for _ in 0..<row { listed.press(.down) }
        listed.press(.enter)
        direct.press(offer.keys[0])
        #expect(listed.frame == direct.frame, "\(offer.does)")
        #expect(listed.asked == direct.asked && listed.hasQuit == direct.hasQuit)
        guard offer.action != .help, ![.enter, .escape].contains(offer.keys[0]) else { continue }
        typed.press(.function(1), offer.keys[0])
        #expect(typed.frame == direct.frame, "\(offer.does)")
      }
    }
  }

  @Test("are gone where what can be done has changed meanwhile")
  func changed() throws {
    var stage = try page()
    stage.press(.function(1))
    stage.send(.message(.person(Person.named("Grace", nil))))
    #expect(stage.state.actionList != nil)
    var album = Catalogue.details().album
    album.artistID = 77
    stage.answer(.loaded(.of(Catalogue.details(of: album))))
    #expect(stage.state.actionList == nil && stage.says("by this band"))
  }
}
