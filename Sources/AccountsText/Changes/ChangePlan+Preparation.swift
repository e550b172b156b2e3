import Accounts
import LosslessJSON

extension ChangePlan {
  /// Facts about a change that can be computed on any thread, independent of earlier changes.
  enum Preparation: Sendable {
    case names(NewNames)
    // Of a million new accounts, none should be as large as what this may be.
    indirect case found(FoundAccount)
    case nothing

    init(_ change: AccountChange, in plan: ChangePlan) {
      switch change {
      case .add(let account, _): self = .names(NewNames(account))
      case .takeBack(let account, let passwordMayDiffer, _)
      where account.changes != nil && account.kind != .removed:
        self = .found(FoundAccount(account, passwordMayDiffer, in: plan))
      case .takeBack, .edit, .remove: self = .nothing
      }
    }

    var names: NewNames? { if case .names(let names) = self { names } else { nil } }
    var found: FoundAccount? { if case .found(let found) = self { found } else { nil } }
  }

  struct FoundAccount: Sendable {
    /// The positions of accounts with its name.
    let rows: [Int]
    /// The account, if there is only one.
    private(set) var row: AccountsDocument.Row?
    /// The keys that have changed since.
    private(set) var changed: [String] = []
    /// The record of an account to remove.
    private(set) var removal: AccountRecord?

    init(_ account: AccountRecord, _ passwordMayDiffer: Bool, in plan: ChangePlan) {
      rows = account.newName.map { plan.names.find(AccountName($0)).rows } ?? []
      guard rows.count == 1 else { return }
      let row = AccountsDocument.Row(plan.document, rows[0])
      self.row = row
      let (document, hashes) = (plan.document, plan.hashesOfTyped)
      if let obvious = document.obviousRemoval(of: account, in: row, hashes) {
        removal = obvious
        return
      }
      changed = document.changed(since: account, in: row, passwordMayDiffer)
      guard changed.isEmpty, account.kind == .added else { return }
      removal = document.recorded(row, as: .removed, hashes)
    }
  }

  struct NewNames: Sendable {
    private let ofEmail: NameDigest?
    private let ofUsername: NameDigest?

    init(_ account: NewAccount) {
      func digest(_ field: Field) -> NameDigest? {
        ChangePlan.id(of: account, in: field).map { NameDigest($0) }
      }
      (ofEmail, ofUsername) = (digest(.email), digest(.username))
    }

    subscript(field: Field) -> NameDigest? { field == .email ? ofEmail : ofUsername }
  }
}
