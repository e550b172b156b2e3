public import Accounts
import AccountsDocument
import Glibc
import TextTools

extension Registry {
  /// A hand edit of the accounts file; call `begin` to start it. Throws `lacks` for accounts
  /// outside files.
  ///
  /// - Parameter directory: a directory of the user's own, in which each directory of accounts gets
  ///   one for its copy; it need not exist. Refused if others may write it, or a directory above
  ///   it.
  public func handEdit(in directory: String) async throws(AccountsError) -> HandEdit {
    guard let store = store as? FileStore else { throw .lacks(.handEditing) }
    let name = try await store.nameOfDirectory()
    return HandEdit(
      store, in: FilePath.join(directory, name), hasher: hasher, giving: ids,
      by: { await self.attribution(.editFile) }, whenEnded: { await self.logEnds($0) })
  }
}

extension FileStore {
  /// The prefix of a note's name; the user's number follows.
  static let editNote = ".accounts.edit."

  /// A name that identifies a documents directory on this machine, by any path that leads to it:
  /// device, inode and its own path. A number alone may be another directory's later.
  func nameOfDirectory() throws(AccountsError) -> String {
    let name = try onDisk { () throws(DiskFault) -> String? in
      guard let directory = try disk.directory(source.directory, for: .read) else { return nil }
      defer { disk.close(directory) }
      let stamp = try disk.stamp(of: directory)
      let path = SHA256.digest(of: Array(disk.wholePath(of: directory).utf8)).prefix(8)
      return "\(stamp.device)-\(stamp.inode)-\(path.hexadecimal)"
    }
    guard let name else { throw .storeMissing(subject: path) }
    return name
  }

  /// Writes a note beside the accounts that the user edits them. It is only for people, and may
  /// fail. Its name and its time say it all: one that was cut short is no worse, and no temporary
  /// file is left behind.
  func noteEdit() {
    let text = "\(disk.userName()) \(UTC.text(now()))\n"
    withNote { note throws(DiskFault) in
      guard let new = disk.create(note, O_WRONLY) else { return }
      defer { disk.close(new.descriptor) }
      let own = try disk.stamp(of: new.descriptor, path: note.path, for: .write)
      try disk.give(new, own.access, path: note.path)
      try disk.write(Array(text.utf8)[...], to: new.descriptor, path: note.path)
    }
  }

  func forgetEdit() { withNote { note throws(DiskFault) in try disk.remove(note) } }

  private func withNote(_ body: (DirectoryFile) throws(DiskFault) -> Void) {
    guard let directory = try? disk.directory(source.directory, for: .write) else { return }
    defer { disk.close(directory) }
    try? body(directory.file("\(Self.editNote)\(disk.calls.user())"))
  }

  /// The hand edits that were begun and not finished.
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
