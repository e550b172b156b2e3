import Foundation
import TestSupport
import Testing
import TextTools

@testable import Terminal

/// What is sent for a picture, byte for byte.
@Suite struct PictureBytesTests {
  private func picture(
    _ width: Int, _ height: Int, _ size: Size = Size(columns: 2, rows: 1), number: UInt32 = 0x010203
  ) throws -> TerminalPicture {
    let bytes = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    return try #require(
      TerminalPicture(.pixels(bytes, width: width, height: height), size: size, number: number))
  }

  private func sequences(_ picture: TerminalPicture) throws -> [[UInt8]] {
    var transmission = try #require(KittyTransmission(picture))
    var sequences: [[UInt8]] = []
    while !transmission.isOver { sequences.append(transmission.next()) }
    #expect(transmission.next() == [])
    return sequences
  }

  @Test("A small picture is sent and placed in one sequence that asks for no answer")
  func small() throws {
    let sent = try sequences(picture(2, 1)).map { String(decoding: $0, as: UTF8.self) }
    #expect(
      sent == [
        "\u{1B}_Ga=T,U=1,f=24,t=d,i=66051,s=2,v=1,c=2,r=1,m=0,q=2;AAcOFRwj\u{1B}\\"
      ])
  }

  @Test(
    "A larger picture is cut into sequences of 4096 base-64 letters",
    arguments: [
      (341, 3, [4092]), (512, 2, [4096]), (205, 5, [4096, 4]), (512, 4, [4096, 4096]),
      (205, 10, [4096, 4096, 8]), (96, 96, Array(repeating: 4096, count: 9)),
    ])
  func chunks(width: Int, height: Int, letters: [Int]) throws {
    let picture = try picture(width, height)
    let sent = try sequences(picture)
    for (index, bytes) in sent.enumerated() {
      let parts = bytes.split(separator: UInt8(ascii: ";"))
      let keys = String(decoding: parts[0], as: UTF8.self)
      #expect(keys.hasSuffix("m=\(index == sent.count - 1 ? 0 : 1),q=2"))
      #expect(keys.contains("a=T") == (index == 0))
      #expect(parts[1].count - 2 == letters[index])
    }
    #expect(sent.count == letters.count)
    let terminal = PictureTerminal(sent.flatMap { $0 })
    #expect(terminal.faults == [])
    #expect(terminal.images[0x010203]?.pixels == picture.bytes)
  }

  @Test("A picture is freed with all its data")
  func freed() {
    #expect(
      String(decoding: KittyGraphics.free(9), as: UTF8.self) == "\u{1B}_Ga=d,d=I,i=9,q=2\u{1B}\\")
  }

  @Test(
    "Base 64 follows the standard",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64(text: String, letters: String) {
    var written: [UInt8] = []
    Base64.append(Array(text.utf8)[...], to: &written)
    #expect(String(decoding: written, as: UTF8.self) == letters)
  }

  @Test("Base 64 of any bytes is what other decoders read")
  func anyBase64() {
    var dice = Dice(3)
    for count in 0..<200 {
      let bytes = (0..<count + 2).map { _ in dice.byte() }
      var written: [UInt8] = []
      Base64.append(bytes.dropFirst(2), to: &written)
      #expect(Data(base64Encoded: Data(written)) == Data(bytes.dropFirst(2)))
    }
  }

  @Test("A picture beyond any limit is not created")
  func bounds() {
    func pixels(_ count: Int, _ width: Int, _ height: Int, _ columns: Int, _ rows: Int) -> Bool {
      TerminalPicture(
        .pixels(Array(repeating: 0, count: count), width: width, height: height),
        size: Size(columns: columns, rows: rows)) != nil
    }
    #expect(pixels(12, 2, 2, 1, 1) && pixels(512 * 3, 512, 1, 30, 30))
    for (count, width, height) in [(11, 2, 2), (13, 2, 2), (0, 0, 0), (0, 0, 4), (1539, 513, 1)] {
      #expect(!pixels(count, width, height, 1, 1))
    }
    #expect(!pixels(3, 1, 1, 31, 1) && !pixels(3, 1, 1, 1, 31) && !pixels(3, 1, 1, 0, 1))
    #expect(!pixels(3, 1, 1, -1, 1) && !pixels(3, -1, -1, 1, 1))
    func file(_ count: Int) -> Bool {
      let size = Size(columns: 1, rows: 1)
      return TerminalPicture(.file(Array(repeating: 0, count: count)), size: size) != nil
    }
    #expect(file(1) && file(256 << 10) && !file(0) && !file(256 << 10 + 1))
  }

  @Test("Each picture has its own number, which fits into a colour")
  func numbers() throws {
    let pictures = (0..<1000).compactMap { _ in
      TerminalPicture(.file([1]), size: Size(columns: 1, rows: 1))
    }
    #expect(Set(pictures.map(\.number)).count == 1000)
    #expect(pictures.allSatisfy { (1...0xFF_FFFF).contains($0.number) })
    #expect(Set(pictures).count == 1000)
  }

  @Test("A printed picture takes as many lines as it has rows, and stays")
  func printed() throws {
    let picture = try picture(96, 96, Size(columns: 8, rows: 4))
    let terminal = PictureTerminal(Array(("before\n\(picture.printed(by: .kitty))after\n").utf8))
    #expect(terminal.faults == [] && terminal.freed == [])
    #expect(terminal.isWhole(picture.number))
    #expect(terminal.text(row: 1) == "before" && terminal.text(row: 6) == "after")
    #expect(picture.printed(by: .none) == "" && picture.printed(by: .iterm2) == "")
  }

  @Test("A printed file is one sequence and a line end")
  func printedFile() throws {
    let bytes = Array("a file".utf8)
    let file = try #require(TerminalPicture(.file(bytes), size: Size(columns: 3, rows: 2)))
    #expect(
      file.printed(by: .iterm2)
        == "\u{1B}]1337;File=inline=1;size=6;width=3;height=2;preserveAspectRatio=1:YSBmaWxl\u{7}\n"
    )
    let terminal = PictureTerminal(Array((file.printed(by: .iterm2) + "after").utf8))
    #expect(terminal.visibleFiles.map(\.bytes) == [bytes] && terminal.text(row: 3) == "after")
    #expect(file.printed(by: .none) == "" && file.printed(by: .kitty) == "")
  }
}
