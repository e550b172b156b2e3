import TextTools

extension TerminalPicture {
  /// The picture for printing among lines, where it stays: nothing frees it.
  ///
  /// It takes as many lines as it has rows; empty if the terminal does not accept it.
  package func printed(by means: PictureProtocol) -> String {
    switch means {
    case .none: return ""
    case .kitty:
      guard var transmission = KittyTransmission(self) else { return "" }
      var bytes: [UInt8] = []
      while !transmission.isOver { bytes += transmission.next() }
      var frame = Frame(size: size)
      frame.place(self, at: Position(column: 0, row: 0))
      let lines = frame.styledLines(.truecolor, pictures: .kitty)
      return String(decoding: bytes, as: UTF8.self) + lines.map { $0 + "\n" }.joined()
    case .iterm2:
      guard isFile else { return "" }
      var text = ITermDrawing.head(of: self)
      Base64.append(bytes[...], to: &text)
      text.append(ITermDrawing.end)
      return String(decoding: text, as: UTF8.self) + "\n"
    }
  }
}
