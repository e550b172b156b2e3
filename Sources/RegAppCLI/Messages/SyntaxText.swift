import LosslessJSON

extension JSONSyntaxError.Reason {
  /// Why a text is not JSON, in words.
  var message: String {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected.name), found \(found.name)"
    case .controlInString(let scalar):
      "a text must not hold a line end or another control character as it is; "
        + "write \(Self.jsonEscape(scalar))"
    case .leadingZero: "a number must not begin with 0"
    case .invalidUTF8(let byte):
      "the byte 0x\(String(byte, radix: 16, uppercase: true)) is no UTF-8; "
        + "save the file in that encoding"
    case .otherEncoding(let encoding): "the file is in \(encoding.name); save it as UTF-8"
    case .tooDeep: "more than \(JSONDocument.maximumDepth) brackets stand inside each other"
    }
  }

  private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension JSONSyntaxError.Found {
  fileprivate var name: String {
    switch self {
    case .end: "the end of the file"
    case .scalar(let scalar): "'\(visible(String(scalar)))'"
    }
  }
}

extension JSONSyntaxError.Expected {
  fileprivate var name: String {
    switch self {
    case .value: "a value"
    case .valueOrClosingBracket: "a value or ]"
    case .key: "a key in double quotes"
    case .keyOrClosingBrace: "a key in double quotes or }"
    case .colon: "a colon"
    case .commaOrClosingBracket: "a comma or ]"
    case .commaOrClosingBrace: "a comma or }"
    case .closingQuote: "a closing double quote"
    case .escape: "one of \" \\ / b f n r t u after the backslash"
    case .hexDigit: "four hexadecimal digits after \\u"
    case .digit: "a digit"
    case .word(let word): word.rawValue
    case .end: "nothing more"
    }
  }
}

extension JSONSyntaxError.Encoding {
  fileprivate var name: String {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .utf32LittleEndian, .utf32BigEndian: "UTF-32"
    }
  }
}
