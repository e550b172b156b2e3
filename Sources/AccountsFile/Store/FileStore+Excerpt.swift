import Accounts
import AccountsText
import Glibc
import LosslessJSON

/// An excerpt of a file, in the state in which it was read.
struct ExcerptText {
  let excerpt: Excerpt
  let document: AccountsDocument
  let stamp: FileStamp
  /// All the places of an index that is believed; nil without one, if it is spoiled, or where they are
  /// not wanted.
  let places: [IndexEntry]?
}

extension FileStore {
  /// An excerpt of a long file, which is open, that has all accounts of some names, and all that share
  /// another name with one of them.
  ///
  /// - Parameter isToChange: whether all the places of an index are wanted.
  /// - Returns: nil where the whole file is needed: it is short, or in memory already, or broken or
  ///   unusual, and only its whole text can tell what is wrong.
  private func excerpt(
    of file: DirectoryFile, _ descriptor: Int32, with names: [String], isToChange: Bool = false
  ) -> ExcerptText? {
    func stamp() -> FileStamp? { try? disk.stamp(of: descriptor, path: file.path, for: .read) }
    guard let before = stamp(), before.isRegularFile, !isInMemory(before),
      before.size >= disk.long.size, before.size <= FileText.greatestSize
    else { return nil }
    let scan = AccountsScan(disk: disk, descriptor: descriptor, size: before.size)
    let index = AccountsIndex(of: file, stamp: before, disk)
    defer { index?.close() }
    let indexed = index.flatMap { index in
      excerpt(scan, before, names, isToChange ? index : nil) {
        index.places(of: $0).map { (index.outline, $0) }
      }
    }
    let text = indexed ?? excerpt(scan, before, names) { places(of: $0, scan, before) }
    return stamp() == before ? text : nil
  }

  private func excerpt(
    _ scan: AccountsScan, _ stamp: FileStamp, _ names: [String], _ index: AccountsIndex? = nil,
    _ places: ([String]) -> (FileOutline, [Int])?
  ) -> ExcerptText? {
    var all = names
    while true {
      guard let (outline, places) = places(all),
        let excerpt = Excerpt(scan, outline, behind: Set(places)),
        let document = try? AccountsDocument(path: path, bytes: excerpt.bytes).usable()
      else { return nil }
      // Accounts of these names may share their other names with others.
      let others = document.otherNames(of: names)
      let more = others.filter { !all.contains($0) }
      if more.isEmpty {
        return ExcerptText(
          excerpt: excerpt, document: document, stamp: stamp, places: index?.places())
      }
      all += more
      if all.count > IndexEntries.many { return nil }
    }
  }

  /// The accounts of a name, found in an excerpt; nil if the excerpt is not enough.
  func foundInExcerpt(_ name: AccountName, _ field: Field?) -> LookupResult? {
    guard let document = excerpt(with: [name.key])?.document else { return nil }
    let found = found(name, field, in: document)
    return found.accounts.allSatisfy { $0.problems.isEmpty } ? found : nil
  }

  /// The rulebook of a long file.
  func rulebookInExcerpt() -> Rulebook? { excerpt(with: [])?.document.rulebook }

  /// Whether the file, if it is long, is read in excerpts and has an index. One that may have comments
  /// is always read whole: where its accounts begin and end, only what comes before them tells.
  var mayBeExcerpted: Bool { JSONDialect(ofFile: path) == .json }

  /// Whether a file is long enough to be read in excerpts.
  func isLong(_ file: DirectoryFile) throws(DiskFault) -> Bool {
    guard mayBeExcerpted else { return false }
    return try disk.stamp(of: file, for: .read).map {
      $0.isRegularFile && $0.size >= disk.long.size
    }
      ?? false
  }

  private func excerpt(with names: [String]) -> ExcerptText? {
    try? located { file throws(DiskFault) in
      guard try isLong(file), let descriptor = try disk.open(file) else { return nil }
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
  ) -> (plan: ChangePlan, text: ExcerptText, change: ExcerptChange?)? {
    let tick = disk.calls.now()
    guard options.rulebook == nil, changes.count <= 8, changes.allSatisfy(\.isWithinAccounts),
      let text = excerpt(
        of: file, descriptor, with: changes.flatMap(\.ids).map(\.key), isToChange: true),
      // What changes from here on must show when the file is replaced.
      text.stamp.isOver(by: tick)
    else { return nil }
    let plan = ChangePlan(changes, over: text.document, today: today(), options)
    guard plan.refusals.isEmpty, !plan.movesNames, let splices = try? plan.splices(),
      let change = text.excerpt.change(
        splices, leaving: text.document.document.pieces(applying: splices).flatMap { $0 },
        copyingFrom: descriptor)
    else { return nil }
    return (plan, text, splices.isEmpty ? nil : change)
  }
}

extension AccountsDocument {
  /// All the names, as they compare, of the accounts that have one of some.
  fileprivate func otherNames(of names: [String]) -> [String] {
    rows.flatMap { row in
      let all = ids(of: row).map(\.key)
      return all.contains(where: names.contains) ? all : []
    }
  }
}

extension AccountChange {
  /// Whether an excerpt can show all that it does to a file: accounts that come and go have places.
  fileprivate var isWithinAccounts: Bool {
    switch self {
    case .add, .edit: true
    case .remove, .takeBack: false
    }
  }
}
