import Accounts
import AccountsDocument
import LosslessJSON

extension FileStore {
  /// The accounts of a name, found in an excerpt; nil if that is not enough.
  func foundInExcerpt(_ name: AccountName, _ field: Field?) -> LookupResult? {
    guard let document = excerpt(with: [name.key])?.document else { return nil }
    let found = found(name, field, in: document)
    return found.accounts.allSatisfy { $0.problems.isEmpty } ? found : nil
  }

  /// The accounts in whose ids some UUIDs stand, found in an excerpt; nil if that is not enough.
  func foundInExcerpt(_ ids: [AccountID]) -> LookupResult? {
    guard ids.count <= 8,
      let document = excerpt(with: ids.map(\.description))?.document
    else { return nil }
    let found = found(document.indices(ids: ids), in: document, document.sharers())
    return found.accounts.allSatisfy { $0.problems.isEmpty } ? found : nil
  }

  /// True if a text is not JSON, with any text behind its beginning.
  func isBroken(_ beginning: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(parsing: beginning, dialect: JSONDialect(ofFile: path))
      return false
    } catch {
      // At its end, it may only be cut short.
      return error.reason != .unclosedComment && error.offset + 16 < beginning.count
    }
  }

  /// True if a long file is read in excerpts and indexed. A file that may have comments is read
  /// whole, since only the text before an account tells where it begins.
  var mayBeExcerpted: Bool { JSONDialect(ofFile: path) == .json }

  func isLong(_ file: DirectoryFile) throws(DiskFault) -> Bool {
    guard mayBeExcerpted else { return false }
    return try disk.stamp(of: file, for: .read).map {
      $0.isRegularFile && $0.size >= disk.long.size
    }
      ?? false
  }

  /// An excerpt of a long file, see `ExcerptReader`; nil if the whole file is in memory.
  private func excerpt(
    of file: DirectoryFile, _ descriptor: Int32, with names: [String], isToChange: Bool = false
  ) -> ExcerptText? {
    let stamp = try? disk.stamp(of: descriptor, path: file.path, for: .read)
    guard let stamp, !isInMemory(stamp) else { return nil }
    // The old text makes room.
    if stamp.size >= disk.long.size { forgetText() }
    disk.readers.note(stamp)
    return excerpts.excerpt(of: file, descriptor, with: names, isToChange: isToChange)
  }

  func excerpt(with names: [String]) -> ExcerptText? {
    try? located { file throws(DiskFault) in
      guard try isLong(file), let descriptor = try disk.open(file) else { return nil }
      defer { disk.close(descriptor) }
      return excerpt(of: file, descriptor, with: names)
    }
  }

  /// Writes the index of a long file that was read whole.
  func writeIndex(of file: AccountsDocument) {
    guard file.document.bytes.count >= disk.long.size else { return }
    _ = try? located { writeIndex(of: $0) }
  }

  /// Writes the index of a long, usable file.
  ///
  /// - Parameter known: the places of names if the file still is as written; see `replacing`.
  func writeIndex(of file: DirectoryFile, known: KnownEntries? = nil) {
    guard mayBeExcerpted else { return }
    disk.writeIndex(of: file) { scan, stamp in
      if let known, known.written.isSameContent(as: stamp) { return known.places() }
      guard let places = scan.places(of: nil),
        let excerpt = Excerpt(scan, places.outline, behind: []),
        (try? AccountsDocument(path: path, bytes: excerpt.bytes).usable()) != nil
      else { return nil }
      return (places.outline, places.parts.joined().sorted())
    }
  }

  /// Plans changes over an excerpt, and the file's new text; nil if the whole file is needed.
  ///
  /// - Parameter descriptor: the open file from which the rest is copied.
  func plan(
    _ changes: [AccountChange], of file: DirectoryFile, _ descriptor: Int32,
    _ options: WriteOptions
  ) -> (plan: ChangePlan, text: ExcerptText, change: ExcerptChange?)? {
    let tick = disk.calls.now()
    guard options.rulebook == nil, changes.count <= 8, changes.allSatisfy(\.isWithinAccounts),
      let text = excerpt(
        of: file, descriptor,
        with: changes.flatMap { $0.nameKeys.map(\.key) + $0.ids.map(\.description) },
        isToChange: true),
      // Changes from here on must show when the file is replaced.
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

extension AccountChange {
  /// True if an excerpt shows the whole effect: removed and restored accounts have places among
  /// others.
  fileprivate var isWithinAccounts: Bool {
    switch self {
    case .add, .edit: true
    case .remove, .restore: false
    }
  }
}
