import Terminal
import TextTools

/// Text for man(7), in the subset that groff and mandoc render alike.
struct Roff {
  private(set) var text: String

  /// The page's header. Hyphenation is off: an option split in two cannot be pasted.
  init(title: String, day: String, source: String, volume: String) {
    text = ".TH \(title) 1 \(day) \"\(source)\" \"\(Self.escaped(volume))\"\n.nh\n.ad l\n"
  }

  /// A request, with its arguments unescaped.
  mutating func request(_ name: String, _ arguments: String...) {
    text += ([".\(name)"] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ")
    text += "\n"
  }

  /// A paragraph, in source lines short enough for mail and terminals.
  mutating func paragraph(_ words: String) {
    let words = words.split(separator: " ").map { Self.escaped(String($0)) }
    for line in words.wrapped(columns: 78) { add(line) }
  }

  /// A tagged entry: a name in bold, its value's placeholder in italics, and the help text.
  mutating func entry(_ name: String, value: String? = nil, _ help: String) {
    text += ".TP\n"
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    text += "\\fB\(Self.escaped(name))\\fR\(value)\n"
    paragraph(help)
  }

  mutating func example(_ lines: [String]) {
    text += ".PP\n.nf\n.RS 4\n"
    for line in lines { add(Self.escaped(line)) }
    text += ".RE\n.fi\n"
  }

  /// A line of text: a dot or quote at its beginning is escaped, so as not to form a request.
  private mutating func add(_ line: String) {
    guard !line.isEmpty else { return }
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// Escaped text: hyphens can be pasted, and quotes stay straight. Letters are not escaped: whatis
  /// finds and reads the name section only in plain letters.
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
