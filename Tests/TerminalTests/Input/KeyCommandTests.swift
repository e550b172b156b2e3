import Testing

@testable import Terminal

@Suite("A key as a command") struct KeyCommandTests {
  @Test(
    "is the lower-case Latin letter on it, in either layout",
    arguments: [
      ("e", "e"), ("E", "e"), ("у", "e"), ("У", "e"), ("и", "b"), ("ф", "a"), ("к", "r"),
      ("й", "q"), ("х", "["), ("ъ", "]"), ("1", "1"), ("?", "?"), ("漢", "漢"), ("ё", "ё"),
    ] as [(Character, Character)])
  func letters(typed: Character, command: Character) {
    #expect(Key.character(typed).command == .character(command))
    #expect(Key.control(typed).command == .control(command))
  }

  @Test("is itself if it types nothing", arguments: [Key.enter, .function(1), .backTab])
  func others(key: Key) { #expect(key.command == key) }
}
