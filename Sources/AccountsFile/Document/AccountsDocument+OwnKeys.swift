import LosslessJSON

extension Page {
  /// The keys of an account of this page that are not ours, with their values; those that no text
  /// can hold left out.
  public func ownKeys(of account: StoredAccount) -> [JSONLiteral.Member] {
    let document = file.document
    guard file.rows.indices.contains(account.index) else { return [] }
    return document.members(of: file.rows[account.index]).compactMap { member in
      guard !FieldKeys.all.contains(where: { document.isKey(member.key, $0.key) }),
        let key = document.string(member.key), let value = document.literal(member.value)
      else { return nil }
      return JSONLiteral.Member(key, value)
    }
  }
}
