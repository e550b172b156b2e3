import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The keys of an account that are not ours, with their values; those that no text can hold left
  /// out.
  func ownKeys(of row: Row) -> [JSONLiteral.Member] {
    document.members(of: row.value).compactMap { member in
      guard !FieldKeys.all.contains(where: { document.isKey(member.key, $0.key) }),
        let key = document.string(member.key), let value = document.literal(member.value)
      else { return nil }
      return JSONLiteral.Member(key, value)
    }
  }
}
