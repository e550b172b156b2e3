import AccountsSupport
import Foundation
import Glibc
import TestSupport

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

/// Somebody who edits an accounts file in every way that there is, at random.
struct HandEdits {
  /// How a text gets into the file's place.
  enum Way: CaseIterable {
    case inPlace, rewritten, renamedOver, copiedWithItsTimes, throughHardLink, relinked
    case movedElsewhere, deletedFirst, swappedAway
  }

  let files: ClockedFiles
  let documents: Documents
  /// A directory on another file system, if there is one.
  let elsewhere: TemporaryDirectory
  var dice: Dice
  /// How often each way was gone.
  private(set) var counts: [Way: Int] = [:]
  private var number = 0

  init(_ files: ClockedFiles, _ documents: Documents, seed: UInt64) {
    (self.files, self.documents) = (files, documents)
    elsewhere = TemporaryDirectory("regapp-elsewhere", in: "/dev/shm")
    dice = Dice(seed)
    files.create(documents.accountsPath, text())
  }

  // Where the file is

  /// The file itself, links followed.
  var path: String {
    guard let resolved = realpath(documents.accountsPath, nil) else {
      return documents.accountsPath
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  var bytes: [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

  private mutating func freshName(in directory: String) -> String {
    number += 1
    return "\(directory)/edited-\(number)"
  }

  // The texts that an edit writes

  /// A few accounts, all of whose names and values are as long as any other's, enough to have an
  /// index.
  mutating func text() -> [UInt8] {
    let rows = (0..<6 + dice.below(4)).map { _ in
      let extra = dice.pick([
        "", "", "", ", \"username\": \"\(dice.pick(["ann", "bob"]))\"", ", \"x-own\": 1",
      ])
      return "{\"email\": \"user\(dice.pick(Array("abcdefghijB")))@example.com\", "
        + "\"password\": \"!\", \"firstName\": \"\(dice.pick(["Ada", "Eda", "Ida"]))\"\(extra)}"
    }
    let rules = dice.pick(["register", "register", "register", "albums", "standard"])
    var text = "{\"regapp\": 1, \"rules\": \"\(rules)\", \"accounts\": ["
    for (index, row) in rows.enumerated() {
      text += (index == 0 ? "" : ",") + "\n " + row
    }
    return Array((text + "]}\n").utf8)
  }

  /// The text with one letter of a name changed; often nothing else tells it from the other.
  mutating func relettered(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    // The letters before `@` and `da`.
    var marks: [Int] = []
    for index in bytes.indices.dropLast(3) where bytes[index] != UInt8(ascii: " ") {
      if bytes[index + 1] == UInt8(ascii: "@") || bytes[(index + 1)...(index + 2)] == [0x64, 0x61] {
        marks.append(index)
      }
    }
    guard !marks.isEmpty else { return bytes }
    let place = dice.pick(marks)
    let letters = bytes[place + 1] == UInt8(ascii: "@") ? "abcdefghijB" : "AEI"
    bytes[place] = dice.pick(Array(letters.utf8))
    return bytes
  }

  /// The text that the next edit writes.
  mutating func next(after bytes: [UInt8]) -> [UInt8] {
    switch dice.below(16) {
    case 0: return bytes + Array(dice.pick(["\n", " ", "x", "{}"]).utf8)
    case 1: return Array(bytes.prefix(dice.below(bytes.count + 1)))
    case 2: return dice.mutated(bytes)
    case 3, 4: return text()
    case 5 where (try? AccountsDocument(path: "/f", bytes: bytes)) == nil: return text()
    case 6 where (try? AccountsDocument(path: "/f", bytes: bytes)) == nil: return text()
    default: return relettered(bytes)
    }
  }

  // How it gets there

  /// One edit, which has ended when this returns.
  mutating func edit() {
    let (path, old) = (path, bytes)
    let new = next(after: old)
    let modified = files.modified(path)
    let way = dice.pick(Way.allCases)
    counts[way, default: 0] += 1
    let beside = freshName(in: FilePath.directory(of: path))
    switch way {
    case .inPlace:
      // Only what is different, as a program does that knows where things are.
      let same = zip(old, new).prefix { $0 == $1 }.count
      files.write(
        new.dropFirst(same), to: path, at: same, size: old.count == new.count ? nil : new.count)
    case .rewritten: files.write(new, to: path, size: 0)
    case .renamedOver:
      files.create(beside, new)
      files.rename(beside, to: path)
    case .copiedWithItsTimes:
      files.create(beside, new)
      files.setModified(beside, to: modified)
      files.rename(beside, to: path)
    case .throughHardLink:
      files.link(path, to: beside)
      files.write(new, to: beside, size: new.count)
      files.unlink(beside, otherName: path)
    case .relinked:
      // The link leads to another file from now on, or what was no link becomes one.
      files.create(beside, new)
      pointAccounts(to: beside, insteadOf: path)
    case .movedElsewhere:
      let target = freshName(in: path.hasPrefix(elsewhere.path) ? documents.path : elsewhere.path)
      files.create(target, new)
      files.setModified(target, to: modified)
      pointAccounts(to: target, insteadOf: path)
    case .deletedFirst:
      // The new file often gets the number of the old one.
      files.unlink(path)
      files.create(path, new)
    case .swappedAway:
      files.rename(path, to: beside)
      files.write(new, to: beside, size: new.count)
      files.rename(beside, to: path)
    }
    if dice.below(3) == 0 { files.setModified(self.path, to: modified) }
    if dice.below(16) == 0 { files.setMode(dice.pick([0o600, 0o640, 0o644]), of: self.path) }
  }

  private mutating func pointAccounts(to target: String, insteadOf path: String) {
    if dice.below(3) == 0, FilePath.directory(of: target) == documents.path {
      files.rename(target, to: documents.accountsPath)
    } else {
      let link = freshName(in: documents.path)
      _ = symlink(target, link)
      files.rename(link, to: documents.accountsPath)
    }
    if path != documents.accountsPath { files.unlink(path) }
  }

  /// Something that happens to the clock between two edits, mostly nothing.
  mutating func turnClock() {
    guard let tick = files.tick else { return }
    switch dice.below(16) {
    case 0: files.setClock(by: -dice.below(100 * tick), phase: dice.below(tick))
    case 1: files.setClock(by: -dice.below(3 * tick), phase: dice.below(tick))
    case 2: files.setClock(by: dice.below(1000 * tick), phase: dice.below(tick))
    case 3, 4: files.pass(dice.below(tick))
    case 5, 6: files.pass(tick)
    case 7: files.pass(dice.below(10 * tick))
    default: break
    }
  }

  /// Something that happens to the index: it is deleted, an older one is put back, or it is
  /// spoiled.
  mutating func disturbIndex() {
    let directory = FilePath.directory(of: path)
    let index = "\(directory)/.\(FilePath.name(of: path)).index"
    let kept = "\(directory)/kept"
    switch dice.below(12) {
    case 0: files.unlink(index)
    case 1, 2:
      guard let bytes = FileManager.default.contents(atPath: index) else { return }
      files.unlink(kept)
      files.create(kept, Array(bytes))
      files.setModified(kept, to: files.modified(index))
    case 3, 4:
      guard access(kept, F_OK) == 0 else { return }
      files.rename(kept, to: index)
    case 5:
      guard let bytes = FileManager.default.contents(atPath: index), !bytes.isEmpty else { return }
      let place = dice.below(bytes.count)
      files.write([bytes[place] ^ UInt8(1 << dice.below(8))], to: index, at: place)
    default: break
    }
  }
}
