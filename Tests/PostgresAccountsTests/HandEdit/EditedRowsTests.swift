#if Postgres
  @testable import Accounts
  import AccountsFile
  import AccountsSupport
  import LosslessJSON
  import PostgresServer
  import Testing

  @testable import PostgresAccounts

  /// Accounts of a database, edited as a file of just those.
  @Suite(
    "Accounts of a database, edited by hand",
    .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"))
  struct EditedRowsTests {
    static let copy = """
      {
        "regapp": 2,
        "rules": "register",
        "accounts": [
          {
            "email": "ada@host.com",
            "password": "\(HashOfSecret1.sha256)",
            "firstName": "Ada"
          },
          {
            "email": "bob@host.com",
            "password": "\(HashOfSecret1.sha256)",
            "firstName": "Bob"
          }
        ]
      }

      """

    @Test("are in the copy in the order of their keys, each once, and no others")
    func copy() async throws {
      let copy = try await EditedCopy.ofThree()
      let (edit, review) = try await copy.begin(["bob@host.com", "ADA@host.com", "bob@host.com"]) {
        #expect($0 == Self.copy)
        return $0
      }
      #expect(review.isThere && !review.isChanged)
      try await edit.end(keepingCopy: false)
      // Without a name, all.
      let all = try await copy.begin { $0 }
      #expect(try copy.text(all.edit).contains(#""email": "eve@host.com""#))
      try await all.edit.end(keepingCopy: false)
    }

    @Test("are changed, added, removed and renamed in one change, and others stay as they are")
    func everyEdit() async throws {
      let copy = try await EditedCopy([
        "ada@host.com": #"{"email": "ada@host.com",  "firstName": "Ada"}"#,
        "bob@host.com": #"{"email": "bob@host.com", "n": 1}"#,
        "eve@host.com": #"{"email":"eve@host.com","n":2}"#,
        "joe@host.com": #"{"email":"joe@host.com", "n": 1.50}"#,
        "tim@host.com": #"{"email":   "tim@host.com"}"#,
      ])
      let before = try copy.rows().first { $0.contains("tim@host.com") }
      let review = try await copy.install([
        "ada@host.com", "bob@host.com", "eve@host.com", "joe@host.com",
      ]) {
        $0.replacing("\"Ada\"", with: "\"Ann\"")
          .replacing("\"email\": \"bob@host.com\",", with: "\"email\": \"rob@host.com\",")
          .replacing("\"email\": \"eve@host.com\",", with: "\"email\": \"new@host.com\",")
          .replacing("\"n\": 2", with: "\"n\": 3")
      }
      #expect(
        review.changes.map(\.name) == [
          "ada@host.com", "bob@host.com", "eve@host.com", "rob@host.com", "new@host.com",
        ])
      #expect(
        try copy.values() == [
          #"{"email":"ada@host.com","firstName":"Ann"}"#, #"{"email":"joe@host.com","n":1.50}"#,
          #"{"email":"new@host.com","n":3}"#, #"{"email":"rob@host.com","n":1}"#,
          #"{"email":"tim@host.com"}"#,
        ])
      #expect(try copy.rows().first { $0.contains("tim@host.com") } == before)
      let entries = try await copy.registry.history()
      #expect(entries.map(\.did) == [.editFile])
      #expect(
        Set(entries[0].accounts.compactMap(\.name)) == [
          "ada@host.com", "bob@host.com", "eve@host.com", "rob@host.com", "new@host.com",
        ])
      // Whose text was only laid out anew in the copy is as it was.
      #expect(try copy.documents()[1] == #"{"email":"joe@host.com", "n": 1.50}"#)
      #expect(
        try copy.database.server.psql(
          "SELECT key, version FROM public.account WHERE version > 1 ORDER BY key")
          == ["ada@host.com|2"])
      #expect(try await copy.registry.account("rob@host.com").state == .open)
      #expect(try await copy.registry.account("ROB@host.com").values.email == "rob@host.com")
    }

    @Test("have hashes in the places of passwords that were typed, which never get there")
    func typed() async throws {
      let copy = try await EditedCopy.ofThree()
      let typed = ["typed-1-ada", "typed-2-new"]
      try await copy.install(["ada@host.com", "bob@host.com"]) {
        var hashes = $0.ranges(of: "\"" + HashOfSecret1.sha256 + "\"")[...]
        var text = $0
        if let last = hashes.popLast() {
          text.replaceSubrange(last, with: "\"\(HashOfSecret1.sha512)\"")
        }
        if let first = hashes.popLast() { text.replaceSubrange(first, with: "\"\(typed[0])\"") }
        return text.replacing(
          "\n  ]",
          with: """
            ,
                {"password": "\(typed[1])", "email": "new@host.com"}
              ]
            """)
      }
      let rows = try copy.rows()
      #expect(!rows.contains { row in typed.contains { row.contains($0) } })
      #expect(rows.contains { $0.contains(HashOfSecret1.sha512) })
      for (email, password) in [
        ("ada@host.com", typed[0]), ("bob@host.com", "secret1"), ("new@host.com", typed[1]),
      ] {
        let account = try await copy.registry.account(email)
        let stored = try #require(account.values.password.flatMap { try? StoredPassword($0) })
        let text = try PasswordText(password)
        #expect(try await PasswordHasher(cost: 1).fits(text, stored))
      }
      // The directory has no traces of them either: the copy is gone.
      let (edit, _) = try await copy.begin { $0 }
      let text = try copy.text(edit)
      #expect(!typed.contains { text.contains($0) })
      try await edit.end(keepingCopy: false)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let from: String
      let to: String
      /// The problems with their places.
      let problems: [String]
      /// Whether the review shows it; otherwise only the other accounts of the database do.
      var isShownByReview = true

      init(
        _ description: String, _ from: String, _ to: String, _ problems: [String],
        isShownByReview: Bool = true
      ) {
        (testDescription, self.from, self.to) = (description, from, to)
        (self.problems, self.isShownByReview) = (problems, isShownByReview)
      }
    }

    static let refusals = [
      Refusal(
        "a typed password that breaks the rules",
        "\"\(HashOfSecret1.sha256)\",\n      \"firstName\": \"Bob\"",
        "\"abc\"", ["12:19 password minimumCharacters"]),
      Refusal(
        "an account without its key", "\"email\": \"bob@host.com\",", "", ["10:5 email required"]),
      Refusal(
        "a key twice", "\"email\": \"bob@host.com\"", "\"email\": \"Ada@host.com\"",
        ["11:16 email unique"]),
      Refusal(
        "the name of an account that is not in the copy", "bob@host.com", "EVE@host.com",
        ["11:16 email unique"], isShownByReview: false),
      Refusal(
        "another rulebook", "\"rules\": \"register\"", "\"rules\": \"albums\"",
        ["3:12 rules choice"]),
      Refusal(
        "a key beside the accounts", "\"regapp\": 2,", "\"regapp\": 2,\n  \"note\": 1,",
        ["3:11 note choice"]),
    ]

    @Test("are refused with the place of what no database can hold", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
      let copy = try await EditedCopy.ofThree()
      let before = try copy.rows()
      let (edit, review) = try await copy.begin(["ada@host.com", "bob@host.com"]) {
        #expect($0.contains(refusal.from))
        return $0.replacing(refusal.from, with: refusal.to)
      }
      #expect(review.isUsable != refusal.isShownByReview)
      if refusal.isShownByReview {
        let shown = Set(review.findings.errors.map(\.row))
        #expect(shown.isSuperset(of: refusal.problems), "\(shown)")
      }
      let thrown = await error { try await edit.install() }
      #expect(thrown?.problems.map(\.row) == refusal.problems)
      #expect(thrown?.problems.allSatisfy { $0.place?.source == edit.copyPath } == true)
      #expect(try copy.rows() == before)
      #expect(await edit.abandon())
    }

    @Test("may break the rules otherwise, and are closed")
    func closed() async throws {
      let copy = try await EditedCopy.ofThree()
      let review = try await copy.install(["ada@host.com"]) {
        $0.replacing("\"firstName\": \"Ada\"", with: "\"birthDate\": \"never\"")
      }
      #expect(review.findings.errors.map(\.row) == ["8:20 birthDate dateForm"])
      #expect(try await copy.registry.account("ada@host.com").state == .closed)
      #expect(
        try copy.database.server.psql("SELECT key FROM public.account WHERE closed")
          == ["ada@host.com"])
      #expect(
        try copy.database.server.psql("SELECT email FROM public.login ORDER BY email")
          == ["bob@host.com", "eve@host.com"])
    }

    @Test("are merged with what others do to other accounts meanwhile")
    func merged() async throws {
      let copy = try await EditedCopy.ofThree()
      let (edit, _) = try await copy.begin(["ada@host.com", "bob@host.com"]) {
        $0.replacing("\"Ada\"", with: "\"Ann\"")
      }
      let other = Registry(
        database: copy.database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
      for (name, new) in [("bob@host.com", "Rob"), ("eve@host.com", "Eva")] {
        _ = try await other.edit(EditRequest(account: name, fields: [.firstName: .set(new)]))
      }
      #expect(try await edit.install().value == .installed(merged: true))
      try await edit.end(keepingCopy: false)
      #expect(
        try copy.documents()
          == [
            #"{"email": "ada@host.com", "firstName": "Ann"}"#,
            #"{"email": "bob@host.com", "firstName": "Rob"}"#,
            #"{"email": "eve@host.com", "firstName": "Eva"}"#,
          ])
      #expect(try await copy.registry.history().map(\.did) == [.editFile, .edit, .edit])
      #expect(try await copy.registry.history()[0].accounts.map(\.name) == ["ada@host.com"])
    }

    @Test("that others changed too are a conflict, until the hand goes on")
    func conflict() async throws {
      let copy = try await EditedCopy.ofThree()
      let (edit, _) = try await copy.begin(["ada@host.com", "bob@host.com"]) {
        $0.replacing("\"Ada\"", with: "\"Ann\"")
      }
      for (name, new) in [("ada@host.com", "Eva"), ("bob@host.com", "Rob")] {
        _ = try await copy.registry.edit(
          EditRequest(account: name, fields: [.firstName: .set(new)]))
      }
      let before = try copy.rows()
      guard case .conflict(let conflict) = try await edit.install().value else {
        Issue.record("no conflict")
        return
      }
      #expect(conflict.accounts.map(\.name) == ["ada@host.com"])
      #expect(!conflict.besideAccounts && !conflict.isWhole)
      #expect(try copy.rows() == before)
      try await edit.goOn()
      #expect(try copy.text(edit).contains("\"Rob\""))
      _ = try await edit.review()
      #expect(try await edit.install().value == .installed(merged: false))
      try await edit.end(keepingCopy: false)
      let names = try await ["ada@host.com", "bob@host.com"].asyncMap {
        try await copy.registry.account($0).values.firstName
      }
      #expect(names == ["Ann", "Rob"])
    }

    @Test("that others remove, or whose name others take, are no loss to anyone")
    func removedMeanwhile() async throws {
      let copy = try await EditedCopy.ofThree()
      // Who is not changed here, and removed there, stays removed.
      let (edit, _) = try await copy.begin(["ada@host.com", "bob@host.com"]) {
        $0.replacing("\"Ada\"", with: "\"Ann\"")
      }
      _ = try await copy.registry.remove("bob@host.com")
      #expect(try await edit.install().value == .installed(merged: true))
      try await edit.end(keepingCopy: false)
      #expect(try copy.documents().count == 2)
      // A name that is free when the edit begins, and taken when it ends.
      let (second, _) = try await copy.begin(["ada@host.com"]) {
        $0.replacing("ada@host.com", with: "new@host.com")
      }
      var values = FieldValues()
      values.email = "new@host.com"
      _ = try await copy.registry.register(values, password: PasswordEntry("secret1"))
      let before = try copy.rows()
      #expect(
        await error { try await second.install() }?.problems.map(\.row) == ["6:16 email unique"])
      #expect(try copy.rows() == before)
      #expect(await second.abandon())
    }

    @Test("come back as they were with undo")
    func undo() async throws {
      let copy = try await EditedCopy.ofThree()
      let before = try copy.database.server.psql(
        "SELECT key, email_key, password, closed FROM public.account ORDER BY key")
      let documents = try copy.values()
      try await copy.install {
        $0.replacing("\"Ada\"", with: "\"Ann\"")
          .replacing("\"email\": \"bob@host.com\",", with: "\"email\": \"rob@host.com\",")
          .replacing(
            "\n  ]",
            with: """
              ,
                  {"password": "typed-2-new", "email": "new@host.com"}
                ]
              """)
      }
      #expect(try copy.documents().count == 4)
      _ = try await copy.registry.undo()
      #expect(try copy.values() == documents)
      #expect(
        try copy.database.server.psql(
          "SELECT key, email_key, password, closed FROM public.account ORDER BY key") == before)
      _ = try await copy.registry.undo()
      #expect(try copy.documents().count == 4)
    }

    @Test("are a thousand at most where none is named")
    func tooMany() async throws {
      let copy = try await EditedCopy.ofThree()
      try copy.database.server.psql(
        """
        INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
        SELECT e, e, '{"email": "' || e || '"}', false, false, gen_random_uuid()
        FROM generate_series(1, 997) n, LATERAL (SELECT n || '@host.com') AS mails (e)
        """)
      let (edit, review) = try await copy.begin { $0.replacing("\"Ada\"", with: "\"Ann\"") }
      #expect(review.findings.accounts == 1_000)
      try await edit.end(keepingCopy: false)
      var values = FieldValues()
      values.email = "new@host.com"
      _ = try await copy.registry.register(values, password: PasswordEntry("secret1"))
      let more = try copy.registry.handEdit()
      #expect(await error { try await more.begin() } == .tooManyToEdit(most: 1_000))
      let named = try copy.registry.handEdit(of: ["ada@host.com", "nobody@host.com"])
      #expect(await error { try await named.begin() } == .noSuchAccount(name: "nobody@host.com"))
      // Neither left a lock or a copy behind.
      try await copy.install(["ada@host.com"]) { $0.replacing("\"Ada\"", with: "\"Ann\"") }
    }

    @Test("keep byte for byte what cannot be decoded, when another field is changed")
    func undecodable() async throws {
      let own = #""note":  "\ud800 \u0041", "a\udfffb": [1.0 , -0]"#
      let copy = try await EditedCopy([
        "ada@host.com": #"{"email": "ada@host.com", \#(own), "firstName": "Ada"}"#
      ])
      try await copy.install(["ada@host.com"]) {
        #expect($0.contains(own))
        return $0.replacing("\"Ada\"", with: "\"Ann\"")
      }
      #expect(
        try copy.documents() == [#"{"email": "ada@host.com", \#(own), "firstName": "Ann"}"#])
    }
  }

  extension Sequence {
    fileprivate func asyncMap<Result>(
      _ transform: (Element) async throws -> Result
    ) async throws -> [Result] {
      var results: [Result] = []
      for element in self { results.append(try await transform(element)) }
      return results
    }
  }
#endif
