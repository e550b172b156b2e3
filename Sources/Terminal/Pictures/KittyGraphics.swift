import TextTools

/// The sequences of kitty's graphics protocol used here. Each asks the terminal not to answer
/// (`q=2`): an answer would be read as keys, or end up in the shell.
enum KittyGraphics {
  /// Frees a picture: its pixels and all its placements.
  static func free(_ number: UInt32) -> [UInt8] { sequence("a=d,d=I,i=\(number),q=2") }

  /// Aborts a transmission; the terminal discards the incomplete data.
  static let breakOff = sequence("m=0,q=2")

  static func sequence(_ keys: String, _ bytes: ArraySlice<UInt8> = []) -> [UInt8] {
    var text = Array("\u{1B}_G\(keys)\(bytes.isEmpty ? "" : ";")".utf8)
    Base64.append(bytes, to: &text)
    return text + ControlSequences.stringEnd
  }
}

/// A picture being sent, sequence by sequence: anything may be drawn between two of them, but no
/// other picture may be sent.
struct KittyTransmission {
  let picture: TerminalPicture
  private var sent = 0

  /// This many bytes encode to 4096, the longest payload of one sequence.
  static let chunk = 3072

  /// nil if kitty does not accept the picture.
  init?(_ picture: TerminalPicture) {
    if picture.isFile { return nil }
    self.picture = picture
  }

  var isOver: Bool { sent == picture.bytes.count }

  /// The next sequence; empty after the last.
  mutating func next() -> [UInt8] {
    guard case .pixels(let bytes, let width, let height) = picture.content, !isOver else {
      return []
    }
    let start = sent
    sent = min(start + Self.chunk, bytes.count)
    let ending = "m=\(isOver ? 0 : 1),q=2"
    let keys =
      "a=T,U=1,f=24,t=d,i=\(picture.number),s=\(width),v=\(height)"
      + ",c=\(picture.size.columns),r=\(picture.size.rows),"
    return KittyGraphics.sequence((start == 0 ? keys : "") + ending, bytes[start..<sent])
  }
}
