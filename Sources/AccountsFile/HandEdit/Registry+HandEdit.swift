public import Accounts
import AccountsText
import Glibc
import TextTools

extension Registry {
  /// A hand edit of the accounts file; `begin` begins it. Throws `lacks` where the accounts are not in
  /// a file.
  ///
  /// - Parameter directory: a directory of the user's own, in which each directory of accounts has one for
  ///   its copy; it need not exist. It is refused where others may write it, or one above it.
  public func handEdit(in directory: String) async throws(AccountsError) -> HandEdit {
    guard let store = store as? FileStore else { throw .lacks(.handEditing) }
    let name = try await store.nameOfDirectory()
    return HandEdit(store, in: FilePath.join(directory, name), hasher: hasher) {
      await self.attribution(.editFile)
    }
  }
}

extension FileStore {
  /// What the name of each note begins with; the number of its user follows.
  static let editNote = ".accounts.edit."

  /// A name that only one documents directory has on this machine, whatever its path.
  func nameOfDirectory() throws(AccountsError) -> String {
    let stamp = try onDisk { () throws(DiskFault) -> FileStamp? in
      guard let directory = try disk.directory(source.directory, for: .read) else { return nil }
      defer { disk.close(directory) }
      return try disk.stamp(of: directory)
    }
    guard let stamp else { throw .storeMissing(subject: path) }
    return "\(stamp.device)-\(stamp.inode)"
  }

  /// Notes beside the accounts, for people, that the user edits them. It is not needed for anything, and may
  /// fail.
  func noteEdit() {
    let text = "\(disk.userName()) \(UTC.text(now()))\n"
    withNote { note throws(DiskFault) in
      guard try disk.stamp(of: note, for: .write) == nil else { return }
      _ = try disk.replace(note, .anything, with: [.bytes(Array(text.utf8)[...])])
    }
  }

  /// Takes the note back.
  func forgetEdit() { withNote { note throws(DiskFault) in try disk.remove(note) } }

  private func withNote(_ body: (DirectoryFile) throws(DiskFault) -> Void) {
    guard let directory = try? disk.directory(source.directory, for: .write) else { return }
    defer { disk.close(directory) }
    try? body(directory.file("\(Self.editNote)\(disk.calls.user())"))
  }

  /// Who has begun to edit by hand and not ended.
  func unfinishedEdits() -> [UnfinishedEdit] {
    guard let directory = try? disk.directory(source.directory, for: .read) else { return [] }
    defer { disk.close(directory) }
    let names = disk.calls.names(directory.descriptor) ?? []
    return names.sorted().compactMap { name in
      guard name.hasPrefix(Self.editNote), let user = uid_t(name.dropFirst(Self.editNote.count)),
        let note = try? disk.stamp(of: directory.file(name), for: .read), note.isRegularFile
      else { return nil }
      return UnfinishedEdit(
        subject: FilePath.join(directory.path, name), user: disk.name(ofUser: user),
        since: note.modified.seconds)
    }
  }
}
