public import Accounts
import AccountsText
import LosslessJSON

extension FileStore: HandEdited {
  /// What the file may have.
  var dialect: JSONDialect { JSONDialect(ofFile: path) }

  /// The text of the file; that of an empty file if there is none.
  func currentText() throws(AccountsError) -> [UInt8] {
    try currentBytes() ?? AccountsDocument.emptyText
  }

  func judge(
    _ copy: AccountsDocument, from base: [UInt8], _ hasher: PasswordHasher
  ) -> (findings: CheckReport, isUsable: Bool) {
    (findings(in: copy, hasher), copy.faults.isEmpty && copy.rulebookFaults.isEmpty)
  }
}

extension Registry {
  /// A hand edit of the accounts; `begin` begins it.
  ///
  /// - Parameter names: those of the accounts to edit, where they are not in a file; none for all. If
  ///   that is too many, `begin` throws `tooManyToEdit`. Accounts in a database are edited by a
  ///   `PersonalRegistry`, beside whose session the copy is.
  public func handEdit(of names: [String] = []) throws(AccountsError) -> HandEdit {
    let attribution: @Sendable () async -> Attribution = { await self.attribution(.editFile) }
    if let store = store as? FileStore {
      return HandEdit(
        store, in: store.source.directory, disk: store.disk, hasher: hasher,
        by: attribution)
    }
    guard let store = store as? any HandEditableStore else { throw .lacks(.handEditing) }
    // The copy is beside the session.
    let session = sessions.places.session.source
    guard !session.isEmpty else { throw .lacks(.handEditing) }
    let directory = FilePath.directory(of: session)
    let copy = FilePath.join(directory, FileStore.editCopies[0])
    return HandEdit(
      store.edited(names, inCopy: copy, hasher), in: directory, disk: Disk(queue: DiskQueue()),
      hasher: hasher, by: attribution)
  }
}
