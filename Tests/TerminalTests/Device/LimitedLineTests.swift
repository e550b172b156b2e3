import Glibc
import Testing

@testable import Terminal

@Suite("A line that is waited for no longer than so long") struct LimitedLineTests {
  @Test("is read if it is there; nothing in time is ETIMEDOUT, and the end is the end")
  func limits() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let input = Descriptor(ends[0])
    try Descriptor(ends[1]).write(Array("one\ntwo".utf8)[...])
    #expect(try input.readLine(within: 0) == Array("one".utf8))
    let failure = #expect(throws: DescriptorFault.self) { try input.readLine(within: 0) }
    #expect(failure?.code == ETIMEDOUT)
    close(ends[1])
    // It comes once no child that is being started has a copy of the other end.
    #expect(try input.readLine(within: 600) == nil)
  }
}
