import Foundation
import TestSupport
import Testing

@testable import Albums

@Suite("A JPEG's outline") struct JPEGOutlineTests {
  private func fixture(_ name: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Fixtures/itunes/covers/\(name).jpg")))
  }

  /// A meaningless picture with everything that one needs: a size, tables, pixels in two passes.
  private func sample(width: Int = 4, height: Int = 3) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
      + [0xFF, 0xC2, 0, 8, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8)]
      + [UInt8(width & 255), 0]
      + [0xFF, 0xC4, 0, 3, 9, 0xFF, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 7, 0xFF, 0xD3, 5]
      + [0xFF, 0xC4, 0, 2, 0xFF, 0xDA, 0, 3, 1, 8, 0xFF, 0xD9]
  }

  @Test("is complete in valid pictures", arguments: ["dusk", "ember", "harbour", "moss", "small"])
  func whole(name: String) throws { #expect(JPEGOutline.isWhole(try fixture(name))) }

  @Test("is incomplete in invalid ones", arguments: ["cut", "garbage"])
  func broken(name: String) throws { #expect(!JPEGOutline.isWhole(try fixture(name))) }

  @Test("is incomplete in one cut anywhere")
  func cut() throws {
    #expect(JPEGOutline.isWhole(sample()))
    for count in 0..<sample().count {
      #expect(!JPEGOutline.isWhole(Array(sample().prefix(count))), "\(count)")
    }
    let small = try fixture("small")
    for count in stride(from: 0, to: small.count, by: 13) {
      #expect(!JPEGOutline.isWhole(Array(small.prefix(count))), "\(count)")
    }
  }

  @Test("has a size of 1 to 2048 a side, once, before the pixels")
  func size() {
    for (width, height) in [(1, 1), (2048, 2048)] {
      #expect(JPEGOutline.isWhole(sample(width: width, height: height)))
    }
    for (width, height) in [(0, 1), (1, 0), (2049, 1), (1, 2049), (65_535, 65_535)] {
      #expect(!JPEGOutline.isWhole(sample(width: width, height: height)))
    }
    let frame = Array(sample()[8..<18])
    #expect(!JPEGOutline.isWhole(Array(sample()[..<18]) + frame + sample()[18...]))
    #expect(!JPEGOutline.isWhole(Array(sample()[..<8]) + sample()[18...]))
  }

  @Test("is incomplete in other data, and nothing does harm")
  func anything() throws {
    let texts: [[UInt8]] = [
      [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("<html>".utf8),
      [0xFF, 0xD8] + Array(repeating: 0xFF, count: 100_000),
      [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1],
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    ]
    for bytes in texts { #expect(!JPEGOutline.isWhole(bytes)) }
    var dice = Dice(8)
    let telling: [UInt8] = [0, 1, 2, 0xC0, 0xD9, 0xDA, 0xFF]
    for _ in 0..<3000 {
      var bytes = sample()
      for _ in 0...dice.below(4) {
        bytes[dice.below(bytes.count)] = dice.pick(telling + [UInt8(dice.below(256))])
      }
      _ = JPEGOutline.isWhole(bytes)
    }
  }
}
