import Testing

@testable import AccountsDocument

@Suite("Work in parts") struct InPartsTests {
  @Test(
    "makes each part once, and keeps their order",
    arguments: [0, 1, 9, 10, 11, 20, 995, 1000])
  func order(count: Int) {
    let parts = inParts(count, of: 10) { Array($0) }
    #expect(parts.flatMap(\.self) == Array(0..<count))
    #expect(parts.allSatisfy { (1...10).contains($0.count) })
  }
}
