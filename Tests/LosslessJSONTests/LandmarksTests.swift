import Testing

@testable import LosslessJSON

@Suite struct LandmarksTests {
  @Test("the marks of a small text are those that are drawn above the parser")
  func drawing() throws {
    let text = #"{"v": 1, "list": [{"a": "x", "b": 2}, {"a": "y", "b": 3}]}"#
    let landmarks = try JSONDocument(text).outline.landmarks
    #expect(landmarks.outer.map(\.range) == [1..<4, 6..<7, 9..<15, 17..<57])
    #expect(landmarks.inner.map(\.range) == [18..<36, 38..<56])
    #expect(landmarks.innerStarts == [0, 0])
  }
}
