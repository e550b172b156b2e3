/// Where an answer is looked for.
public enum Reading: Sendable, Hashable, CaseIterable {
  /// Among those kept for less than a day, then in the network.
  case keptFirst
  /// In the network alone.
  case refresh
  /// Among those kept, of whatever age, alone.
  case offline
}
