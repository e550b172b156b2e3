import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The table of last logins") struct LastLoginTableTests {
  /// A table in memory, and what it must hold.
  private struct Held {
    var table = LastLoginTable(begin: 1_800_000_000)
    var bytes: [UInt8] = []

    init() { bytes = table.headBytes + [UInt8](repeating: 0, count: table.size - 128) }

    func line(of name: String) -> LastLoginTable.Line? {
      table.line(of: AccountName(name)) { bytes[$0] }
    }

    mutating func put(_ login: LastLogin?, of name: String) {
      var line = line(of: name)
      if line.map({ !table.use($0) }) ?? true {
        (table, bytes) = table.grown(bytes)
        line = self.line(of: name)
        _ = line.map { table.use($0) }
      }
      bytes.replaceSubrange(0..<128, with: table.headBytes)
      guard let line else { return }
      bytes.replaceSubrange(line.range, with: table.bytes(login, of: AccountName(name)))
    }
  }

  @Test("keeps what was put under each name while it grows, and forgets what was taken away")
  func model() throws {
    var (held, model) = (Held(), [String: LastLogin]())
    for index in 0..<3_000 {
      let name = "name\(index % 1_700)@bee.co"
      let isGone = index % 5 == 4
      let login = LastLogin(success: index % 3 == 0 ? nil : 1_700_000_000 + index, failures: index)
      if isGone, model[name] == nil { continue }
      model[name] = isGone ? nil : login
      held.put(isGone ? nil : login, of: name)
    }
    for (name, login) in model { #expect(held.line(of: name)?.login == login) }
    #expect(held.line(of: "nobody@bee.co")?.login == nil)
    #expect(held.line(of: "NAME3@bee.co")?.login == model["name3@bee.co"])
    let read = try #require(LastLoginTable(held.bytes[..<128], size: held.bytes.count))
    #expect(read.begin == 1_800_000_000)
    #expect(read.used == held.table.used)
    #expect(held.bytes.count < 4_096 * 64 + 129)
  }

  @Test("is text of lines, which name nobody")
  func text() throws {
    var held = Held()
    held.put(LastLogin(success: 1_800_000_000, failures: 12), of: "mario@bee.co")
    let lines = String(decoding: held.bytes, as: UTF8.self).split { "\n\0".contains($0) }
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.utf8.count == 63 })
    #expect(lines[0].hasPrefix("2027-01-15T08:00:00Z regapp 1 06 0000000001"))
    #expect(lines[2].dropFirst(16).hasPrefix(" 2027-01-15T08:00:00Z 0000000012"))
    #expect(!lines[2].contains("mario"))
  }

  @Test(
    "is not read from another text",
    arguments: [
      "", "{}", String(repeating: "\0", count: 128), String(repeating: "x", count: 128),
      "2027-01-15T08:00:00Z regapp 2 06 0000000001", "2027-01-15T08:00:00Z regapp 1 63 0000000001",
      "2027-01-15T08:00:00Z regapp 1 -1 0000000001",
    ])
  func foreign(text: String) {
    let key = String(repeating: "0", count: 32)
    let head = Array((text + " " + key).utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 128)
    #expect(LastLoginTable(head.prefix(128), size: 128 + 64 * 64) == nil)
    #expect(LastLoginTable(ArraySlice(Array(text.utf8)), size: text.utf8.count) == nil)
  }
}
