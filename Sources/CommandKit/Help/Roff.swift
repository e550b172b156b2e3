import Terminal
import TextTools

/// Text for man(7), which groff and mandoc set alike.
struct Roff {
  private(set) var text: String

  /// The page's head. Words are not hyphenated: an option that is cut in two cannot be pasted.
  init(title: String, day: String, source: String, volume: String) {
    text = ".TH \(title) 1 \(day) \"\(source)\" \"\(Self.escaped(volume))\"\n.nh\n.ad l\n"
  }

  /// A request, its arguments written as they are.
  mutating func request(_ name: String, _ arguments: String...) {
    text += ([".\(name)"] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ")
    text += "\n"
  }

  /// A paragraph, in source lines that are not too long for a mail or a terminal.
  mutating func paragraph(_ words: String) {
    let words = words.split(separator: " ").map { Self.escaped(String($0)) }
    for line in words.wrapped(columns: 78) { add(line) }
  }

  /// Something named, in bold, with what its value is called in italics; and what it is.
  mutating func entry(_ name: String, value: String? = nil, _ help: String) {
    text += ".TP\n"
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    text += "\\fB\(Self.escaped(name))\\fR\(value)\n"
    paragraph(help)
  }

  /// Lines as one types them.
  mutating func example(_ lines: [String]) {
    text += ".PP\n.nf\n.RS 4\n"
    for line in lines { add(Self.escaped(line)) }
    text += ".RE\n.fi\n"
  }

  /// A line of text: no dot or quote at its beginning makes it a request.
  private mutating func add(_ line: String) {
    guard !line.isEmpty else { return }
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// A text that is set as it is: a hyphen stays one that can be pasted, a quote stays straight.
  /// Letters stay themselves: whatis knows the section of the name, and reads it, in no other way.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII || scalar.properties.isAlphabetic:
        result.unicodeScalars.append(scalar)
      default:
        let number = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(number.zeroPadded(to: 4))]"
      }
    }
    return result
  }
}
