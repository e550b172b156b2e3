import CommandKit
import Testing

@Suite("A text without its Russian") struct UntranslatedTests {
  @Test("compiles, and is shown in English, inside others too")
  func english() {
    let count = Phrase("found \(2, "account")")
    #expect(count[.english] == "found 2 accounts" && count[.russian] == "found 2 accounts")
    let whole = Phrase("here: \(count)", ru: "вот: \(count)")
    #expect(whole[.russian] == "вот: found 2 accounts")
    let option = OptionSpec("--all", help: Phrase("all of them"))
    #expect(option.help[.russian] == "all of them")
  }
}
