public import Accounts

extension Registry {
  /// A hand edit of the accounts file; `begin` begins it. Throws `lacks` where the accounts are not in
  /// a file.
  public func handEdit() throws(AccountsError) -> HandEdit {
    guard let store = store as? FileStore else { throw .lacks(.handEditing) }
    return HandEdit(store, hasher: hasher) { await self.attribution(.editFile) }
  }
}
