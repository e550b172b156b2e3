import Foundation
import Testing

@testable import AlbumsApp

@Suite(
  "A cover's picture", .enabled(if: CoverPicture.canDecode, "libturbojpeg is not installed"))
struct CoverPictureTests {
  /// A picture with a red upper and a blue lower half.
  private func jpeg(
    _ width: Int, _ height: Int, _ format: JPEGCompressor.Format = .rgb,
    _ sampling: JPEGCompressor.Sampling = .quarter, flags: Int32 = 0
  ) throws -> [UInt8] {
    let red: [UInt8]
    let blue: [UInt8]
    switch format {
    case .cmyk: (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255])
    case .grey: (red, blue) = ([200], [50])
    case .rgb: (red, blue) = ([255, 0, 0], [0, 0, 255])
    }
    let rows = [red, blue].map { pixel in (0..<width).flatMap { _ in pixel } }
    var pixels: [UInt8] = []
    for row in 0..<height { pixels += rows[row < height / 2 ? 0 : 1] }
    let compressor = try #require(JPEGCompressor.installed)
    return try #require(
      compressor.jpeg(pixels, width, height, format, sampling, flags: flags))
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Fixtures/itunes/covers/\(name).jpg")))
  }

  @Test(
    "is scaled, with colours and positions kept",
    arguments: [
      (100, 100), (600, 600), (601, 599), (16, 16), (2048, 2048), (200, 50), (50, 200),
    ])
  func size(width: Int, height: Int) throws {
    for columns in [8, 24] {
      let picture = try #require(CoverPicture(jpeg: jpeg(width, height), side: columns))
      #expect(picture.side == columns && picture.pixels.count == columns * columns)
      let (upper, lower) = (picture[columns / 2, 0], picture[columns / 2, columns - 1])
      #expect(upper.red > 220 && upper.blue < 40)
      #expect(lower.red < 40 && lower.blue > 220)
    }
  }

  @Test("may have just one pixel or a few", arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (7, 1)])
  func tiny(width: Int, height: Int) throws {
    #expect(CoverPicture(jpeg: try jpeg(width, height), side: 24)?.pixels.count == 576)
  }

  @Test("may be grey, and progressive")
  func kinds() throws {
    let grey = try #require(
      CoverPicture(jpeg: jpeg(64, 64, .grey, .none), side: 8))
    #expect(grey[0, 0].red == grey[0, 0].blue && (190...210).contains(grey[0, 0].red))
    let passes = try jpeg(64, 64, flags: JPEGCompressor.progressive)
    #expect(CoverPicture(jpeg: passes, side: 8)?[0, 0].red ?? 0 > 220)
  }

  @Test("is nil for CMYK, without harm")
  func print() throws {
    #expect(CoverPicture(jpeg: try jpeg(64, 64, .cmyk, .full), side: 8) == nil)
  }

  @Test("is nil for garbage")
  func garbage() throws {
    let texts: [[UInt8]] = [
      [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("<html>".utf8),
      [0xFF, 0xD8, 0xFF] + Array(repeating: 0xFF, count: 1 << 20),
      [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 1000),
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    ]
    for bytes in texts { #expect(CoverPicture(jpeg: bytes, side: 8) == nil) }
    #expect(CoverPicture(jpeg: try fixture("garbage"), side: 8) == nil)
    #expect(CoverPicture(jpeg: try fixture("cut"), side: 8) == nil)
    #expect(CoverPicture(jpeg: try fixture("harbour"), side: 24) != nil)
    for columns in [0, -1, .min] {
      #expect(CoverPicture(jpeg: try fixture("harbour"), side: columns) == nil)
    }
  }

  @Test("cut anywhere, or with any byte changed, is decoded or nil, without harm")
  func broken() throws {
    let whole = try jpeg(40, 40)
    for count in 0..<whole.count - 2 {
      #expect(CoverPicture(jpeg: Array(whole.prefix(count)), side: 8) == nil)
    }
    var state: UInt64 = 7
    for index in whole.indices {
      var bytes = whole
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[index] = UInt8(truncatingIfNeeded: state >> 33)
      _ = CoverPicture(jpeg: bytes, side: 8)
    }
  }

  @Test("that claims to be larger than 2048 pixels a side is rejected")
  func huge() throws {
    var bytes = try jpeg(16, 16)
    let start = try #require(
      bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    func says(_ height: Int, _ width: Int) {
      bytes[start + 5] = UInt8(height >> 8)
      bytes[start + 6] = UInt8(height & 0xFF)
      bytes[start + 7] = UInt8(width >> 8)
      bytes[start + 8] = UInt8(width & 0xFF)
    }
    says(16, 16)
    #expect(CoverPicture(jpeg: bytes, side: 8) != nil)
    for (height, width) in [(65_500, 65_500), (2049, 16), (16, 2049), (0, 16), (16, 0)] {
      says(height, width)
      #expect(CoverPicture(jpeg: bytes, side: 8) == nil)
    }
    // Missing parts are not made up.
    says(2048, 2048)
    #expect(CoverPicture(jpeg: bytes, side: 8) == nil)
    #expect(try jpeg(2049, 8).count > 0)
    #expect(CoverPicture(jpeg: try jpeg(2049, 8), side: 8) == nil)
  }
}
