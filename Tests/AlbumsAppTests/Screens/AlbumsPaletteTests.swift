import Terminal
import Testing

@testable import AlbumsApp

@Suite("All actions of the albums' screens") struct AlbumsPaletteTests {
  private func page() throws -> Stage {
    var stage = try Stage()
    stage.search("Кино", finds: Catalogue.mixed)
    stage.press(.enter)
    #expect(stage.state.page != nil)
    return stage
  }

  @Test("are listed by ^P where letters are text, and by a colon on an album's page")
  func opens() throws {
    var list = try Stage()
    list.type(":")
    #expect(list.state.palette == nil && list.state.search.text == ":")
    list.press(.control("p"))
    #expect(list.says("Actions") && list.says("who is logged in"))
    var page = try page()
    for key in [.character(":"), .character("ж"), .character(";"), .control("p")] as [Key] {
      page.press(key)
      #expect(page.state.palette != nil, "\(key)")
      page.press(.escape)
      #expect(page.state.palette == nil && page.state.page != nil)
    }
  }

  @Test("are found by what is typed or pasted, in either language, and run")
  func runs() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.press(.control("p"))
    stage.type("logged")
    stage.press(.enter)
    #expect(stage.state.showsPerson && stage.state.search.text == "kino")
    stage.press(.escape, .control("p"))
    stage.send(.input(.paste("выход")))
    stage.press(.enter)
    #expect(!stage.hasQuit && stage.state.quits != nil, "it asks")
    stage.press(.tab, .enter)
    #expect(stage.hasQuit)
  }

  @Test("are the help too, and each key does what they say")
  func help() throws {
    var list = try Stage()
    list.search(finds: Catalogue.albums(3))
    for var stage in [try Stage(), list, try page()] {
      let offers = stage.state.offers
      let keys = offers.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
      stage.press(.function(1))
      for offer in offers { #expect(stage.says(offer.helpText[.english]), "\(offer.helpText)") }
      stage.press(.escape)
      for offer in offers where offer.isKept != nil {
        // While a search is typed, Enter and Esc alone.
        let isShown = !stage.state.isTyping || [.open, .back].contains(offer.action)
        #expect(stage.lines.last?.contains(offer.does[.english]) == isShown, "\(offer.does)")
      }
    }
  }

  @Test("have the key of the page that goes back, and none of those of a text")
  func back() throws {
    var stage = try page()
    #expect(stage.lines[0].contains("Albums › "))
    stage.press(.character(":"))
    stage.type("back to the list")
    stage.press(.enter)
    #expect(stage.state.page == nil && !stage.lines[0].contains("›"))
  }

  @Test("are gone where what can be done has changed meanwhile")
  func changed() throws {
    var stage = try page()
    stage.press(.character(":"))
    stage.send(.message(.person(Person.named("Grace", nil))))
    #expect(stage.state.palette != nil)
    stage.send(.message(.person(nil)))
    #expect(!stage.hasQuit && stage.state.note != .nothing)
  }
}
