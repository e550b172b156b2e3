import Testing

@testable import LosslessJSON

/// Comments that a document may have, and those that no document may.
@Suite struct CommentTests {
  @Test(
    "comments and a trailing comma are space",
    arguments: [
      // One kind and the other, wherever space may be.
      "// a\n1", "1 // a\n", "1//", "1 //", "//\n1//\r", "/**/1", "1/**/", "/***/1", "/* * / */1",
      "/*/*/1", "/*//*/1", "/* /* */1", "// /*\n1", "// */\n1", "/* // */1", "/*\n*/1", "/*\r\n*/1",
      "/* a */ /* b */1//c", "// \u{2028}1\n1", "//\u{0}\n1", "/*\u{7}*/1", "\u{FEFF}// a\n1",
      // A line ends at LF, CR LF or a lone CR.
      "// a\r1", "// a\r\n1", "// a\n\r1",
      // In and around everything.
      "[/**/]", "[//\n]", "[1/**/]", "[1/**/,/**/2]", "{/**/}", "{/**/\"a\"/**/:/**/1/**/}",
      "{\"a\"://\n1//\n,//\n\"b\"://\n2//\n}", "[[/*]*/1]/*[*/]", "[\"a\"/*\"*/,\"b\"]",
      "{\"a\": 1 /* } */, /* { */ \"b\": \"//\" // \"c\": 3\n}", "[true/**/,false//\n,null/**/]",
      "[-1/**/,0//\n,1e5/**/]",
      // Trailing commas.
      "[1,]", "[1 ,]", "[1, ]", "[1,\n]", "[1,/**/]", "[1/**/,]", "[1,//\n]", "[[],]", "[{},]",
      "[\"a\",]", "[null,]", "{\"a\":1,}", "{\"a\":1 , }", "{\"a\":{\"b\":[1,],},}", "[[1,],[2,],]",
      // A text in a string is not a comment.
      "\"//\"", "\"/* */\"", "[\"a//\",\"/*\",\"*/\"]", "{\"//\":1}", "\"\\\"//\"", "\"\\\\\"//\"",
    ])
  func accepts(text: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
    #expect(document.bytes == Array(text.utf8))
    #expect(document.structure.count == document.bytes.count)
    // It is JSON without them, at the same places.
    let plain = try JSONDocument(parsing: document.structure)
    #expect(plain.root.range == document.root.range)
    #expect(plain.literal(plain.root) == document.literal(document.root))
  }

  @Test(
    "what is wrong is where it is",
    arguments: [
      // A comment without an end, and what is none.
      ("/*", 0, "unclosed"), ("1 /*", 2, "unclosed"), ("[1 /* a *]", 3, "unclosed"),
      ("/*/", 0, "unclosed"), ("1/*\n", 1, "unclosed"), ("/", 0, "'/'"), ("1 /", 2, "'/'"),
      ("[1 / 2]", 3, "'/'"), ("/ /\n1", 0, "'/'"), ("1 */", 2, "'*'"), ("/* */ */ 1", 6, "'*'"),
      ("/* /* */ */ 1", 9, "'*'"), ("# a\n1", 0, "'#'"), ("[1] -- a", 4, "'-'"),
      // Nothing but comments.
      ("// a", 4, "end"), ("/* a */", 7, "end"), ("", 0, "end"), ("//", 2, "end"),
      // A comment ends a word and a number; it does not join them.
      ("tr/**/ue", 2, "'/'"), ("1/**/2", 5, "'2'"), ("-/**/1", 1, "'/'"), ("1./**/5", 2, "'/'"),
      ("nul// l\n", 3, "'/'"), ("\"a", 2, "end"), ("\"a\n\"", 2, "control"),
      ("\"a//\n\"", 4, "control"),
      // Commas that nothing comes before, or twice.
      ("[,]", 1, "','"), ("[/**/,]", 5, "','"), ("[1,,]", 3, "','"), ("[1,/**/,]", 7, "','"),
      ("[,1]", 1, "','"), ("{,}", 1, "','"), ("{\"a\":1,,}", 7, "','"), ("{\"a\":,}", 5, "','"),
      ("{\"a\",}", 4, "','"), ("{\"a\":1,\"b\",}", 10, "','"), ("1,", 1, "','"), (",", 0, "','"),
      ("{},", 2, "','"), ("[1],]", 3, "','"), ("[tru,]", 4, "','"), ("[1.,]", 3, "','"),
      ("[1,}", 3, "'}'"), ("{\"a\":1,]", 7, "']'"), ("[1 2,]", 3, "'2'"), ("{a:1,}", 1, "'a'"),
      ("['a',]", 1, "'''"), ("[01,]", 2, "zero"), ("[+1]", 1, "'+'"), ("[.5]", 1, "'.'"),
    ])
  func refuses(text: String, offset: Int, what: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
    }
    #expect(error?.offset == offset)
    let found =
      switch error?.reason {
      case .unclosedComment: "unclosed"
      case .unexpected(.end, _): "end"
      case .unexpected(.scalar(let scalar), _): "'\(scalar)'"
      case .controlInString: "control"
      case .leadingZero: "zero"
      default: ""
      }
    #expect(found == what)
  }

  @Test("a comment is UTF-8 as the rest", arguments: ["//", "/*"])
  func malformed(start: String) {
    for bytes: [UInt8] in [[0x80], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90]] {
      let text = Array("[1] \(start) é".utf8) + bytes + Array("*/\n".utf8)
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONDocument(parsing: text, dialect: .withComments)
      }
      #expect(error?.offset == 9)
      #expect(error?.reason == .invalidUTF8(bytes[0]))
    }
  }

  @Test(
    "JSON has neither",
    arguments: [
      ("// a\n1", 0), ("1 // a", 2), ("1 /* a */", 2), ("[1 /* a */]", 3), ("[1,]", 3),
      ("{\"a\":1,}", 7), ("[1, // a\n2]", 4),
    ])
  func strict(text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: Array(text.utf8))
    }
    #expect(error?.offset == offset)
  }

  @Test(
    "an edit leaves comments where they belong",
    arguments: [
      // A new member comes behind the comment of the one before it.
      ("{\n  \"a\": 1 // one\n}", EditDraft.add, "{\n  \"a\": 1, // one\n  \"n\": 0\n}"),
      ("{\n  \"a\": 1, // one\n}", .add, "{\n  \"a\": 1, // one\n  \"n\": 0,\n}"),
      ("{\n  \"a\": 1,\n}", .add, "{\n  \"a\": 1,\n  \"n\": 0,\n}"),
      ("{\n  // none yet\n}", .add, "{\n  // none yet\n  \"n\": 0\n}"),
      ("{ /* none */ }", .add, "{ /* none */\n  \"n\": 0\n}"),
      ("{\"a\": 1 /* one */}", .add, "{\"a\": 1 /* one */, \"n\": 0}"),
      (
        "{\n  \"a\": 1, // one\n  // two\n  \"b\": 2\n}", .addBehindFirst,
        "{\n  \"a\": 1, // one\n  \"n\": 0,\n  // two\n  \"b\": 2\n}"
      ),
      // The comment at a member that goes stays.
      (
        "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  \"c\": 3\n}", .removeSecond,
        "{\n  \"a\": 1, // one\n  // two\n  \"c\": 3\n}"
      ),
      (
        "{\n  \"a\": 1,\n  \"b\": 2 // two\n}", .removeSecond, "{\n  \"a\": 1\n  // two\n}"
      ),
      (
        "{\n  \"a\": 1, // one\n  // two\n  \"b\": 2\n}", .removeSecond,
        "{\n  \"a\": 1 // one\n  // two\n}"
      ),
      ("{\n  \"a\": 1, // one\n  \"b\": 2\n}", .removeFirst, "{\n  // one\n  \"b\": 2\n}"),
      ("{\n  \"a\": 1, // one\n}", .removeFirst, "{\n  // one\n}"),
      ("{\n  \"a\": 1,\n}", .removeFirst, "{}"),
      (
        "{\n  \"a\": [\n    1, // x\n  ],\n  \"b\": 2\n}", .removeFirst,
        "{\n  \"b\": 2\n}"
      ),
    ])
  func edits(text: String, edit: EditDraft, result: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
    let members = Array(document.members(of: document.root))
    let splice =
      switch edit {
      case .add: document.inserting("n", .integer(0), into: document.root)
      case .addBehindFirst:
        document.inserting("n", .integer(0), into: document.root, after: members[0])
      case .removeFirst: document.removing(members[0], from: document.root)
      case .removeSecond: document.removing(members[1], from: document.root)
      }
    let new = try document.applying([splice])
    #expect(String(decoding: new.bytes, as: UTF8.self) == result)
  }

  enum EditDraft: Sendable { case add, addBehindFirst, removeFirst, removeSecond }

  @Test(
    "an element takes along the comments that are its own",
    arguments: [
      // Directly above it and behind it; those above the first one are of all.
      (
        "[\n  // all\n  1, // one\n  // two\n  2, // 2\n  // three\n  3\n]", [1],
        "[\n  // all\n  1, // one\n  // three\n  3\n]"
      ),
      (
        "[\n  // all\n  1, // one\n  // two\n  2\n]", [0], "[\n  // all\n\n  // two\n  2\n]"
      ),
      ("[\n  // all\n  1 // one\n]", [0], "[\n  // all\n]"),
      ("[\n  1, // one\n]", [0], "[]"),
      // A blank line is between.
      ("[\n  1,\n\n  // part\n\n  2\n]", [1], "[\n  1\n\n  // part\n]"),
      ("[\n  1,\n  // part\n\n  // two\n  // 2\n  2,\n]", [1], "[\n  1,\n  // part\n]"),
      // A comment on a line of its own stays there.
      ("[\n  1,\n\n  // part\n\n  2,\n  3\n]", [1], "[\n  1,\n\n  // part\n\n  3\n]"),
      ("[\n  1,\n\n  // part\n\n  2,\n  3,\n  4\n]", [1, 2], "[\n  1,\n\n  // part\n\n  4\n]"),
      ("[\n  1,\n  // part\n\n  2,\n  // 3\n  3\n]", [1], "[\n  1,\n  // part\n\n  // 3\n  3\n]"),
      ("[\n  // part\n  1,\n\n  2\n]", [0], "[\n  // part\n\n  2\n]"),
      ("[\n  // part\n  1,\n  2\n]", [0], "[\n  // part\n\n  2\n]"),
      ("[\r\n  1,\r\n  /* two\r\n  2 */\r\n  2\r\n]", [1], "[\r\n  1\r\n]"),
      // A comment on a line of its own stays on one.
      ("[\n  1,\n  // part\n\n  2,\n  3\n]", [1], "[\n  1,\n  // part\n\n  3\n]"),
      ("[\n  1,\n  // part\n\n  2,\n\n  3\n]", [1], "[\n  1,\n  // part\n\n  3\n]"),
      (
        "[\n  1,\n  // part\n\n  // two\n  2,\n  3,\n  // four\n  4\n]", [1, 2],
        "[\n  1,\n  // part\n\n  // four\n  4\n]"
      ),
      (
        "[\r\n  1,\r\n  /* part */\r\n\r\n  2,\r\n  3\r\n]", [1],
        "[\r\n  1,\r\n  /* part */\r\n\r\n  3\r\n]"
      ),
      // On one line.
      ("[1, /* two */ 2, 3]", [1], "[1, 3]"),
      ("[1 /* one */, 2]", [1], "[1 /* one */]"),
      ("[1 /* one */, 2]", [0], "[2]"),
      ("[1, 2 /* two */, /* three */ 3]", [1], "[1, /* three */ 3]"),
      // Several.
      ("[\n  // all\n  1,\n  // two\n  2, // 2\n  3 // three\n]", [1, 2], "[\n  // all\n  1\n]"),
      ("[\n  1,\n  // two\n  2,\n  // three\n  3,\n]", [0, 2], "[\n  // two\n  2,\n]"),
    ])
  func ownComments(text: String, removed: [Int], result: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
    let new = try document.applying(
      document.removing(elementsAt: removed, from: document.root))
    #expect(String(decoding: new.bytes, as: UTF8.self) == result)
  }
}
