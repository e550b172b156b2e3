import TestSupport
import Testing

@testable import Terminal

/// A style is one word, and keeps everything it was given.
@Suite struct StyleTests {
  static let colors: [Color] =
    [.standard] + (0..<16).map { .palette($0) }
    + [
      .shade(red: 0, green: 0, blue: 0, palette: 0),
      .shade(red: 255, green: 0, blue: 0, palette: 0),
      .shade(red: 0, green: 255, blue: 0, palette: 0),
      .shade(red: 0, green: 0, blue: 255, palette: 0),
      .shade(red: 1, green: 2, blue: 3, palette: 15),
      .shade(red: 255, green: 255, blue: 255, palette: 15),
    ]

  @Test("Every colour comes back, on both sides", arguments: colors)
  func comesBack(_ color: Color) {
    let foreground = Style(foreground: color)
    #expect(foreground.foreground == color && foreground.background == .standard)
    let background = Style(background: color)
    #expect(background.background == color && background.foreground == .standard)
    #expect(Self.colors.filter { Style(foreground: $0) == foreground } == [color])
  }

  @Test("A change leaves everything else as it was")
  func changes() {
    let marks: [WritableKeyPath<Style, Bool>] = [
      \.isBold, \.isDim, \.isUnderlined, \.isReversed,
    ]
    var dice = Dice(15)
    var style = Style.plain
    var wanted = (
      foreground: Color.standard, background: Color.standard, marks: [false, false, false, false]
    )
    for _ in 0..<1_000 {
      switch dice.below(3) {
      case 0:
        wanted.foreground = dice.color()
        style.foreground = wanted.foreground
      case 1:
        wanted.background = dice.color()
        style.background = wanted.background
      default:
        let index = dice.below(marks.count)
        wanted.marks[index].toggle()
        style[keyPath: marks[index]].toggle()
      }
      #expect(style.foreground == wanted.foreground && style.background == wanted.background)
      #expect(marks.map { style[keyPath: $0] } == wanted.marks)
      let same = Style(
        foreground: wanted.foreground, background: wanted.background, isBold: wanted.marks[0],
        isDim: wanted.marks[1], isUnderlined: wanted.marks[2], isReversed: wanted.marks[3])
      #expect(style == same)
    }
  }
}
