import TextTools

/// Pictures in iTerm2's protocol.
///
/// A picture is drawn over its empty cells after they were drawn, and again whenever any of them
/// was. In most terminals later text replaces it; in Konsole the picture stays below the text until
/// the screen is cleared, so the screen is cleared when a picture disappears. A picture that is
/// partly covered is not shown.
struct ITermPictures: PictureFlow {
  private var waiting: [PlacedPicture] = []
  private var drawing: ITermDrawing?
  private var cursor: Position?

  mutating func prepare(_ frame: Frame) -> Frame {
    var frame = frame
    for placed in frame.pictures where !placed.picture.isFile || !frame.showsAll(of: placed) {
      frame.hide(placed)
    }
    return frame
  }

  func mustClear(for frame: Frame, over old: Frame?) -> Bool {
    let drawn = Set(old?.pictures ?? []).subtracting(waiting)
    return !drawn.isSubset(of: frame.pictures)
  }

  mutating func note(_ frame: Frame, over old: Frame?) {
    cursor = frame.visibleCursor
    let before = Set(waiting)
    let old = old?.size == frame.size ? old : nil
    waiting = frame.pictures.filter { placed in
      before.contains(placed) || old?.showsAll(of: placed) != true
    }
  }

  var hasSteps: Bool { drawing != nil || !waiting.isEmpty }

  var isWithinSequence: Bool { drawing != nil }

  mutating func nextStep() -> PictureStep? {
    if drawing == nil {
      guard !waiting.isEmpty else { return nil }
      drawing = ITermDrawing(waiting.removeFirst(), cursor: cursor)
    }
    let bytes = drawing?.next() ?? []
    let isOver = drawing?.isOver ?? true
    if isOver { drawing = nil }
    // Another picture may have become drawable.
    return PictureStep(bytes: bytes, farewell: ControlSequences.stringEnd, completes: isOver)
  }

  mutating func forgetScreen() { waiting = [] }

  mutating func forgetAll() { self = ITermPictures() }

  var farewell: [UInt8] { drawing == nil ? [] : ControlSequences.stringEnd }
}

/// A picture being sent: one sequence, in pieces. Nothing may be written between them.
struct ITermDrawing {
  private let placed: PlacedPicture
  private let cursor: Position?
  private var sent = 0

  /// - Parameter cursor: where to show the cursor afterwards; nil keeps it hidden.
  init(_ placed: PlacedPicture, cursor: Position?) {
    self.placed = placed
    self.cursor = cursor
  }

  var isOver: Bool { sent == placed.picture.bytes.count }

  mutating func next() -> [UInt8] {
    let bytes = placed.picture.bytes
    let start = sent
    sent = min(start + KittyTransmission.chunk, bytes.count)
    var text: [UInt8] = []
    if start == 0 {
      let place = placed.position
      text += Array("\u{1B}[?25l\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
      text += Self.head(of: placed.picture)
    }
    Base64.append(bytes[start..<sent], to: &text)
    if isOver {
      text.append(Self.end)
      if let cursor {
        text += Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h".utf8)
      }
    }
    return text
  }

  /// The bytes before the file's data.
  static func head(of picture: TerminalPicture) -> [UInt8] {
    let size = "width=\(picture.size.columns);height=\(picture.size.rows)"
    return Array(
      "\u{1B}]1337;File=inline=1;size=\(picture.bytes.count);\(size);preserveAspectRatio=1:".utf8)
  }

  static let end: UInt8 = 7
}
