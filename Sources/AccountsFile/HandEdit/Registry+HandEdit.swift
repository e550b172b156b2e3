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

  /// A name that only one directory has on this machine, whatever its path.
  func nameOfDirectory() throws(AccountsError) -> String {
    let stamp = try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) in try disk.stamp(of: file.directory) }
    }
    guard let stamp else { throw .storeMissing(subject: path) }
    return "\(stamp.device)-\(stamp.inode)"
  }

  /// Notes beside the accounts, for people, that the user edits them. It is not needed for anything, and may
  /// fail.
  func noteEdit() {
    let text = "\(disk.userName()) \(UTC.text(now()))\n"
    withNote { note, accounts throws(DiskFault) in
      guard try disk.stamp(of: note, for: .write) == nil else { return }
      _ = try disk.replace(
        note, .scratch(sharedLike: accounts), with: [.bytes(Array(text.utf8)[...])])
    }
  }

  /// Takes the note back.
  func forgetEdit() { withNote { note, _ throws(DiskFault) in try disk.remove(note) } }

  private func withNote(_ body: (DirectoryFile, DirectoryFile) throws(DiskFault) -> Void) {
    _ = try? located { file throws(DiskFault) -> Bool? in
      try body(file.directory.file("\(Self.editNote)\(disk.calls.user())"), file)
      return true
    }
  }

  /// Who has begun to edit by hand and not ended.
  func unfinishedEdits() -> [UnfinishedEdit] {
    let found = try? located { file throws(DiskFault) -> [UnfinishedEdit]? in
      var edits: [UnfinishedEdit] = []
      for name in (disk.calls.names(file.directory.descriptor) ?? []).sorted() {
        guard name.hasPrefix(Self.editNote), let user = uid_t(name.dropFirst(Self.editNote.count)),
          let stamp = try disk.stamp(of: file.directory.file(name), for: .read)
        else { continue }
        edits.append(
          UnfinishedEdit(user: disk.name(ofUser: user), since: stamp.modified.seconds))
      }
      return edits
    }
    return found ?? []
  }
}
