import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension JSONSyntaxError.Reason {
  var message: Phrase {
    switch self {
    case .unexpected(let found, let expected):
      Phrase("expected \(expected.name), found \(found.name)")
    case .controlInString("\n"), .controlInString("\r"):
      Phrase(
        "a string must end on its line: the closing quote is missing, or a line break is to be "
          + "written as \("\\n")")
    case .controlInString(let scalar):
      Phrase(
        "a string must not contain a control character as it is; "
          + "write \(Self.jsonEscape(scalar))")
    case .leadingZero: Phrase("a number must not begin with 0")
    case .invalidUTF8(let byte):
      Phrase(
        "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not valid UTF-8; "
          + "save the file as UTF-8")
    case .otherEncoding(let encoding): Phrase("the file is in \(encoding.name); save it as UTF-8")
    case .unclosedComment: Phrase("the comment has no */")
    case .tooDeep: Phrase("brackets are nested more than \(JSONDocument.maximumDepth) levels deep")
    }
  }

  private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\t" { return "\\t" }
    return "\\u" + String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
  }
}

extension [Problem] {
  /// Advice for a file that cannot be read as it is; nil for most.
  var hintOfFile: Phrase? {
    hintOfComments ?? hintOfNewerVersion ?? hintOfNothing ?? hintOfList
  }

  /// Whether they are in a file of a name.
  func isOf(_ name: String) -> Bool {
    first?.place?.source.split(separator: "/").last.map { $0 == name } == true
  }

  /// Advice for an empty file.
  private var hintOfNothing: Phrase? {
    guard let problem = first, let place = problem.place?.position,
      (place.line, place.column) == (1, 1),
      case .file(.syntax(.unexpected(.end, expected: .value))) = problem.rule
    else { return nil }
    return Phrase(
      "the file is empty: put a copy into its place; without one, remove it and begin anew")
  }

  /// The hint to a file that may have comments, if a comment or a trailing comma is the fault of
  /// `accounts.json`.
  private var hintOfComments: Phrase? {
    guard let problem = first, case .file(.syntax(let reason)) = problem.rule,
      isOf("accounts.json")
    else { return nil }
    switch reason {
    case .unexpected(.scalar("/"), _), .unexpected(.scalar("]"), .value),
      .unexpected(.scalar("}"), .key):
      return Phrase(
        "only accounts.jsonc may have comments and a trailing comma; regapp init --comments "
          + "renames accounts.json")
    default: return nil
    }
  }
}

extension JSONSyntaxError.Found {
  fileprivate var name: Phrase {
    switch self {
    case .end: Phrase("the end of the file")
    case .scalar(let scalar): Phrase(same: "'\(visible(String(scalar)))'")
    }
  }
}

extension JSONSyntaxError.Expected {
  fileprivate var name: Phrase {
    switch self {
    case .value: Phrase("a value")
    case .valueOrClosingBracket: Phrase("a value or ]")
    case .key: Phrase("a key in double quotes")
    case .keyOrClosingBrace: Phrase("a key in double quotes or }")
    case .colon: Phrase("a colon")
    case .commaOrClosingBracket: Phrase("a comma or ]")
    case .commaOrClosingBrace: Phrase("a comma or }")
    case .closingQuote: Phrase("a closing double quote")
    case .escape: Phrase("one of \" \\ / b f n r t u after the backslash")
    case .hexDigit: Phrase("four hexadecimal digits after \\u")
    case .digit: Phrase("a digit")
    case .word(let word): Phrase(same: word.rawValue)
    case .end: Phrase("the end of the file")
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
