#if Postgres
  import Accounts
  import AccountsFile
  import AccountsSupport
  import Foundation
  import LosslessJSON
  import TestSupport
  import Testing

  @testable import PostgresAccounts

  /// A database, and a person's machine on which its accounts are edited by hand.
  struct EditedCopy: Sendable {
    let database: TestDatabase
    let registry: Registry
    private let directory: TemporaryDirectory

    /// - Parameter documents: accounts as their rows keep them, all with the password `secret1`.
    init(_ documents: [String: String]) async throws {
      database = try await TestDatabase()
      directory = TemporaryDirectory("regapp-edited")
      let personal = PersonalRegistry(
        database: database.address, session: directory.path, today: { .ofTests },
        hasher: PasswordHasher(cost: 1))
      registry = personal.registry
      for (email, document) in documents {
        let connection = try Connection(database.address, Libpq())
        try connection.run(
          """
          INSERT INTO public.account (key, email_key, doc, password, closed, disabled, op)
          VALUES ($1::text, $1::text, $2::text, $3::text, false, false, $4::uuid)
          """,
          [.text(email), .text(document), .text(HashOfSecret1.sha256), .id(OperationID())])
      }
    }

    /// Three accounts without anything remarkable.
    static func ofThree() async throws -> EditedCopy {
      try await EditedCopy([
        "ada@host.com": #"{"email": "ada@host.com", "firstName": "Ada"}"#,
        "bob@host.com": #"{"email": "bob@host.com", "firstName": "Bob"}"#,
        "eve@host.com": #"{"email": "eve@host.com", "firstName": "Eve"}"#,
      ])
    }

    /// Begins to edit accounts, and changes the copy.
    func begin(
      _ names: [String] = [], _ change: (String) -> String
    ) async throws -> (edit: HandEdit, review: HandEdit.Review) {
      let edit = try registry.handEdit(of: names)
      #expect(try await edit.begin() == false)
      try write(change(text(edit)), edit)
      return (edit, try await edit.review())
    }

    /// Edits accounts, and installs that.
    @discardableResult
    func install(
      _ names: [String] = [], _ change: (String) -> String
    ) async throws -> HandEdit.Review {
      let (edit, review) = try await begin(names, change)
      #expect(review.isChanged && review.isUsable && review.isComparable)
      #expect(try await edit.install().value == .installed(merged: false))
      try await edit.end(keepingCopy: false)
      return review
    }

    func text(_ edit: HandEdit) throws -> String {
      try String(contentsOfFile: edit.copyPath, encoding: .utf8)
    }

    func write(_ text: String, _ edit: HandEdit) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: edit.copyPath))
    }

    /// All rows of all tables that an edit may write: accounts, changes, rulebook.
    func rows() throws -> [String] {
      try ["account", "change", "change_account", "base"].flatMap { table in
        try database.server.psql("SELECT t::text FROM public.\(table) t ORDER BY 1")
      }
    }

    /// What the rows say, without their passwords, however they are spaced.
    func values() throws -> [String] {
      try documents().map { text in
        let document = try JSONDocument(parsing: Array(text.utf8))
        return try #require(document.literal(document.root)).text(style: .compact)
      }
    }

    /// The accounts as the rows keep them, without their passwords.
    func documents() throws -> [String] {
      try database.server.psql("SELECT doc FROM public.account ORDER BY key")
    }
  }
#endif
