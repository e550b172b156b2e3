/// Where accounts are kept, in whole operations: each reads what it needs and writes what it
/// changes, once, and none loads all to save all. A file stands behind it here; a database could.
protocol AccountBase: Sendable {
  /// The rulebook that the accounts keep.
  func rulebook() async throws(AccountsError) -> Rulebook

  /// The accounts with an email, compared without case. More than one: all of them are closed.
  func find(email: String) async throws(AccountsError) -> Finding

  /// The accounts with a first name, compared without case.
  func find(firstName: String) async throws(AccountsError) -> Finding

  /// Whether there is any account, valid or not.
  func somebodyIsRegistered() async throws(AccountsError) -> Bool

  /// The valid accounts, two at most; where there is none, all the closed ones.
  func findOnly() async throws(AccountsError) -> Finding

  /// The accounts from a place on, or from the beginning, `limit` at most, those alone whose email
  /// or name holds `text` where it is given. All pages that follow from one first page show the
  /// accounts as they then were.
  func page(
    from cursor: Page.Cursor?, limit: Int, holding text: String?
  ) async throws(AccountsError) -> Page

  /// Begins a base under a rulebook, unless there is one.
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues]
  ) async throws(AccountsError) -> Receipt

  /// Adds an account, unless it breaks the rules or its email is somebody's.
  func add(_ values: FieldValues) async throws(AccountsError) -> Receipt

  /// Changes fields of one account, unless one of them no longer has the value that the change
  /// starts from, or the account would break the rules. What is put back may break them: it did.
  func change(
    _ email: String, _ changes: [FieldChange], puttingBack: Bool
  ) async throws(AccountsError) -> Receipt

  /// Removes an account.
  func remove(_ email: String) async throws(AccountsError) -> Receipt

  /// The passwords that were typed by hand, and what is wrong with those that break the rules.
  func typedPasswords() async throws(AccountsError) -> TypedPasswords

  /// Puts hashes in the places of typed passwords, wherever the typed text still stands.
  func seal(_ hashes: [SealedPassword]) async throws(AccountsError) -> SealReceipt

  /// What an import would come to, now; nothing is written.
  func plan(
    _ accounts: [ImportedAccount], onConflict: ImportConflict
  ) async throws(AccountsError) -> ImportPlan

  /// Writes an import in one go, as a plan of this moment says; where that has problems, nothing.
  func take(
    _ accounts: [ImportedAccount], onConflict: ImportConflict
  ) async throws(AccountsError) -> ImportReceipt

  /// Everything that is wrong, and everything worth a warning.
  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> Findings
}

extension AccountBase {
  func change(
    _ email: String, _ changes: [FieldChange]
  ) async throws(AccountsError) -> Receipt {
    try await change(email, changes, puttingBack: false)
  }
}

/// What was found, and the rulebook under which to read it.
struct Finding: Sendable {
  let rulebook: Rulebook
  let accounts: [StoredAccount]
  /// Whether there is any account at all, found or not.
  let somebodyIsRegistered: Bool
  /// The file in which they stand, to name places by.
  let path: String
}

/// Some of the accounts, in their order.
public struct Page: Sendable {
  /// The rulebook that the accounts keep.
  public let rulebook: Rulebook
  /// The accounts of this page, closed ones included.
  public let accounts: [StoredAccount]
  /// From where to go on, or nil at the end.
  public let next: Cursor?
  let file: AccountsFile

  /// A place between two accounts, in the accounts as they were when the first page was made: what
  /// others change meanwhile makes nobody appear twice, and leaves nobody out.
  public struct Cursor: Sendable {
    let index: Int
    let file: AccountsFile
    let sharers: [Int: [Int]]
  }
}

/// One field's change, from the text that stands there to another; nil is nothing there.
struct FieldChange: Sendable, Hashable {
  let field: Field
  let old: String?
  let new: String?
}

extension FieldChange: CustomStringConvertible, CustomReflectable {
  /// The field alone; what stands in it may be a hash.
  var description: String { "a change of \(field.rawValue)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a writing operation did.
struct Receipt: Sendable {
  /// The account as it now is; as it was, where it was removed.
  let account: StoredAccount?
  /// Set where the new file stands, but may not survive a power cut.
  let uncertain: DiskFault?
}

/// What sealing wrote.
struct SealReceipt: Sendable {
  /// The hashes that took a typed password's place; the others' had gone.
  let applied: [SealedPassword]
  let uncertain: DiskFault?
}

/// A password that was typed by hand, and what its hash is to replace.
struct TypedPassword: Sendable, Hashable {
  let email: String?
  let password: PasswordText
}

struct SealedPassword: Sendable, Hashable {
  let typed: TypedPassword
  let hash: PasswordHash
}

struct TypedPasswords: Sendable {
  let allowed: [TypedPassword]
  let refused: [Problem]
  let path: String
}

/// What `check` found, in the order of the file.
public struct Findings: Sendable {
  /// The file that was checked.
  public let path: String
  /// What breaks a rule.
  public var errors: [Problem]
  /// What is worth knowing and breaks none.
  public var warnings: [Problem]
  /// How many accounts there are.
  public var accounts: Int
  /// Whether the rulebook is wrong; the accounts were then not held against one.
  public var rulebookIsBroken: Bool
  /// Warnings of the files that stand beside the accounts: the session and the edit.
  public var beside: [Beside] = []

  /// A warning of another file.
  public struct Beside: Sendable, Hashable {
    /// The file that it is about.
    public let path: String
    /// What there is to know.
    public let problem: Problem
  }

  /// Findings of one's own, for who has a text to check by other means.
  public init(
    path: String, errors: [Problem], warnings: [Problem] = [], accounts: Int = 0,
    rulebookIsBroken: Bool = false
  ) {
    self.path = path
    self.errors = errors
    self.warnings = warnings
    self.accounts = accounts
    self.rulebookIsBroken = rulebookIsBroken
  }
}
