/// An account as it was read, to act on later: by then its name may be another's.
///
/// An account whose id counts is known by that alone, whatever its name is. Nothing proves who one
/// without such an id is, so it is the same one only while it has the name, no id that counts, and
/// each value as it was read. No history is asked. A reference holds in this process only.
public struct AccountRef: Sendable, Hashable {
  /// The name under which it was read: its key, else its other name, or the one that was typed.
  public let name: String
  package let proof: Proof

  /// What tells the account from others.
  package enum Proof: Sendable, Hashable {
    /// The UUID in its id, which counts.
    case id(AccountID)
    /// Its values, of one without an id that counts.
    case whole(AccountDigest)
    /// The id, the names and the password that a login in a browser has proved.
    case login(AccountDigest)
  }

  /// An account that was read.
  ///
  /// - Parameter name: one of its names.
  package init(_ account: StoredAccount, named name: String) {
    (self.name, proof) = (name, Proof(account))
  }

  /// An account that is meant only while the login is good that proved it.
  init(provedByLogin account: StoredAccount, named name: String) {
    self.name = name
    proof = .login(AccountDigest(account, FieldValues.fieldsOfIdentity))
  }

  /// The UUID by which it is found; nil if that is its name.
  public var id: AccountID? { if case .id(let id) = proof { id } else { nil } }

  /// Whether an account that was found by the id or by the name is the one that was read.
  func means(_ account: StoredAccount) -> Bool {
    switch proof {
    case .id(let id): account.id == id
    case .whole: proof == Proof(account)
    case .login: proof == AccountRef(provedByLogin: account, named: name).proof
    }
  }
}

extension AccountRef.Proof {
  fileprivate init(_ account: StoredAccount) {
    self = account.id.map { .id($0) } ?? .whole(AccountDigest(account, Field.allCases))
  }
}

/// A keyed hash of some values of an account, which takes less memory than their texts. The key is
/// this process's.
package struct AccountDigest: Sendable, Hashable {
  private let first: Int
  private let second: Int

  /// Own keys are not among the values: a list does not read them.
  fileprivate init(_ account: StoredAccount, _ fields: [Field]) {
    var hasher = Hasher()
    for field in fields {
      let isText = account.withUTF8(of: field) { utf8 in
        hasher.combine(utf8.count)
        utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
        return true
      }
      hasher.combine(isText)
      guard isText == nil else { continue }
      switch account[value: field] {
      case .flag(let flag)?: hasher.combine(flag)
      case .texts(let texts)?:
        for text in texts {
          hasher.combine(text.utf8.count)
          text.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        hasher.combine(texts.count)
      case .text?, nil: hasher.combine(0)
      }
    }
    var other = hasher
    other.combine(true)
    (first, second) = (hasher.finalize(), other.finalize())
  }
}

// MARK: - Who that is now

extension Registry {
  /// Remembers the account that has a name now, to act on later by this name.
  public func ref(_ name: String) async throws(AccountsError) -> AccountRef {
    let name = FieldValues.trimmed(name, for: .email) ?? ""
    return AccountRef(try await named(name).account, named: name)
  }

  /// Guards operations on these accounts, which are given by the names in the references: each
  /// concerns the account that was read, whatever its name is by then. If that is nobody,
  /// `notMeant` is thrown and nothing is done.
  public func expecting(_ refs: [AccountRef]) -> Registry {
    with { for ref in refs { $0.expected[AccountName(ref.name)] = ref } }
  }

  /// Who some accounts are now, each in its place; nil for nobody.
  package func who(_ refs: [AccountRef]) async throws(AccountsError) -> [StoredAccount?] {
    let known = try await accounts(of: refs.compactMap(\.id))
    let names = refs.filter { $0.id == nil }.map { AccountName($0.name) }
    var named: [AccountName: [StoredAccount]] = [:]
    for account in names.isEmpty ? [] : try await store.find(.names(names)).accounts {
      for name in Field.keys.compactMap({ account[text: $0] }) {
        named[AccountName(name), default: []].append(account)
      }
    }
    return refs.map { ref in
      if let id = ref.id { return known.accounts[id] }
      let same = named[AccountName(ref.name)]?.filter(ref.means) ?? []
      // Of two that are alike nothing tells which one it is.
      return same.count == 1 ? same[0] : nil
    }
  }

  /// The accounts at which some ids count.
  func accounts(
    of ids: [AccountID]
  ) async throws(AccountsError) -> (accounts: [AccountID: StoredAccount], rulebook: Rulebook?) {
    guard !ids.isEmpty else { return ([:], nil) }
    let found = try await store.find(.ids(ids))
    var accounts: [AccountID: StoredAccount] = [:]
    for account in found.accounts { if let id = account.id { accounts[id] = account } }
    return (accounts, found.rulebook)
  }

  /// Throws `notMeant` if accounts are expected and the one that was found is none of them.
  func checkMeant(_ account: StoredAccount, named name: AccountName) throws(AccountsError) {
    guard expected.isEmpty || expected.values.contains(where: { $0.means(account) }) else {
      throw .notMeant([name.text])
    }
  }
}
