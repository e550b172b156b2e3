@testable import Terminal

/// One cell of the virtual terminal.
struct Place: Equatable {
  var text: String
  var look: Look
}

/// How a terminal shows a glyph, in terms of SGR.
struct Look: Equatable {
  enum Ink: Equatable {
    case standard
    case palette(Int)
    case indexed(Int)
    case exact(Int, Int, Int)
  }

  var ink = Ink.standard
  var paper = Ink.standard
  var marks: Set<Int> = []

  static let plain = Look()
  static let unknown = Look(ink: .palette(5), paper: .palette(6), marks: [1, 2, 4, 7])

  /// False for a parameter that the terminal does not support.
  mutating func apply(_ parameters: [Int]) -> Bool {
    var rest = parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: self = .plain
      case 1, 2, 4, 7: marks.insert(code)
      case 30...37: ink = .palette(code - 30)
      case 90...97: ink = .palette(code - 82)
      case 40...47: paper = .palette(code - 40)
      case 100...107: paper = .palette(code - 92)
      case 39: ink = .standard
      case 49: paper = .standard
      case 38, 48:
        guard let color = Self.color(&rest) else { return false }
        if code == 38 { ink = color } else { paper = color }
      default: return false
      }
    }
    return true
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Ink? {
    let kind = rest.popFirst()
    let count = kind == 5 ? 1 : 3
    guard kind == 5 || kind == 2, rest.count >= count else { return nil }
    let numbers = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    guard numbers.allSatisfy({ (0...255).contains($0) }) else { return nil }
    return count == 1 ? .indexed(numbers[0]) : .exact(numbers[0], numbers[1], numbers[2])
  }
}

extension Look {
  /// How a style must look at a colour depth.
  init(_ style: Style, _ depth: ColorDepth) {
    ink = Self.ink(style.foreground, depth)
    paper = Self.ink(style.background, depth)
    if style.isBold { marks.insert(1) }
    if style.isDim { marks.insert(2) }
    if style.isUnderlined { marks.insert(4) }
    if style.isReversed { marks.insert(7) }
  }

  private static func ink(_ color: Color, _ depth: ColorDepth) -> Ink {
    switch (color, depth) {
    case (_, .none), (.standard, _): .standard
    case (.palette(let index), _), (.shade(_, _, _, let index), .sixteen): .palette(Int(index))
    case (.shade(let red, let green, let blue, _), .palette256):
      .indexed(Int(NearestColor.index(red: red, green: green, blue: blue)))
    case (.shade(let red, let green, let blue, _), .truecolor):
      .exact(Int(red), Int(green), Int(blue))
    }
  }
}

extension Frame {
  /// The places that a terminal must show.
  func places(_ depth: ColorDepth) -> [[Place]] {
    (0..<size.rows).map { row in
      (0..<size.columns).map { column in
        Place(text: self[column, row].text, look: Look(self[column, row].style, depth))
      }
    }
  }
}
