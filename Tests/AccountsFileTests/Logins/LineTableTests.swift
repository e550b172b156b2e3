import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A table of lines") struct LineTableTests {
  /// A table in memory.
  private struct Held {
    var table = LineTable(begin: 1_800_000_000, room: 64)
    var bytes: [UInt8]

    init() { bytes = table.headBytes + [UInt8](repeating: 0, count: table.size - 128) }

    func line(of name: String) -> LineTable.Line? {
      let name = table.hash(of: name)
      return table.line(of: name, in: bytes[table.window(of: name)], isOver: { $0 == ["over"] })
    }

    mutating func put(_ words: String?, of name: String) throws {
      if line(of: name) == nil {
        (table, bytes) = try #require(table.grown(bytes, isOver: { $0 == ["over"] }))
      }
      let line = try #require(self.line(of: name))
      bytes.replaceSubrange(
        line.range,
        with: words.map { table.bytes(of: table.hash(of: name), $0) }
          ?? [UInt8](repeating: 0, count: 64))
    }
  }

  @Test("keeps what was put under each name while it grows, and forgets what was taken away")
  func model() throws {
    var (held, model) = (Held(), [String: String]())
    for index in 0..<9_000 {
      let name = "name\(index % 5_100)@bee.co"
      let words = index % 5 == 4 ? nil : "\(index) x"
      if words == nil, model[name] == nil { continue }
      model[name] = words
      try held.put(words, of: name)
    }
    for (name, words) in model {
      #expect(held.line(of: name)?.words?.joined(separator: " ") == words)
    }
    #expect(held.line(of: "nobody@bee.co")?.words == nil)
    let read = try #require(LineTable(held.bytes[..<128], size: held.bytes.count))
    #expect(read.begin == 1_800_000_000)
    #expect(read.hash(of: "a") == held.table.hash(of: "a"))
    #expect(held.bytes.count < 20_000 * 64)
  }

  @Test("says of each line with another byte that it is torn", arguments: 16..<64)
  func torn(place: Int) throws {
    var held = Held()
    try held.put("1 2", of: "ada")
    let start = try #require(held.line(of: "ada")).range.lowerBound
    held.bytes[start + place] ^= 1
    let line = try #require(held.line(of: "ada"))
    #expect(line.isTorn && line.words == nil)
  }

  @Test("gives the line of one who is over to another, and forgets them when it grows")
  func over() throws {
    var held = Held()
    for index in 0..<2_000 { try held.put("over", of: "name\(index)") }
    #expect(held.bytes.count == Held().bytes.count)
  }

  @Test(
    "is not read from another text",
    arguments: ["", "{}", String(repeating: "\0", count: 128), String(repeating: "x", count: 128)])
  func foreign(text: String) {
    let bytes = Array(text.utf8)
    #expect(LineTable(bytes.prefix(128), size: 128 + 127 * 64) == nil)
    let head = Held().table.headBytes
    #expect(LineTable(head[...], size: 128 + 127 * 64) != nil)
    #expect(LineTable(head[...], size: 128 + 128 * 64) == nil)
    for place in head.indices where head[place] != UInt8(ascii: "\n") {
      var other = head
      other[place] ^= 1
      #expect(LineTable(other[...], size: 128 + 127 * 64) == nil, "\(place)")
    }
  }
}
