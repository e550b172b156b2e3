import TestSupport
import Testing

@testable import Terminal

/// The terminal shows the last frame of any series.
@Suite struct DifferencePropertyTests {
  @Test(
    "A terminal in an unknown state shows the whole frame", arguments: ColorDepth.allCases)
  func whole(_ colors: ColorDepth) {
    var dice = Dice(1)
    for round in 0..<1_000 {
      let frame = dice.frame(dice.size())
      var terminal = VirtualTerminal(frame.size)
      terminal.take(difference(from: nil, to: frame, colors: colors))
      #expect(terminal.faults == [], "round \(round)")
      #expect(terminal.rows == frame.places(colors), "round \(round): \(frame.lines)")
      #expect(terminal.cursor == frame.visibleCursor, "round \(round)")
    }
  }

  @Test("From frame to frame a terminal shows the newest", arguments: ColorDepth.allCases)
  func steps(_ colors: ColorDepth) {
    var dice = Dice(2)
    for round in 0..<200 {
      var frame = dice.frame(dice.size())
      var terminal = VirtualTerminal(frame.size)
      terminal.take(difference(from: nil, to: frame, colors: colors))
      for step in 0..<8 {
        let old = frame
        if dice.below(3) == 0 {
          frame = dice.frame(old.size)
        } else {
          dice.change(&frame, times: 1)
        }
        terminal.take(difference(from: old, to: frame, colors: colors))
        #expect(terminal.faults == [], "round \(round), step \(step)")
        #expect(terminal.rows == frame.places(colors), "\(round), \(step): \(frame.lines)")
        #expect(terminal.cursor == frame.visibleCursor, "round \(round), step \(step)")
      }
    }
  }

  @Test("Between equal frames there is nothing to send")
  func equal() {
    var dice = Dice(3)
    for _ in 0..<500 {
      let frame = dice.frame(dice.size())
      #expect(difference(from: frame, to: frame, colors: .truecolor) == [])
    }
  }

  @Test("Without colours, none is sent")
  func noColors() {
    var dice = Dice(4)
    for _ in 0..<500 {
      let size = dice.size()
      let bytes = difference(from: dice.frame(size), to: dice.frame(size), colors: .none)
      let codes = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[")
        .compactMap { $0.firstIndex(of: "m").map($0.prefix(upTo:)) }
        .filter { $0.allSatisfy { $0.isNumber || $0 == ";" } }
        .flatMap { $0.split(separator: ";") }
      #expect(codes.allSatisfy { ["0", "1", "2", "4", "7"].contains($0) })
    }
  }

  /// How another terminal may draw an emoji or a cluster: too narrow, or far too wide.
  @Test(
    "The neighbours of a glyph of doubtful width are right on every terminal", arguments: [1, 4])
  func doubtful(_ otherWidth: Int) {
    var dice = Dice(5)
    for round in 0..<500 {
      var frame = dice.frame(dice.size())
      var terminal = VirtualTerminal(frame.size) { character in
        Glyph(String(character)) == .unsure ? otherWidth : DisplayWidth.of(character)
      }
      var old: Frame?
      for step in 0..<6 {
        terminal.take(difference(from: old, to: frame, colors: .sixteen))
        #expect(terminal.faults == [], "round \(round), step \(step)")
        let places = frame.places(.sixteen)
        for row in places.indices {
          var isDoubtful = false
          for column in places[row].indices {
            let text = places[row][column].text
            isDoubtful = text.isEmpty ? isDoubtful : Glyph(text) == .unsure
            if isDoubtful { continue }
            #expect(
              terminal.rows[row][column] == places[row][column],
              "round \(round), step \(step): \(frame.lines)")
          }
        }
        old = frame
        dice.change(&frame, times: 1)
      }
    }
  }
}
