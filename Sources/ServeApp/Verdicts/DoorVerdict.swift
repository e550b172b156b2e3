import Accounts

/// The door's decision, before it becomes an answer of HTTP.
enum DoorVerdict: Error, Sendable {
  /// The host is not in the list, or the web server says none.
  case host
  /// The request acts for a page of another origin.
  case origin
  /// The password is right, the account open, and in one of the groups that were asked for; with
  /// its id, nil if none counts.
  case granted(Account, AccountID?)
  /// Wrong, unknown, or not open: it does not say which.
  case denied
  case mustChange
  /// The code of an invitation: right, but good for the page alone.
  case invited
  /// An account of this name is in no group that was asked for.
  case group(String)
  /// An account of this name has no id that counts, and the host asks for one.
  case subject(String)
  /// Too many failures; so many seconds are left.
  case wait(Int)
  /// No hash came free in time.
  case busy
  /// The accounts cannot be read, or the attempt not be counted.
  case unreadable(AccountsError)

  init(_ error: AccountsError) {
    switch error {
    case .mustChange: self = .mustChange
    case .invited: self = .invited
    case .notInGroup(let name): self = .group(name)
    case .withoutID(let name): self = .subject(name)
    case .throttled(let seconds): self = .wait(seconds)
    case .cancelled, .busy, .outOfMemory, .conflict, .keepsChanging: self = .busy
    case .loginFailed, .nobodyRegistered, .severalFit, .refused, .invitationOver, .accountClosed,
      .loginNeeds, .loginKey, .schemeUnsupported, .hashTooDear, .noSuchAccount:
      self = .denied
    default: self = .unreadable(error)
    }
  }
}
