import Accounts
import Glibc
import LosslessJSON

/// An excerpt of a file, in the state in which it was read.
struct ExcerptText {
  let excerpt: Excerpt
  let document: AccountsDocument
  let stamp: FileStamp
}

extension FileStore {
  /// An excerpt of a long file, which is open, that has all accounts of some names, and all that share
  /// another name with one of them.
  ///
  /// - Returns: nil where the whole file is needed: it is short, or in memory already, or broken or
  ///   unusual, and only its whole text can tell what is wrong.
  private func excerpt(
    of file: DirectoryFile, _ descriptor: Int32, with names: [String]
  ) -> ExcerptText? {
    func stamp() -> FileStamp? { try? disk.stamp(of: descriptor, path: file.path, for: .read) }
    guard let before = stamp(), before.isRegularFile, !isInMemory(before),
      before.size >= AccountsIndex.leastSize, before.size <= FileText.greatestSize
    else { return nil }
    let scan = AccountsScan(disk: disk, descriptor: descriptor, size: before.size)
    let index = AccountsIndex(of: file, stamp: before, disk)
    defer { index?.close() }
    let names = Set(names)
    let indexed = index.flatMap { index in
      excerpt(scan, before, names) { index.places(of: $0).map { (index.outline, $0) } }
    }
    let text = indexed ?? excerpt(scan, before, names) { places(of: $0, scan, before) }
    return stamp() == before ? text : nil
  }

  private func excerpt(
    _ scan: AccountsScan, _ stamp: FileStamp, _ names: Set<String>,
    _ places: (Set<String>) -> (FileOutline, [Int])?
  ) -> ExcerptText? {
    var all = names
    while true {
      guard let (outline, places) = places(all),
        let excerpt = Excerpt(scan, outline, behind: Set(places)),
        let document = try? AccountsDocument(path: path, bytes: excerpt.bytes).usable()
      else { return nil }
      // Accounts of these names may share their other names with others.
      let others = document.otherNames(of: names)
      if others.isSubset(of: all) {
        return ExcerptText(excerpt: excerpt, document: document, stamp: stamp)
      }
      all.formUnion(others)
    }
  }

  /// What an excerpt says of a name; nil where that is not all there is to say.
  func foundInExcerpt(_ name: AccountName, _ field: Field?) -> Found? {
    guard let document = excerpt(with: [name.key])?.document else { return nil }
    let found = found(name, field, in: document)
    return found.accounts.allSatisfy { $0.problems.isEmpty } ? found : nil
  }

  /// The rulebook of a long file.
  func rulebookInExcerpt() -> Rulebook? { excerpt(with: [])?.document.rulebook }

  private func excerpt(with names: [String]) -> ExcerptText? {
    try? disk.located(path) { file throws(DiskFault) in
      guard let descriptor = try disk.open(file) else { return nil }
      defer { disk.close(descriptor) }
      return excerpt(of: file, descriptor, with: names)
    }
  }

  /// Plans changes over an excerpt, and makes the file's new text of it; nil where that needs the whole
  /// file.
  ///
  /// - Parameter descriptor: of the file, from which the rest of it will be copied.
  func plan(
    _ changes: [AccountChange], of file: DirectoryFile, _ descriptor: Int32,
    _ options: WriteOptions
  ) -> (ChangePlan, TextPieces?, FileStamp)? {
    let tick = disk.calls.now()
    guard options.rulebook == nil, let names = changes.names,
      let text = excerpt(of: file, descriptor, with: Array(names)),
      // What changes from here on must show when the file is replaced.
      text.stamp.isOver(by: tick)
    else { return nil }
    let plan = ChangePlan(changes, over: text.document, today: today(), options)
    guard plan.refusals.isEmpty, let splices = try? plan.splices(),
      let pieces = text.excerpt.text(applying: splices, from: descriptor)
    else { return nil }
    return (plan, splices.isEmpty ? nil : TextPieces(pieces), text.stamp)
  }
}

extension FileStore {
  /// Writes the index of a long file that can be used.
  func writeIndex(of file: DirectoryFile) {
    disk.writeIndex(of: file) { excerpt in
      (try? AccountsDocument(path: path, bytes: excerpt.bytes).usable()) != nil
    }
  }
}

extension AccountsDocument {
  /// All the names, as they compare, of the accounts that have one of some.
  fileprivate func otherNames(of names: Set<String>) -> Set<String> {
    var others: Set<String> = []
    for row in rows {
      let all = Field.keys.compactMap { name(of: row, in: $0)?.key }
      if !names.isDisjoint(with: all) { others.formUnion(all) }
    }
    return others
  }
}

extension [AccountChange] {
  /// All the names that they concern, as they compare; nil where accounts come and go, or are many.
  fileprivate var names: Set<String>? {
    guard count <= 8 else { return nil }
    var names: Set<String> = []
    for change in self {
      switch change {
      case .add(let account, _):
        for field in Field.keys {
          if let text = account.values[text: field] { names.insert(AccountName(text).key) }
        }
      case .edit(let id, let edits, _):
        guard let name = UniqueName(id) else { return nil }
        names.insert(name.key)
        for field in Field.keys {
          if let text = edits[field]?.new?.text { names.insert(AccountName(text).key) }
        }
      case .remove, .takeBack: return nil
      }
    }
    return names
  }
}

extension Disk {
  /// Writes the index of a file, if it is long and the index would be believed. Whatever fails, the
  /// file can be read without it.
  ///
  /// - Parameter isUsable: whether the file can be used, as far as an excerpt tells.
  func writeIndex(of file: DirectoryFile, _ isUsable: (Excerpt) -> Bool) {
    guard let descriptor = (try? open(file)) ?? nil else { return }
    defer { close(descriptor) }
    func stamp() -> FileStamp? { try? self.stamp(of: descriptor, path: file.path, for: .read) }
    guard let before = stamp(), before.isRegularFile, before.size >= AccountsIndex.leastSize,
      before.size <= FileText.greatestSize, [before.owner, 0].contains(calls.user()),
      Self.precise.contains(calls.fileSystem(descriptor))
    else { return }
    let scan = AccountsScan(disk: self, descriptor: descriptor, size: before.size)
    guard let places = scan.places(of: nil),
      let excerpt = Excerpt(scan, places.outline, behind: []),
      isUsable(excerpt)
    else { return }
    // Of the same tick, a later change would have the same stamp.
    var clock = calls.now()
    for _ in 0..<50 where !before.isOver(by: clock) {
      calls.pause()
      clock = calls.now()
    }
    guard before.isOver(by: clock), stamp() == before else { return }
    var sorted = Array(places.parts.joined())
    sorted.sort()
    let text = AccountsIndex.bytes(of: sorted, places.outline, before, clock)
    _ = try? replace(AccountsIndex.file(of: file), .scratch(sharedLike: file), with: text)
  }

  /// Local file systems whose clocks are finer than 10 ms, as `statfs` numbers them: ext2 to ext4, XFS,
  /// Btrfs, F2FS, tmpfs, ZFS and overlayfs.
  private static let precise: Set<Int> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x2FC1_2FC1, 0x794C_7630,
  ]
}
