/// The status of a store.
public struct StoreStatus: Sendable, Hashable {
  /// Identifies a version of the accounts.
  public struct Stamp: Sendable, Hashable {
    private let token: String

    /// A stamp from a store's own data.
    public init(_ token: String) { self.token = token }
  }

  /// Changes with every write of the accounts, by whichever program.
  public let stamp: Stamp
  /// Why a write would fail, as far as can be told without trying; nil if no reason is known.
  public let writeFault: AccountsError?

  /// False if a file that may begin is not there yet.
  package var isThere = true

  /// A status.
  public init(stamp: Stamp, writeFault: AccountsError?) {
    self.stamp = stamp
    self.writeFault = writeFault
  }
}
