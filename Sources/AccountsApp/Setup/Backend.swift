package import AccountsFile
package import CommandKit
import Product

/// Holds the parts of a program that differ from one store to another. Messages are the same: the
/// words for a store's own reasons are in their ``ReportedReason``.
package struct Backend: Sendable {
  package let spec: ProgramSpec
  /// In the order of their declarations.
  package let commands: [Command]
  /// Whether a command line needs the accounts to be opened.
  let needsAccounts: @Sendable (Arguments) -> Bool
  let open: @Sendable (Request) throws -> PersonalRegistry

  package init(
    spec: ProgramSpec, commands: [Command], needsAccounts: @escaping @Sendable (Arguments) -> Bool,
    open: @escaping @Sendable (Request) throws -> PersonalRegistry
  ) {
    self.spec = spec
    self.commands = commands
    self.needsAccounts = needsAccounts
    self.open = open
  }

  /// regapp itself: accounts in a directory, and another program for those in a database.
  static let files: Backend = .init(
    spec: ProgramSpec(
      name: "regapp", product: Release.product, version: Release.version,
      versionDay: Release.day,
      summary: Phrase(
        "regapp keeps accounts in one file that people can read, edit by hand and trust"),
      groups: Commands.groups.specs, fallback: Commands.screens.spec,
      options: [.documents],
      firstUse: [
        "regapp login --email mario.balotelli@gmail.com", "regapp show",
        "regapp edit --first-name Mario",
      ], manual: .regapp),
    commands: Commands.groups.flatMap(\.commands), needsAccounts: Commands.needAccounts,
    open: { request in
      guard case .directory(let path) = request.documents else {
        throw try PostgresCompanion.handOver(request.line, request.context)
      }
      var registry = Registry(
        documents: path, mayBegin: Commands.mayBegin(request.arguments, request.context),
        today: request.clock, hasher: request.hasher, log: request.log, now: request.now)
      registry.ids = request.ids
      return PersonalRegistry(
        registry.via(nil).keepingPublishedHashes(listedIn: path, request.context.environment),
        sessionIn: path)
    })
}

extension Backend {
  /// The accounts to open, and the command line that needs them.
  package struct Request: Sendable {
    package let documents: Documents
    let line: ScannedLine
    package let arguments: Arguments
    package let context: Context
    /// The user's own day.
    package let clock: @Sendable () -> CalendarDay
    /// The seconds since 1970.
    let now: @Sendable () -> Int
    package let hasher: PasswordHasher
    /// Makes new ids of accounts.
    package let ids: @Sendable () -> AccountID
    /// The log for lines about logins; nil for none.
    package let log: LoginLog?

    package func warn(_ words: Phrase) { context.warn(words, arguments, as: Release.product) }
  }
}
