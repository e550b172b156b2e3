/// A typed password of a list, the position of its account, and the account's name for a refusal.
typealias ListedPassword = (index: Int, name: String, password: PasswordText)

/// The hashes of a list's typed passwords, by position, made under one rulebook.
struct ListedHashes {
  private(set) var made: [Int: PasswordHash] = [:]
  private var rulebook: Rulebook?

  /// Forgets the hashes at positions that have another password now.
  mutating func forget(_ indices: some Sequence<Int>) {
    for index in indices { made[index] = nil }
  }

  /// Hashes the passwords that have no hash yet; all of them under another rulebook.
  mutating func add(
    _ typed: [ListedPassword], by hasher: PasswordHasher, under rulebook: Rulebook
  ) async throws(AccountsError) {
    if self.rulebook != rulebook { (self.rulebook, made) = (rulebook, [:]) }
    let missing = typed.filter { made[$0.index] == nil }
    let hashes = try await hasher.under(rulebook).hashes(of: missing.map(\.password))
    for (typed, hash) in zip(missing, hashes) { made[typed.index] = hash }
  }
}
