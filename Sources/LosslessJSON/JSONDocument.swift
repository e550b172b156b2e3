/// A JSON text, checked against RFC 8259 and kept byte for byte; with ``JSONDialect/withComments``,
/// it may have comments and trailing commas.
///
/// Parsing is one pass over the bytes and builds no tree: it records where the children of the
/// outermost two levels are, so that stepping through a long list is cheap, and reads anything
/// deeper on demand. A document never changes under a reader: an edit is a ``JSONSplice``.
///
/// Duplicate keys, lone surrogates written as escapes and numbers of any size are accepted and
/// kept. Only UTF-8 is accepted, with or without a byte-order mark.
///
///     let document = try JSONDocument(parsing: Array(#"{"name": "Ada"}"#.utf8))
///     if let name = document.value(for: JSONKey("name"), in: document.root) {
///       print(document.string(name) ?? "not text")
///     }
public struct JSONDocument: Sendable {
  /// The greatest nesting of arrays and objects; deeper text is a syntax error.
  public static let maximumDepth = 512

  /// The whole text as given, including a byte-order mark.
  public let bytes: [UInt8]

  /// The text for reading: spaces replace comments and trailing commas. For a text without them,
  /// the same array.
  let structure: [UInt8]

  let outline: Outline

  /// Parses a text in linear time and without recursion; throws at the first byte that is not JSON.
  public init(
    parsing bytes: consuming [UInt8], dialect: JSONDialect = .json
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, dialect: dialect, surroundings: nil)
  }

  /// - Parameters:
  ///   - surroundings: the layout around a text that was taken out of another; nil for a separate
  ///     text.
  ///   - notesLandmarks: false to treat the text as too long for landmarks.
  init(
    parsing bytes: consuming [UInt8], dialect: JSONDialect = .json, surroundings: Surroundings?,
    notesLandmarks: Bool = true
  ) throws(JSONSyntaxError) {
    self.bytes = bytes
    let commented = dialect == .withComments ? CommentedText(self.bytes) : nil
    structure = commented?.structure ?? self.bytes
    do throws(JSONParser.Failure) {
      outline = Outline(
        landmarks: try JSONParser.parse(structure, notesLandmarks: notesLandmarks),
        surroundings: surroundings ?? Surroundings(detectedIn: self.bytes, structure), dialect,
        commented)
    } catch {
      throw JSONSyntaxError(commented?.failure(error, in: self.bytes) ?? error, in: self.bytes)
    }
  }

  /// The dialect of the text.
  public var dialect: JSONDialect { outline.dialect }

  /// The number of comments.
  public var commentCount: Int { outline.comments.count }

  /// The only value at the top level.
  public var root: JSONValue { value(at: outline.landmarks.root) }

  /// The results of parsing, behind one reference so that copying a document stays cheap.
  final class Outline: Sendable {
    let landmarks: Landmarks
    let surroundings: Surroundings
    let dialect: JSONDialect
    /// The comments and trailing commas, in order.
    let comments: [Range<Int>]
    let trailingCommas: [Int]

    init(
      landmarks: Landmarks, surroundings: Surroundings, _ dialect: JSONDialect,
      _ commented: CommentedText?
    ) {
      self.landmarks = landmarks
      self.surroundings = surroundings
      self.dialect = dialect
      comments = commented?.comments ?? []
      trailingCommas = commented?.trailingCommas ?? []
    }
  }
}

/// The accepted forms of JSON.
public enum JSONDialect: Sendable, Hashable {
  /// JSON as defined in RFC 8259.
  case json
  /// JSON with `//` and `/* */` comments as white space, and an optional comma after the last
  /// member or element. A line comment ends where a line does: at LF, CR LF or a lone CR.
  case withComments

  /// The dialect of a file: with comments, if its name ends in `.jsonc`.
  package init(ofFile path: String) { self = path.hasSuffix(".jsonc") ? .withComments : .json }
}
