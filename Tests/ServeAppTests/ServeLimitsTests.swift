import Foundation
import HTTP
import PostgresAccounts
import Testing

@testable import ServeApp

@Suite("The limits of serve") struct ServeLimitsTests {
  /// The rows of the table in docs/answers.md.
  private static func rows() throws -> [[String]] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/answers.md"), encoding: .utf8)
    let section = page.components(separatedBy: "\n## Limits\n").dropFirst().first ?? ""
    let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
    return lines.filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      line.components(separatedBy: "|").dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("stand in the page as they are in the source, each once") func page() throws {
    let rows = try Self.rows()
    #expect(
      rows.map { "\($0[0]): \($0[1])" }
        == ServeLimits.table.map { "\($0.limit): \($0.number)" })
    #expect(rows.allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    #expect(Set(ServeLimits.table.map(\.limit)).count == ServeLimits.table.count)
  }

  @Test("for a database hold for all that a request asks")
  func database() async throws {
    let site = TestSite(page: "https://accounts.example.com/", patience: nil)
    let ada = try await site.register("ada")
    let question = "X-Forwarded-Uri: /\r\nX-Forwarded-Method: GET\r\n"
    func limits(_ seconds: Int, _ ask: () async -> Answer) async {
      _ = site.takeLimits()
      let first = TimeLimit(seconds: seconds)
      #expect(await ask().status.rawValue.first != "5")
      let last = TimeLimit(seconds: seconds)
      let limits = site.takeLimits()
      #expect(!limits.isEmpty)
      #expect(limits.allSatisfy { limit in limit.map { first < $0 && $0 < last } ?? false })
    }
    await limits(11) { await site.ask(ada, fields: question) }
    let form = [("name", ada), ("old", "secret1"), ("new", "Newsecret1"), ("again", "Newsecret1")]
    await limits(18) { await site.post("/password", form) }
  }
}
