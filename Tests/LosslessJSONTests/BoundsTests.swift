import Glibc
import Testing

@testable import LosslessJSON

@Suite struct BoundsTests {
  /// Calls `body` with some bytes after which no byte can be read, or even crash the test.
  private func withBytesBeforeAWall(
    _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let size = (bytes.count / page + 1) * page
    let memory = try #require(
      mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, size + page) }
    try #require(memory != MAP_FAILED)
    try #require(mprotect(memory + size, page, PROT_NONE) == 0)
    let start = memory + size - bytes.count
    start.copyMemory(from: bytes, byteCount: bytes.count)
    try body(
      UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count))
  }

  @Test("no byte after a text is read, wherever it ends")
  func everyEnd() throws {
    let object = #"{"email": "ada@example.com", "name": "\u0041dá", "age": 36, "open": true}"#
    let lists = [", ", ",\n" + String(repeating: " ", count: 24)].map { seam in
      String(repeating: " ", count: 1_100) + "{\"l\": ["
        + [String](repeating: object, count: 4).joined(separator: seam) + "]}    \n        "
    }
    let pieces = (0..<70).map { "\"" + String(repeating: "k", count: $0) + "\"" }
    let spaces = (0..<70).map { String(repeating: " ", count: $0) + "\n1 " }
    for bytes in (lists + pieces + spaces).map({ Array($0.utf8) }) {
      for length in Swift.max(1, bytes.count - 250)...bytes.count {
        try withBytesBeforeAWall(Array(bytes[..<length])) { buffer in
          let text = try #require(JSONText(buffer))
          var landmarks = Landmarks()
          var isComplete = true
          do { try JSONParser.parse(text, noting: &landmarks) } catch { isComplete = false }
          #expect(isComplete == (refusal(of: Array(buffer)) == nil))
        }
      }
    }
  }

  @Test("a value by itself is checked like the same value in a whole text")
  func valueAlone() throws {
    for (value, length) in [
      (#"{"a": "x", "b": [1, 2]} , 7"#, 23), ("\"x\"]", 3), ("12,", 2), ("[]}", 2), ("true", 4),
      ("[1, ", nil), ("\"x", nil), ("}", nil), (" 1", nil), ("", nil),
    ] as [(String, Int?)] {
      let bytes = Array(("[" + value).utf8)
      bytes.withUnsafeBufferPointer { buffer in
        #expect(
          (try? JSONText(buffer)?.endOfCheckedValue(at: 1, depth: 1)) == length.map { $0 + 1 })
      }
    }
  }

  @Test(
    "a value by itself may be nested as deeply as the containers around it leave",
    arguments: [0, 1, 62, 63, 64, 65, 511, 512])
  func depthOfValueAlone(around: Int) {
    let most = JSONDocument.maximumDepth - around
    for (depth, isAccepted) in [(most, true), (most + 1, false)] {
      for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        Array(text.utf8).withUnsafeBufferPointer { buffer in
          let end = try? JSONText(buffer)?.endOfCheckedValue(at: 0, depth: around)
          #expect((end == buffer.count) == isAccepted)
        }
      }
    }
  }
}
