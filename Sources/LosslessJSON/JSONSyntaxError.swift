/// The place and the reason that make a text not JSON. Of the text, it holds only the scalar or
/// byte in error.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The first byte of the first character that cannot continue the text, or the text's length if
  /// it ends early.
  public let offset: Int
  /// The place of the offset, as an editor shows it.
  public let place: JSONPlace
  /// Why the text is not JSON there.
  public let reason: Reason

  /// Why a text is not JSON.
  public enum Reason: Sendable, Hashable {
    /// Found one thing where another was expected.
    case unexpected(Found, expected: Expected)
    /// A byte below 0x20 inside a string, where it must be written as an escape.
    case controlInString(Unicode.Scalar)
    /// A digit after a number's first 0.
    case leadingZero
    /// The byte begins no UTF-8 sequence, or one that is cut short, overlong or out of range.
    case invalidUTF8(UInt8)
    /// The text is not UTF-8 at all.
    case otherEncoding(Encoding)
    /// A block comment has no end.
    case unclosedComment
    /// Arrays and objects are nested deeper than ``JSONDocument/maximumDepth``.
    case tooDeep
  }

  /// The text at the place of the error.
  public enum Found: Sendable, Hashable {
    /// The end of the text.
    case end
    /// A scalar.
    case scalar(Unicode.Scalar)
  }

  /// The valid text at the place of the error.
  public enum Expected: Sendable, Hashable {
    /// A value of any kind.
    case value
    /// After `[`.
    case valueOrClosingBracket
    /// After the comma in an object.
    case key
    /// After `{`.
    case keyOrClosingBrace
    /// The colon after a key.
    case colon
    /// After an element of an array.
    case commaOrClosingBracket
    /// After a member of an object.
    case commaOrClosingBrace
    /// The end of a string.
    case closingQuote
    /// The letter of an escape, after the backslash.
    case escape
    /// One of the four digits after `\u`.
    case hexDigit
    /// A digit of a number.
    case digit
    /// The rest of this word.
    case word(Word)
    /// The end of the text: its one value is complete.
    case end
  }

  /// The three words of JSON.
  public enum Word: String, Sendable, Hashable {
    /// One of the words, as it is written.
    case `true`, `false`, null
  }

  /// The encodings that are recognized, so that the error can name them.
  public enum Encoding: Sendable, Hashable {
    /// A width in bits and an order of bytes.
    case utf16LittleEndian, utf16BigEndian, utf32LittleEndian, utf32BigEndian
  }
}

extension JSONSyntaxError {
  init(_ failure: JSONParser.Failure, in bytes: [UInt8]) {
    if let encoding = Encoding(recognizedIn: bytes) {
      offset = 0
      place = JSONPlace(line: 1, column: 1)
      reason = .otherEncoding(encoding)
    } else {
      var ruler = Ruler(bytes)
      offset = failure.offset
      place = ruler.place(at: failure.offset)
      reason = failure.reason
    }
  }
}

extension JSONSyntaxError.Encoding {
  /// Looks for a byte-order mark, or for the zero bytes of ASCII in a wide encoding. The text is
  /// not JSON anyway, so a wrong guess costs no more than a wrong reason.
  init?(recognizedIn bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    switch (start, start.map { $0 == 0 }) {
    case ([0x00, 0x00, 0xFE, 0xFF], _), (_, [true, true, true, false]): self = .utf32BigEndian
    case ([0xFF, 0xFE, 0x00, 0x00], _), (_, [false, true, true, true]): self = .utf32LittleEndian
    case (_, [true, false, true, false]): self = .utf16BigEndian
    case (_, [false, true, false, true]): self = .utf16LittleEndian
    case _ where start.starts(with: [0xFE, 0xFF]): self = .utf16BigEndian
    case _ where start.starts(with: [0xFF, 0xFE]): self = .utf16LittleEndian
    default: return nil
    }
  }
}
