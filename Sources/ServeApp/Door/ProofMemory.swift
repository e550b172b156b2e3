import Accounts

/// Remembers which passwords were proved, so that a browser that sends one with every file costs
/// one hash.
///
/// It keeps no password, but digests. It replaces the computation of a hash and nothing else, and
/// only for the address from which the password was proved, while the accounts have the texts that
/// it was proved against.
struct ProofMemory: Sendable {
  static let most = 10_000
  /// How long one is remembered after its last use, in seconds.
  static let memory = 900

  /// An answer of the memory about a password.
  enum Known: Sendable, Equatable {
    case nothing
    /// It proves these accounts.
    case proven([NameKey])
    /// It proved an account whose text has changed since.
    case provedOtherTexts
    /// It did so, and is wrong for the present text: the owner's browser sends the old one on.
    case wrongNow
  }

  private struct Entry {
    let accounts: [NameKey]
    /// The name under which its attempts count; nil if there are several.
    let counted: String?
    /// The texts against which it was proved.
    let texts: Digest
    /// The texts against which it was wrong later.
    var wrongTexts: Digest?
  }

  private let entries: Recent<GivenPassword, Entry>

  init(now: @escaping @Sendable () -> Int) {
    entries = Recent(most: Self.most, seconds: Self.memory, now: now)
  }

  /// Whether a password is remembered at all, so that its answer may need no hash.
  func remembers(_ password: GivenPassword) -> Bool { entries[password] != nil }

  /// The name under which attempts with a password counted when it was proved.
  func counted(of password: GivenPassword) -> String? { entries[password]?.counted }

  /// Says whether a password is known to be right or wrong, for accounts that have these texts now.
  func known(of password: GivenPassword, texts: Digest) -> Known {
    guard let entry = entries[password] else { return .nothing }
    if entry.texts == texts { return .proven(entry.accounts) }
    return entry.wrongTexts == texts ? .wrongNow : .provedOtherTexts
  }

  /// Notes a proof.
  ///
  /// - Parameter names: those under which its attempts count.
  func remember(
    _ password: GivenPassword, proves accounts: [NameKey], texts: Digest, counted names: [String]
  ) {
    entries[password] = Entry(
      accounts: accounts, counted: names.count == 1 ? names[0] : nil, texts: texts)
  }

  /// Notes that a remembered password is wrong for the present texts.
  func noteWrong(_ password: GivenPassword, for texts: Digest) {
    guard var entry = entries[password] else { return }
    entry.wrongTexts = texts
    entries[password] = entry
  }

  func forget(_ password: GivenPassword) { entries[password] = nil }
}
