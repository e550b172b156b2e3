import AccountsSupport
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An index that is not as it was written is of no use and does no harm", .serialized)
struct SpoiledIndexTests {
  private let documents = Documents()
  private let files = ClockedFiles(tick: 4_000_000)
  private var index: String { documents.path(of: ".accounts.json.index") }

  /// Accounts with a new index; returns the index.
  @discardableResult
  private func prepare(_ count: Int = 8, letter: String = "a") async throws -> [UInt8] {
    let rows = (0..<count).map {
      "{\"email\": \"user-\(letter)\($0)@example.com\", \"password\": \"!\", \"firstName\": \"Ada\"}"
    }
    let text = "{\"rules\": \"register\", \"accounts\": [\(rows.joined(separator: ",\n"))]}\n"
    files.unlink(documents.accountsPath)
    files.create(documents.accountsPath, Array(text.utf8))
    _ = try await documents.registry(calls: files.calls(), long: .always).check()
    return try documents.bytes(of: ".accounts.json.index")
  }

  /// The answers about an account that is there, and about one that is not.
  private func answers(hidesIndex: Bool = false) async -> [Answer] {
    let disk = Disk(
      queue: DiskQueue(), calls: files.calls(hidesIndex: hidesIndex),
      long: .always)
    let store = FileStore(source: .file(documents.accountsPath), today: { .ofTests }, disk: disk)
    var answers: [Answer] = []
    for name in ["user-a5@example.com", "user-x5@example.com"] {
      answers.append(await Answer.of(store, to: .find(.name(AccountName(name)))))
    }
    return answers
  }

  /// Whether it is believed, as its later pages are read.
  private func isBelieved() async -> Bool {
    let before = files.believedIndexes
    let isRight = await answers() == answers(hidesIndex: true)
    #expect(isRight)
    return files.believedIndexes > before
  }

  private func put(_ bytes: [UInt8]) {
    files.unlink(index)
    files.create(index, bytes)
  }

  @Test("as it was written, it is believed; deleted, it is not missed")
  func asWritten() async throws {
    try await prepare()
    #expect(await isBelieved())
    files.unlink(index)
    #expect(await !isBelieved())
  }

  @Test("a check leaves it as it is if it is whole, and writes it again if it is not")
  func check() async throws {
    func checked() async throws -> [UInt8] {
      _ = try await documents.registry(calls: files.calls(), long: .always).check()
      return try documents.bytes(of: ".accounts.json.index")
    }
    let bytes = try await prepare()
    #expect(try await checked() == bytes)
    files.write([bytes[5000] ^ 1], to: index, at: 5000)
    #expect(try await checked() != bytes)
    #expect(await isBelieved())
  }

  @Test("with any of its bytes changed")
  func anyByte() async throws {
    let bytes = try await prepare()
    let right = await answers(hidesIndex: true)
    var dice = Dice(1)
    // Each byte of the numbers and of the checksum; of what fills a page, one of each number.
    let places = bytes.indices.filter { place in
      let word = place % 4096 / 8
      return word < 32 || word == 511 || place % 8 == word % 8
    }
    for place in places {
      files.write([bytes[place] ^ UInt8(1 << dice.below(8))], to: index, at: place)
      let isRight = await answers() == right
      #expect(isRight, "byte \(place)")
      files.write([bytes[place]], to: index, at: place)
    }
    #expect(await isBelieved())
  }

  @Test("a long one with random bytes changed, pages swapped, or cut off")
  func longOne() async throws {
    let bytes = try await prepare(3_000)
    #expect(bytes.count > 6 * 4096)
    let right = await answers(hidesIndex: true)
    var dice = Dice(1)
    for _ in 0..<40 {
      var spoiled = bytes
      switch dice.below(4) {
      case 0: spoiled = Array(bytes.prefix(dice.below(bytes.count)))
      case 1: spoiled = Array(bytes.prefix(4096 * dice.below(bytes.count / 4096)))
      case 2:
        let (one, other) = (dice.below(bytes.count / 4096), dice.below(bytes.count / 4096))
        let page = Array(bytes[(one * 4096)..<((one + 1) * 4096)])
        spoiled.replaceSubrange((other * 4096)..<((other + 1) * 4096), with: page)
      default:
        for _ in 0...dice.below(9) {
          spoiled[dice.below(bytes.count)] ^= UInt8(1 << dice.below(8))
        }
      }
      put(spoiled)
      let isRight = await answers() == right
      #expect(isRight)
    }
  }

  @Test("of another file, or of this one before it was put there anew")
  func ofAnother() async throws {
    let other = try await prepare(letter: "x")
    let own = try await prepare()
    put(other)
    #expect(await !isBelieved())
    put(own)
    #expect(await isBelieved())
    let text = try documents.bytes()
    files.create(documents.path(of: "copy"), text)
    files.setModified(
      documents.path(of: "copy"), to: files.modified(documents.accountsPath))
    files.rename(documents.path(of: "copy"), to: documents.accountsPath)
    #expect(await !isBelieved())
  }

  @Test("of another file that was made later")
  func ofLater() async throws {
    let own = try await prepare()
    #expect(await isBelieved())
    let other = Documents()
    let text = String(decoding: try documents.bytes(), as: UTF8.self)
    files.create(other.accountsPath, Array(text.replacing("user-a", with: "user-x").utf8))
    _ = try await other.registry(calls: files.calls(), long: .always).check()
    let later = try other.bytes(of: ".accounts.json.index")
    #expect(later.count == own.count)
    put(later)
    #expect(await !isBelieved())
  }

  @Test("of a clock that is ahead of this one")
  func future() async throws {
    try await prepare()
    files.setClock(by: -60_000_000_000, phase: 7)
    #expect(await !isBelieved())
    files.setClock(by: 61_000_000_000, phase: 7)
    #expect(await isBelieved())
  }

  @Test("with two links, a link, a directory, a pipe or a device")
  func noPlainFile() async throws {
    let bytes = try await prepare()
    let other = documents.path(of: "other")
    files.link(index, to: other)
    #expect(await !isBelieved())
    files.unlink(index)
    symlink(other, index)
    #expect(await !isBelieved())
    files.unlink(index)
    mkdir(index, 0o700)
    #expect(await !isBelieved())
    rmdir(index)
    mkfifo(index, 0o600)
    #expect(await !isBelieved())
    files.unlink(index)
    symlink("/dev/zero", index)
    #expect(await !isBelieved())
    put(bytes)
    #expect(await isBelieved())
  }

  @Test("that others may write", arguments: [0o620, 0o602, 0o666] as [mode_t])
  func writableByOthers(mode: mode_t) async throws {
    try await prepare()
    files.setMode(mode, of: index)
    #expect(await !isBelieved())
    files.setMode(0o600, of: index)
    #expect(await isBelieved())
  }

  @Test("of another owner", .needsRoot)
  func ofAnotherOwnerAsRoot() async throws {
    try await prepare()
    chown(index, 12_345, 12_345)
    #expect(await !isBelieved())
    chown(index, 0, 0)
    #expect(await isBelieved())
  }

  /// The index with other numbers in its first page, under a checksum that is right.
  private func forged(_ bytes: [UInt8], _ change: (inout [UInt64]) -> Void) -> [UInt8] {
    var words = (0..<512).map { word in
      bytes[(word * 8)..<(word * 8 + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    change(&words)
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in words.dropLast() {
      sum = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
      sum ^= sum &>> 29
    }
    words[511] = sum
    let page = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return page + bytes.dropFirst(4096)
  }

  @Test("of another format, and of none", arguments: [0, 1, 2])
  func otherFormat(place: Int) async throws {
    put(forged(try await prepare()) { $0[place] &+= 1 })
    // A number that the pages do not know is noticed at them.
    #expect(await isBelieved() == (place == 2))
  }

  @Test(
    "that names places and numbers which no file has", arguments: 5...7,
    [0, 1 << 40, 1 << 60, 1 << 62, .max] as [UInt64])
  func greatNumbers(place: Int, number: UInt64) async throws {
    put(forged(try await prepare()) { $0[place] = number })
    // It is compared with what is answered without it.
    _ = await isBelieved()
  }

  @Test("is not written to a file system whose clock may be coarse, or by a stranger")
  func notWritten() async throws {
    try await prepare()
    for change in [0, 1] {
      files.unlink(index)
      var calls = files.calls()
      if change == 0 { calls.fileSystem = { _ in 0x6969 } } else { calls.user = { stranger } }
      _ = try await documents.registry(calls: calls, long: .always).check()
      #expect(!documents.exists(".accounts.json.index"))
    }
  }
}
