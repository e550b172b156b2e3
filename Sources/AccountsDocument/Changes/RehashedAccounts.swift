import Accounts
import LosslessJSON

/// The accounts that steps of an undo take away, and whose passwords were hashed anew since they
/// came.
///
/// An undo does not take back that a password was hashed anew: an account that a later step brings
/// back keeps the hash. So the records of both have one hash, and it is the same account to every
/// reader.
struct RehashedAccounts {
  /// The hashes, by the accounts as the changes that are taken back left them.
  private var hashes: [WholeAccount: JSONLiteral] = [:]

  /// Notes those that a step took away.
  mutating func note(_ step: [AccountChange], _ recording: ChangeRecording) {
    var left: [String: WholeAccount] = [:]
    for change in step {
      guard case .restore(let account, let mayDiffer, _, let name) = change, mayDiffer,
        account.kind == .added, let new = account.name
      else { continue }
      left[AccountName(name ?? new).key] = WholeAccount(new, account, \.new)
    }
    guard !left.isEmpty else { return }
    for account in recording.all where account.kind == .removed {
      guard let whole = account.name.flatMap({ left[AccountName($0).key] }),
        case .string(let hash)? = account.changes?[.password]?.old,
        !StoredPassword.isLockAlone(hash)
      else { continue }
      hashes[whole] = .string(hash)
    }
  }

  /// A change that brings such an account back, with the hash that it had last; any other as it is.
  func keepingHash(_ change: AccountChange) -> AccountChange {
    guard !hashes.isEmpty,
      case .restore(let account, let passwordMayDiffer, let mayShareNames, let name) = change,
      account.kind == .removed, let old = account.name,
      let hash = hashes[WholeAccount(old, account, \.old)]
    else { return change }
    let changes = account.changes?.map { change in
      change.field == .password
        ? AccountRecord.Change(change.key, from: hash, to: nil) : change
    }
    return .restore(
      account.with(changes), passwordMayDiffer: passwordMayDiffer, mayShareNames: mayShareNames,
      under: name)
  }
}
