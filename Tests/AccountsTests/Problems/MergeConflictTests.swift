import LosslessJSON
import Testing

@testable import Accounts

@Suite struct MergeConflictTests {
  private func conflicts(_ text: String, wrongAt line: Int? = nil) -> [MergeConflict] {
    MergeConflict.all(in: Array(text.utf8), wrongAt: line)
  }

  @Test(
    "a conflict has the lines of both sides, whatever style and size its markers have",
    arguments: [
      ("a\n<<<<<<< HEAD\nb\nc\n=======\nd\n>>>>>>> x\n", 2, 3..<5, 6..<7),
      ("<<<<<<<\n=======\nd\n>>>>>>>", 1, 2..<2, 3..<4),
      ("\u{FEFF}<<<<<<< a\r\nb\r\n=======\r\n>>>>>>> c\r\n", 1, 2..<3, 4..<4),
      ("<<<<<<< a\nb\n||||||| c\nd\ne\n=======\nf\n>>>>>>> g", 1, 2..<3, 7..<8),
      ("<<< a\nb\n===\nf\n>>> g", 1, 2..<3, 4..<5),
      ("<<<<<<<<<<<< a\nb\n=======\n============\nf\n>>>>>>>>>>>> g", 1, 2..<4, 5..<6),
      // The base of a merge of several bases has conflicts of its own.
      (
        "<<<<<<< a\nb\n||||||| c\n<<<<<<<<< d\n=========\n>>>>>>>>> e\n=======\nf\n>>>>>>> g", 1,
        2..<3, 8..<9
      ),
    ])
  func complete(text: String, line: Int, ours: Range<Int>, theirs: Range<Int>) throws {
    let found = conflicts(text)
    #expect(found.count == 1)
    let conflict = try #require(found.first)
    #expect(conflict.isComplete && conflict.line == line)
    #expect(conflict.linesOfOurs == ours)
    #expect(conflict.linesOfTheirs == theirs)
  }

  @Test("each of several conflicts is found")
  func several() {
    let one = "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
    #expect(conflicts("{\n" + one + "x\n" + one).map(\.line) == [2, 8])
  }

  @Test(
    "a part of a conflict counts if the text is wrong there",
    arguments: [
      ("{\n<<<<<<< a\n1", 2), ("{\n=======\n1", 2), ("{\n>>>>>>> a\n1", 2), ("{\n||||||| a", 2),
      ("<<<<<<< a\n1\n=======\n2", 1), ("<<<<<<< a\n1\n=======\n2", 3),
      ("1\n=======\n2\n>>>>>>> b", 4),
    ])
  func incomplete(text: String, line: Int) {
    #expect(conflicts(text, wrongAt: line).map(\.isComplete) == [false])
    #expect(conflicts(text).isEmpty)
    #expect(conflicts(text, wrongAt: 9).isEmpty)
  }

  @Test("one that is begun anew was incomplete")
  func begunAnew() {
    let text = "<<<<<<< a\n1\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
    #expect(conflicts(text, wrongAt: 1).map(\.isComplete) == [false, true])
    #expect(conflicts(text, wrongAt: 1).last?.linesOfOurs == 4..<5)
  }

  @Test(
    "what only looks like a marker is none",
    arguments: [
      " <<<<<<< a\n=======\n>>>>>>> b", "<<<<<<<a\n=======b\n>>>>>>>c", "<<\n==\n>>",
      "\"<<<<<<< a\",\n\"=======\",\n\">>>>>>> b\"", "", "\n\n",
    ])
  func none(text: String) { #expect(conflicts(text).isEmpty) }

  @Test("the problems of a text with conflicts are those, and of another one that it is not JSON")
  func problems() throws {
    func problems(_ text: String) -> [Problem] {
      let bytes = Array(text.utf8)
      do {
        _ = try JSONDocument(parsing: bytes)
        return []
      } catch {
        return error.problems(in: bytes, of: "f")
      }
    }
    let both = problems("[1 2]\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n")
    #expect(both.map(\.rule.name) == ["mergeConflict"])
    #expect(both.map(\.place?.position?.line) == [2])
    #expect(problems("[1 2]\n=======\n").map(\.rule.name) == ["syntax"])
    #expect(problems("[\"<<<<<<< a\", 1 2]").map(\.rule.name) == ["syntax"])
  }
}
