import Accounts
import AccountsDocument
import LosslessJSON

/// An excerpt of a file, with the state in which the file was read.
struct ExcerptText {
  let excerpt: Excerpt
  let document: AccountsDocument
  let stamp: FileStamp
  /// All places of a valid index; nil without one, or if they were not requested.
  let places: [IndexEntry]?
}

/// Reads long files in excerpts, using their index or a pass over them.
final class ExcerptReader {
  let disk: Disk
  /// The result of the last pass.
  private var last: (stamp: FileStamp, places: IndexEntries)?
  private var known = KnownExcerpts()

  init(_ disk: Disk) { self.disk = disk }

  func forget() { (last, known) = (nil, KnownExcerpts()) }

  /// An excerpt of an open, long file with all accounts of some names, and all accounts that share
  /// another name with one of them.
  ///
  /// - Parameter isToChange: also returns all places of an index.
  ///
  /// - Returns: nil if the file must be read whole: it is short, or broken or unusual, so that only
  /// its whole text can tell what is wrong.
  func excerpt(
    of file: DirectoryFile, _ descriptor: Int32, with names: [String], isToChange: Bool = false
  ) -> ExcerptText? {
    func stamp() -> FileStamp? { try? disk.stamp(of: descriptor, path: file.path, for: .read) }
    guard let before = stamp(), before.isRegularFile, before.size >= disk.long.size,
      before.size <= FileText.greatestSize
    else { return nil }
    if !isToChange, let text = known.text(with: names, of: before) { return text }
    let tick = disk.calls.now()
    let scan = AccountsScan(disk: disk, descriptor: descriptor, size: before.size)
    let index = AccountsIndex(of: file, stamp: before, disk)
    defer { index?.close() }
    let indexed = index.flatMap { index in
      excerpt(of: file.path, scan, before, names, isToChange ? index : nil) {
        index.places(of: $0).map { (index.outline, $0) }
      }
    }
    let text =
      indexed ?? excerpt(of: file.path, scan, before, names) { places(of: $0, scan, before) }
    guard stamp() == before else { return nil }
    if let text, !isToChange, before.isOver(by: tick) { known.keep(text, with: names) }
    return text
  }

  private func excerpt(
    of path: String, _ scan: AccountsScan, _ stamp: FileStamp, _ names: [String],
    _ index: AccountsIndex? = nil,
    _ places: ([String]) -> (FileOutline, [Int])?
  ) -> ExcerptText? {
    var all = names
    while true {
      guard let (outline, places) = places(all),
        let excerpt = Excerpt(scan, outline, behind: Set(places)),
        let document = try? AccountsDocument(path: path, bytes: excerpt.bytes).usable()
      else { return nil }
      // Accounts of these names may share their other names, and the UUIDs in their ids, with
      // others.
      let others = document.rows.indices.map { index in
        let row = AccountsDocument.Row(document, index)
        return document.nameKeys(of: row.value).map(\.key)
          + [row.givenID(in: document)?.id.description].compactMap(\.self)
      }.filter { $0.contains(where: names.contains) }
      let more = others.joined().filter { !all.contains($0) }
      if more.isEmpty {
        return ExcerptText(
          excerpt: excerpt, document: document, stamp: stamp, places: index?.places())
      }
      all += more
      if all.count > IndexEntries.many { return nil }
    }
  }

  /// The places of some names in a long file. The last pass is used again if the file's stamp
  /// proves that it has not changed.
  private func places(
    of names: [String], _ scan: AccountsScan, _ stamp: FileStamp
  ) -> (FileOutline, [Int])? {
    if let last, last.stamp == stamp, let found = last.places.places(of: names) {
      return (last.places.outline, found)
    }
    forget()
    let tick = disk.calls.now()
    // The places of all the names in a very long file would take much memory.
    let sought = stamp.size > 1 << 25 ? names.map(IndexEntry.hash) : nil
    guard let places = scan.places(of: sought), let found = places.places(of: names) else {
      return nil
    }
    if stamp.isOver(by: tick) { last = (stamp, places) }
    return (places.outline, found)
  }
}

/// The excerpts that were read of one state of a file, for who asks at every request. The state is
/// one whose stamp shows each later change.
private struct KnownExcerpts {
  private var stamp: FileStamp?
  private var texts: [[String]: ExcerptText] = [:]
  /// How many bytes they have.
  private var size = 0

  private static let greatestSize = 1 << 19

  func text(with names: [String], of stamp: FileStamp) -> ExcerptText? {
    self.stamp == stamp ? texts[names] : nil
  }

  mutating func keep(_ text: ExcerptText, with names: [String]) {
    let more = text.excerpt.bytes.count
    if stamp != text.stamp || size + more > Self.greatestSize {
      (stamp, texts, size) = (text.stamp, [:], 0)
    }
    texts[names] = text
    size += more
  }
}
