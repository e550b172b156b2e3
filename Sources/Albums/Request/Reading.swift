/// Where to look for an answer.
public enum Reading: Sendable, Hashable, CaseIterable {
  /// In the cache if less than a day old, then in the network.
  case keptFirst
  /// In the network only.
  case refresh
  /// In the cache only, however old.
  case offline
}
