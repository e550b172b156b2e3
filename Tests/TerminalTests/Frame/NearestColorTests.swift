import TestSupport
import Testing

@testable import Terminal

/// The 256 colours, computed in another way.
@Suite struct NearestColorTests {
  static let known: [(index: Int, shade: [Int])] = {
    let levels = [0, 95, 135, 175, 215, 255]
    var cube: [(index: Int, shade: [Int])] = []
    for red in levels {
      for green in levels {
        for blue in levels { cube.append((16 + cube.count, [red, green, blue])) }
      }
    }
    let greys = (0..<24).map { (index: 232 + $0, shade: Array(repeating: 8 + 10 * $0, count: 3)) }
    return cube + greys
  }()

  static func distance(_ left: [Int], _ right: [Int]) -> Int {
    zip(left, right).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
  }

  @Test("No colour of the cube or the ramp is nearer than the one found")
  func nearest() throws {
    var dice = Dice(6)
    for _ in 0..<1_000 {
      let grey = dice.byte()
      let isGrey = dice.below(4) == 0
      let shade = isGrey ? [grey, grey, grey] : [dice.byte(), dice.byte(), dice.byte()]
      let index = NearestColor.index(red: shade[0], green: shade[1], blue: shade[2])
      let found = try #require(Self.known.first { $0.index == Int(index) })
      let wanted = shade.map { Int($0) }
      let least = Self.known.map { Self.distance($0.shade, wanted) }.min()
      #expect(Self.distance(found.shade, wanted) == least, "\(shade): \(index)")
    }
  }

  @Test("A colour of the cube is its own nearest")
  func own() {
    for (index, shade) in Self.known.prefix(216) {
      let found = NearestColor.index(
        red: UInt8(shade[0]), green: UInt8(shade[1]), blue: UInt8(shade[2]))
      #expect(Int(found) == index)
    }
  }
}
