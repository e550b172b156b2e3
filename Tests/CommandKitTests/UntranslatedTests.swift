import CommandKit
import Testing

@Suite("A text without its Russian") struct UntranslatedTests {
  @Test("compiles, and is shown in English, inside others too")
  func english() {
    let count = Phrase("met \(2, "account") here")
    #expect(count[.english] == "met 2 accounts here" && count[.russian] == "met 2 accounts here")
    let whole = Phrase("did you mean \(count)?")
    #expect(whole[.russian] == "может быть, met 2 accounts here?")
    let inside = Phrase("not translated: \(Phrase("check"))")
    #expect(inside[.russian] == "not translated: check")
    let option = OptionSpec("--all", help: "all of them")
    #expect(option.help[.russian] == "all of them")
  }
}
