import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Holds the profile and the newest changes of an account; a wide window shows them beside the list
/// or the profile.
struct AccountDetail: Equatable, Sendable {
  /// The account that the detail was read for, as it was then.
  struct Key: Equatable, Sendable {
    enum Source: Equatable, Sendable {
      case listing(AccountListing)
      case account(StoredAccount)
    }

    let name: String
    let source: Source
  }

  /// How many changes are shown.
  static let changes = 3

  let key: Key
  /// The fields; nil if they could not be read.
  let profile: ProfileState?
  let changes: [ChangeWords]
  /// How many logins in browsers it has.
  let logins: Int
  /// Why something of it could not be read.
  let faults: [Phrase]
}

extension ScreenState {
  /// The account whose detail is to be shown; nil if there is none, or no room for it.
  var detailKey: AccountDetail.Key? {
    guard broken == nil, Canvas.isSplit(size) else { return nil }
    switch screen {
    case .accounts(let accounts):
      guard accounts.isAnswered, let rows = accounts.rows, let name = accounts.focusedName,
        rows.obstacles(of: accounts.focus.row).disabledReason(.open) == nil,
        AccountsColumns(accounts, on: ScreenLayout(self, size: size).canvas).beside > 0
      else { return nil }
      return AccountDetail.Key(name: name, source: .listing(rows))
    case .profile(let profile) where profile.missingReason == nil && !profile.name.isEmpty:
      return AccountDetail.Key(name: profile.name, source: .account(profile.account))
    default: return nil
    }
  }

  /// The detail for the account that is shown now; nil while it is still to come.
  var shownDetail: AccountDetail? {
    detail?.key == detailKey ? detail : nil
  }

  /// Reads the detail, one at a time: if the bar has moved on meanwhile, that of the last row is
  /// next.
  mutating func readDetail() -> [Action] {
    guard pendingDetail == nil, let key = detailKey, shownDetail == nil else { return [] }
    pendingDetail = key
    return [.perform(.readDetail(key))]
  }

  mutating func show(_ new: AccountDetail) {
    if pendingDetail == new.key { pendingDetail = nil }
    detail = new
  }
}

extension ScreenEffects {
  func readDetail(_ key: AccountDetail.Key) async -> ScreenMessage {
    var faults: [Phrase] = []
    var profile: ProfileState?
    switch await opening(ofNow: key.name).place {
    case .profile(let found): profile = found
    case .none(let lines), .broken(let lines), .login(_, _, let lines): faults = lines
    }
    var changes: [ChangeWords] = []
    do throws(AccountsError) {
      changes = try await registry.history(of: key.name, limit: AccountDetail.changes)
        .map { ScreenText.briefly(of: $0, localTime) }
    } catch {
      faults += error.screenLines
    }
    var logins = 0
    do throws(AccountsError) {
      logins = try await registry.logins(of: [key.name]).count
    } catch .lacks {
      // There are none.
    } catch {
      faults += error.screenLines
    }
    return .detail(
      AccountDetail(key: key, profile: profile, changes: changes, logins: logins, faults: faults))
  }
}
