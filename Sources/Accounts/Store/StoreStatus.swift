/// How a store is at one moment.
public struct StoreStatus: Sendable, Hashable {
  /// Tells one state of the accounts from another.
  public struct Stamp: Sendable, Hashable {
    private let token: String

    /// To be made by a store.
    public init(_ token: String) { self.token = token }
  }

  /// Differs from an earlier one if the accounts were written since, by whichever program.
  public let stamp: Stamp
  /// Why a write would be refused, as far as can be told without trying; nil if nothing is known to be
  /// in the way.
  public let writeFault: AccountsError?

  /// How a store is.
  public init(stamp: Stamp, writeFault: AccountsError?) {
    self.stamp = stamp
    self.writeFault = writeFault
  }
}
