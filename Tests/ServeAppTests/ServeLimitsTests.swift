import Foundation
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
}
