import TextTools

/// The sequences of kitty's graphics protocol, as far as they are used here. Each asks the terminal
/// to be quiet (`q=2`): an answer would be taken for keys, or typed into the shell.
enum KittyGraphics {
  /// Frees a picture: its pixels, and wherever it stands.
  static func free(_ number: UInt32) -> [UInt8] { sequence("a=d,d=I,i=\(number),q=2") }

  /// Breaks off a picture that was begun: what is there of it is too little, and thrown away.
  static let breakOff = sequence("m=0,q=2")

  static func sequence(_ keys: String, _ bytes: ArraySlice<UInt8> = []) -> [UInt8] {
    var text = Array("\u{1B}_G\(keys)\(bytes.isEmpty ? "" : ";")".utf8)
    Base64.append(bytes, to: &text)
    return text + ControlSequences.stringEnd
  }
}

/// A picture on its way to a terminal, sequence by sequence: between two of them all may be drawn,
/// but no other picture be sent.
struct KittyTransmission {
  let picture: TerminalPicture
  private var sent = 0

  /// So many bytes make a text of 4096, the most that a sequence may have.
  static let chunk = 3072

  /// Nothing for what kitty does not take.
  init?(_ picture: TerminalPicture) {
    if picture.isFile { return nil }
    self.picture = picture
  }

  var isOver: Bool { sent == picture.bytes.count }

  /// The next sequence; nothing after the last.
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
