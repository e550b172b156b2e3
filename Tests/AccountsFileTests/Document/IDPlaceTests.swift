import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsDocument

@Suite("The id that an account gets") struct IDPlaceTests {
  private static let uuid = "0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11"
  private static let id = "\"id\": \"a@home.org \(uuid)\""

  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let (account, expected): (String, String)

    init(_ description: String, _ account: String, _ expected: String) {
      (testDescription, self.account, self.expected) = (description, account, expected)
    }
  }

  private static let head = "{\n      \"email\": \"a@home.org\","
  private static let line = "{\"email\": \"a@home.org\","

  static let places = [
    Place(
      "on a line of its own", "\(head)\n      \"firstName\": \"A\"\n    }",
      "\(head)\n      \"firstName\": \"B\",\n      \(id)\n    }"),
    Place(
      "on the line of the others", "\(line) \"firstName\": \"A\"}",
      "\(line) \"firstName\": \"B\", \(id)}"),
    Place(
      "behind own keys", "\(head)\n      \"firstName\": \"A\",\n      \"x-n\": [1, 2]\n    }",
      "\(head)\n      \"firstName\": \"B\",\n      \"x-n\": [1, 2],\n      \(id)\n    }"),
    Place(
      "on the line of the last one", "\(head)\n      \"x-n\": 1, \"firstName\": \"A\"\n    }",
      "\(head)\n      \"x-n\": 1, \"firstName\": \"B\", \(id)\n    }"),
  ]

  static let commented = [
    Place(
      "behind a comment that ends the last line",
      "\(head)\n      \"firstName\": \"A\" // who\n    }",
      "\(head)\n      \"firstName\": \"B\", // who\n      \(id)\n    }"),
    Place(
      "behind a comment on one line", "\(line) \"firstName\": \"A\" /* who */}",
      "\(line) \"firstName\": \"B\" /* who */, \(id)}"),
    Place(
      "behind a comment that ends the only line", "\(line) \"firstName\": \"A\" // who\n    }",
      "\(line) \"firstName\": \"B\", // who\n      \(id)\n    }"),
    Place(
      "behind a comma that is there",
      "\(head)\n      \"firstName\": \"A\", // who\n    }",
      "\(head)\n      \"firstName\": \"B\", // who\n      \(id),\n    }"),
  ]

  @Test("is its last member", arguments: ["/accounts.json", "/accounts.jsonc"], places)
  func place(path: String, place: Place) throws {
    #expect(try edited(path, place.account) == Self.text(place.expected))
  }

  @Test("leaves each comment behind its member", arguments: commented)
  func comments(place: Place) throws {
    #expect(try edited("/accounts.jsonc", place.account) == Self.text(place.expected))
  }

  @Test("stays the last one, whatever is added", arguments: [1, 12])
  func staysLast(count: Int) throws {
    let keys = (0..<count).map { AccountRecord.Change("x-\($0)", from: nil, to: .integer($0)) }
    let text = try edited(
      "/accounts.json", "\(Self.line) \"firstName\": \"A\", \(Self.id)}", adding: keys)
    let own = (0..<count).map { "\"x-\($0)\": \($0), " }.joined()
    #expect(text == Self.text("\(Self.line) \"firstName\": \"B\", \(own)\(Self.id)}"))
  }

  private static func text(_ account: String) -> String {
    """
    {
      "rules": "register",
      "accounts": [
        \(account),
        {"email": "b@home.org"}
      ]
    }
    """
  }

  /// The text after an edit of the first account, which gets an id if it has none.
  private func edited(
    _ path: String, _ account: String, adding own: [AccountRecord.Change] = []
  ) throws -> String {
    let file = try AccountsDocument(path: path, bytes: Array(Self.text(account).utf8))
    var options = WriteOptions()
    let uuid = try #require(AccountID(Self.uuid))
    options.newID = { uuid }
    let key = NameKey(.email, AccountName("a@home.org"))
    let edits = [AccountRecord.Change(.firstName, from: "A", to: "B")] + own
    let plan = ChangePlan(
      [.edit(key, edits, mayBreakRules: true)], over: file, today: .ofTests, options)
    #expect(plan.refusals.isEmpty)
    #expect(plan.recording.all.map { $0.changes?.contains { $0.field == .id } } == [false])
    return String(decoding: try #require(try plan.text()).inMemory, as: UTF8.self)
  }
}
