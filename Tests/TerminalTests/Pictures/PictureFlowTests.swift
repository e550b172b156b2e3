import TestSupport
import Testing

@testable import Terminal

/// A minimal loop: frames are drawn and steps sent when a test says so.
struct FlowStage {
  var flow: any PictureFlow
  private(set) var terminal = PictureTerminal()
  private(set) var shown: Frame?
  private let means: PictureProtocol

  init(_ means: PictureProtocol) throws {
    self.means = means
    flow = try #require(means.flow(.truecolor))
    terminal.take(Array("\u{1B}[?1049h".utf8))
  }

  /// Draws a frame; false if it must wait.
  @discardableResult
  mutating func draw(_ view: Frame) -> Bool {
    if flow.isWithinSequence { return false }
    let frame = flow.prepare(view)
    if flow.mustClear(for: frame, over: shown) { clear() }
    terminal.take(difference(from: shown, to: frame, colors: .truecolor, pictures: means))
    flow.note(frame, over: shown)
    shown = frame
    return true
  }

  /// Sends a step and returns it; nil if there was none.
  @discardableResult
  mutating func send() -> PictureStep? {
    let step = flow.nextStep()
    terminal.take(step?.bytes ?? [])
    return step
  }

  /// Sends and draws until nothing is left to do.
  mutating func settle(_ view: Frame) {
    draw(view)
    while flow.hasSteps {
      if send()?.completes == true { draw(view) }
    }
    draw(view)
  }

  mutating func clear() {
    shown = nil
    flow.forgetScreen()
  }

  /// The terminal is restored, and taken over again for the rest of the test.
  mutating func leave() {
    terminal.take(flow.farewell + Array("\(ControlSequences.leave)\u{1B}[?1049h".utf8))
    shown = nil
    flow.forgetAll()
  }
}

@Suite struct PictureFlowTests {
  private static let size = Size(columns: 40, rows: 12)

  /// - Parameter side: 96 pixels a side take nine sequences.
  static func pixels(
    _ number: UInt32, side: Int = 96, _ size: Size = Size(columns: 8, rows: 4)
  ) throws -> TerminalPicture {
    let bytes = (0..<side * side * 3).map { UInt8(truncatingIfNeeded: $0 + Int(number)) }
    return try #require(
      TerminalPicture(.pixels(bytes, width: side, height: side), size: size, number: number))
  }

  static func file(_ number: UInt32, _ count: Int = 10_000) throws -> TerminalPicture {
    try #require(
      TerminalPicture(
        .file(Array(repeating: UInt8(truncatingIfNeeded: number), count: count)),
        size: Size(columns: 8, rows: 4), number: number))
  }

  private func frame(_ pictures: (TerminalPicture, Int, Int)..., text: String = "text") -> Frame {
    var frame = Frame(size: Self.size)
    for (picture, column, row) in pictures {
      frame.place(picture, at: Position(column: column, row: row))
    }
    frame.write(text, at: Position(column: 0, row: 11))
    frame.cursor = Position(column: 4, row: 11)
    return frame
  }

  // MARK: kitty's

  @Test("kitty: the text is shown at once, a picture when all of it was sent")
  func whenWhole() throws {
    var stage = try FlowStage(.kitty)
    let view = frame((try Self.pixels(7), 1, 1))
    stage.draw(view)
    #expect(stage.terminal.text(row: 12) == "text" && stage.terminal.visible == [])
    for left in (0..<9).reversed() {
      #expect(stage.terminal.images == [:])
      #expect(stage.send()?.completes == (left == 0))
      stage.draw(view)
    }
    #expect(!stage.flow.hasSteps)
    #expect(stage.terminal.isWhole(7))
    #expect(
      stage.terminal.images == [
        7: .init(
          width: 96, height: 96, columns: 8, rows: 4, pixels: try Self.pixels(7).bytes)
      ])
    #expect(stage.terminal.faults == [] && stage.terminal.orders.count == 9)
  }

  @Test("kitty: a picture that moves or is redrawn is not sent again")
  func moved() throws {
    var stage = try FlowStage(.kitty)
    let picture = try Self.pixels(7)
    stage.settle(frame((picture, 1, 1)))
    stage.settle(frame((picture, 20, 5), text: "other"))
    stage.settle(frame((picture, 0, 0), (picture, 20, 5)))
    #expect(stage.terminal.sentCount == 1 && stage.terminal.isWhole(7))
    #expect(stage.terminal.cells.values.count { $0 == .piece(7, row: 3, column: 7) } == 2)
    #expect(stage.terminal.faults == [] && stage.terminal.freed == [])
  }

  @Test("kitty: an invisible picture is freed, and sent again when it comes back")
  func freed() throws {
    var stage = try FlowStage(.kitty)
    let (one, two) = (try Self.pixels(1), try Self.pixels(2))
    stage.settle(frame((one, 1, 1), (two, 20, 1)))
    #expect(Set(stage.terminal.images.keys) == [1, 2])
    stage.settle(frame((two, 20, 1)))
    #expect(stage.terminal.freed == [1] && Set(stage.terminal.images.keys) == [2])
    // Fully covered, it is invisible as well; half covered, it is not.
    var covered = frame((two, 20, 1))
    covered.fill(Area(column: 20, row: 1, columns: 4, rows: 4), style: .plain)
    stage.settle(covered)
    #expect(stage.terminal.images.count == 1 && !stage.terminal.isWhole(2))
    covered.fill(Area(column: 20, row: 1, columns: 8, rows: 4), style: .plain)
    stage.settle(covered)
    #expect(stage.terminal.images == [:])
    stage.settle(frame((one, 1, 1), (two, 20, 1)))
    #expect(stage.terminal.isWhole(1) && stage.terminal.isWhole(2))
    #expect(stage.terminal.faults == [])
  }

  @Test("kitty: a picture no longer needed half way is aborted, and the next one sent whole")
  func brokenOff() throws {
    var stage = try FlowStage(.kitty)
    let (one, two) = (try Self.pixels(1), try Self.pixels(2))
    stage.draw(frame((one, 1, 1)))
    for _ in 0..<3 { stage.send() }
    stage.settle(frame((two, 1, 1)))
    #expect(Set(stage.terminal.images.keys) == [2] && stage.terminal.isWhole(2))
    #expect(stage.terminal.sentCount == 1 && stage.terminal.faults == [])
    // Needed again before it was aborted: it is sent from the start.
    stage.draw(frame((one, 1, 1)))
    for _ in 0..<3 { stage.send() }
    stage.draw(frame())
    stage.settle(frame((one, 1, 1)))
    #expect(stage.terminal.isWhole(1) && stage.terminal.faults == [])
  }

  @Test("kitty: after the screen was cleared everything is sent again", arguments: [0, 3, 9])
  func cleared(steps: Int) throws {
    var stage = try FlowStage(.kitty)
    let view = frame((try Self.pixels(7), 1, 1))
    stage.draw(view)
    for _ in 0..<steps { stage.send() }
    stage.draw(view)
    stage.clear()
    stage.draw(view)
    #expect(stage.terminal.visible == [])
    stage.settle(view)
    #expect(stage.terminal.isWhole(7) && stage.terminal.faults == [])
    #expect(stage.terminal.sentCount == (steps == 9 ? 2 : 1))
    stage.leave()
    #expect(stage.terminal.images == [:] && stage.terminal.faults == [])
  }

  @Test("kitty: no more than 64 are kept, however many are visible")
  func most() throws {
    var stage = try FlowStage(.kitty)
    var view = Frame(size: Size(columns: 100, rows: 2))
    for number in 0..<100 {
      let picture = try Self.pixels(UInt32(number + 1), side: 2, Size(columns: 1, rows: 1))
      view.place(picture, at: Position(column: number, row: 0))
    }
    stage.settle(view)
    #expect(stage.terminal.images.count == 64 && stage.terminal.visible.count == 64)
    #expect(stage.terminal.faults == [])
    stage.leave()
    #expect(stage.terminal.images == [:] && stage.terminal.faults == [])
  }

  @Test("kitty: files are not sent")
  func noFile() throws {
    var stage = try FlowStage(.kitty)
    stage.settle(frame((try Self.file(3), 1, 1)))
    #expect(stage.terminal.orders == [] && stage.terminal.text(row: 2).allSatisfy { $0 == " " })
  }

  @Test("kitty: if nothing was sent, there is no farewell")
  func noFarewell() throws {
    var stage = try FlowStage(.kitty)
    #expect(stage.flow.farewell == [])
    stage.settle(frame((try Self.pixels(7), 1, 1)))
    #expect(
      String(decoding: stage.flow.farewell, as: UTF8.self)
        == "\u{1B}\\\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\")
    stage.settle(frame())
    #expect(stage.flow.farewell == [])
    #expect(
      PictureProtocol.kitty.flow(.palette256) == nil && PictureProtocol.none.flow(.truecolor) == nil
    )
  }

  // MARK: Both

  @Test(
    "Whatever is drawn, covered, cleared and left: at rest all is visible, at the end nothing stays",
    arguments: [PictureProtocol.kitty, .iterm2])
  func anything(_ means: PictureProtocol) throws {
    let pictures = try (1...6).map { number in
      means == .kitty
        ? try Self.pixels(UInt32(number), side: 40 + number * 10) : try Self.file(UInt32(number))
    }
    var dice = Dice(11)
    for round in 0..<25 {
      var stage = try FlowStage(means)
      var view = frame()
      for step in 0..<40 {
        switch dice.below(8) {
        case 0: view = frame()
        case 1, 2, 3:
          let place = Position(column: dice.below(44) - 4, row: dice.below(14) - 2)
          view.place(dice.pick(pictures), at: place)
        case 4:
          let area = Area(
            column: dice.below(40), row: dice.below(12), columns: dice.below(20),
            rows: dice.below(6))
          view.fill(area, with: "x", style: .plain)
        case 5: stage.clear()
        case 6: for _ in 0..<dice.below(12) { stage.send() }
        default: if dice.below(4) == 0 { stage.leave() }
        }
        if dice.below(3) > 0 { stage.draw(view) }
        if dice.below(4) == 0 {
          stage.settle(view)
          expect(stage.terminal, shows: view, means, "round \(round), step \(step)")
        }
        #expect(stage.terminal.faults == [], "round \(round), step \(step)")
      }
      stage.leave()
      #expect(stage.terminal.faults == [] && stage.terminal.images == [:], "round \(round)")
    }
  }

  private func expect(
    _ terminal: PictureTerminal, shows view: Frame, _ means: PictureProtocol, _ what: Comment
  ) {
    var pieces: [Position: PlacedPicture] = [:]
    for placed in view.pictures {
      let isShown = means == .kitty || view.showsAll(of: placed)
      for (place, cell) in placed.cells where view[place.column, place.row] == cell {
        pieces[place] = isShown ? placed : pieces[place]
      }
    }
    for row in 0..<view.size.rows {
      for column in 0..<view.size.columns {
        let cell = view[column, row]
        let seen = terminal.cells[.init(row: row + 1, column: column + 1)] ?? .text(" ")
        guard let placed = pieces[Position(column: column, row: row)] else {
          // A partly covered picture is not drawn.
          let isPiece = Glyph(cell.text) == .picture
          #expect(seen == .text(isPiece ? " " : cell.text), what)
          continue
        }
        switch seen {
        case .piece(let number, let row, let column):
          #expect(number == placed.picture.number, what)
          #expect(cell == placed.picture.cell(row: row, column: column), what)
        case .filePiece(let index):
          #expect(terminal.files[index].bytes == placed.picture.bytes, what)
        case .text: Issue.record("\(seen) at \(column),\(row): \(what)")
        }
      }
    }
    if means == .kitty { #expect(Set(terminal.images.keys) == terminal.visible, what) }
    let whole = means == .kitty ? [] : view.pictures.filter { view.showsAll(of: $0) }
    let corners = whole.map { ($0.position.row + 1, $0.position.column + 1, $0.picture.bytes) }
    let files = corners.map { (PictureTerminal.Place(row: $0.0, column: $0.1), $0.2) }
    let lasting = terminal.lastingFiles.mapValues(\.bytes)
    #expect(lasting == Dictionary(files, uniquingKeysWith: { _, last in last }), what)
  }

  // MARK: iTerm2's

  @Test("iTerm2: a file is drawn over its cells, and the cursor returns to its position")
  func drawn() throws {
    var stage = try FlowStage(.iterm2)
    let file = try Self.file(3)
    let view = frame((file, 5, 2))
    stage.draw(view)
    #expect(stage.terminal.files == [])
    var bytes: [UInt8] = []
    while let step = stage.send() { bytes += step.bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix("\u{1B}[?25l\u{1B}[3;6H\u{1B}]1337;File=inline=1;size=10000;width=8;height=4;")
    )
    #expect(text.hasSuffix("\u{7}\u{1B}[12;5H\u{1B}[?25h"))
    #expect(stage.terminal.visibleFiles == [.init(columns: 8, rows: 4, bytes: file.bytes)])
    stage.draw(frame((file, 5, 2), text: "other"))
    #expect(!stage.flow.hasSteps)
  }

  @Test("iTerm2: nothing is drawn within its sequence, and leaving ends the sequence")
  func within() throws {
    var stage = try FlowStage(.iterm2)
    let view = frame((try Self.file(3), 5, 2))
    stage.draw(view)
    #expect(stage.flow.farewell == [])
    stage.send()
    #expect(stage.flow.isWithinSequence && !stage.draw(frame()))
    #expect(stage.flow.farewell == ControlSequences.stringEnd)
    stage.leave()
    stage.settle(frame(text: "after"))
    #expect(stage.terminal.text(row: 12) == "after" && stage.terminal.faults == [])
  }

  @Test("iTerm2: it is redrawn when its cells are, and overwritten when it disappears")
  func again() throws {
    var stage = try FlowStage(.iterm2)
    let file = try Self.file(3)
    let view = frame((file, 5, 2))
    stage.settle(view)
    var covered = view
    covered.write("panel", at: Position(column: 7, row: 3))
    stage.settle(covered)
    #expect(!stage.terminal.hasFilePieces && stage.terminal.text.contains("panel"))
    stage.settle(view)
    #expect(stage.terminal.visibleFiles.count == 1 && stage.terminal.files.count == 2)
    stage.clear()
    stage.settle(view)
    #expect(stage.terminal.visibleFiles.count == 1 && stage.terminal.files.count == 3)
    stage.settle(frame((file, 6, 2)))
    #expect(stage.terminal.visibleFiles.count == 1 && stage.terminal.files.count == 4)
    stage.settle(frame())
    #expect(!stage.terminal.hasFilePieces && !stage.flow.hasSteps)
  }

  @Test("iTerm2: the screen is cleared when a picture disappears, and only then")
  func clearing() throws {
    var stage = try FlowStage(.iterm2)
    let (one, two) = (try Self.file(3), try Self.file(4))
    stage.settle(frame())
    stage.settle(frame((one, 5, 2)))
    stage.settle(frame((one, 5, 2), (two, 20, 2), text: "other"))
    #expect(stage.terminal.clearings == 1 && stage.terminal.lastingFiles.count == 2)
    stage.settle(frame((one, 5, 2)))
    #expect(stage.terminal.clearings == 2 && stage.terminal.lastingFiles.count == 1)
    #expect(stage.terminal.visibleFiles.count == 1 && stage.terminal.text(row: 12) == "text")
    var covered = frame((one, 5, 2))
    covered.write("panel", at: Position(column: 7, row: 3))
    stage.settle(covered)
    #expect(stage.terminal.clearings == 3 && stage.terminal.lastingFiles == [:])
    // A picture not drawn yet leaves nothing behind.
    stage.draw(frame((one, 5, 2)))
    stage.settle(frame())
    #expect(stage.terminal.clearings == 3 && stage.terminal.lastingFiles == [:])
  }

  @Test("iTerm2: pixels are not drawn, nor is a clipped picture")
  func noPixels() throws {
    var stage = try FlowStage(.iterm2)
    stage.settle(frame((try Self.pixels(3), 1, 1), (try Self.file(4), 36, 1)))
    #expect(stage.terminal.files == [] && stage.terminal.orders == [])
  }
}
