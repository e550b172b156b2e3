import Accounts
import AccountsSupport
import LosslessJSON
import Testing

@Suite("A listed account as a line of JSON") struct PassedOnLineTests {
  private let documents = Documents()

  @Test(
    "is passed on where its text has it so, and never differs from what is written otherwise",
    arguments: [
      (#"{"email": "ada@host.com"}"#, true),
      (
        #"{"groups":["a",  "b"],"disabled" :true , "firstName":"Åsa Жук","email":"ada@host.com"}"#,
        true
      ),
      (#"{"email": "ada@host.com", "groups": [], "mustChange": false}"#, true),
      (#"{"email": "ada@host.com", "firstName": "\u0041da"}"#, false),
      ("{\"email\": \"ada@host.com\", \"firstName\": \"李 Zo\u{AD}e\u{308}\"}", true),
      (#"{"email": "ada@host.com", "groups": ["a", "\u0062"]}"#, false),
      (#"{"email": "ada@host.com", "x-own": 1}"#, false),
      (#"{"email": "ada@host.com", "email": "ada@host.com"}"#, false),
      (#"{"email": "ada"}"#, false),
    ])
  func line(text: String, isPassedOn: Bool) async throws {
    let password = "\"password\": \"\(HashOfSecret1.sha512)\""
    try documents.write(accounts: ["\(text.dropLast()), \(password)}"])
    let page = try await documents.registry.list(limit: 10, withOwnKeys: true)
    let account = try #require(page.accounts.first)
    let fields = Field.allCases.filter { $0 != .password }
    let members = fields.compactMap { field in
      account.values[field].map { JSONLiteral.Member(field.key, $0.literal) }
    }
    let line = account.line(passingOn: fields)
    #expect((line != nil) == isPassedOn)
    if let line { #expect(line == JSONLiteral.object(members).text(style: .oneLine)) }
  }
}
