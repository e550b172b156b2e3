import Foundation
import Testing

@testable import AccountsApp
@testable import Product

@Suite("With --json an error lists its problems") struct ProblemsInJSONTests {
  private let home = Home()

  /// The fields and rules of the problems that a run's error lists.
  private func problems(_ ran: Ran) throws -> [[String?]] {
    let value = try JSONSerialization.jsonObject(with: Data(ran.err.utf8)) as? [String: Any]
    let error = try #require(value?["error"] as? [String: Any])
    #expect(error["exit"] as? Int == Int(ran.exit))
    let problems = try #require(error["problems"] as? [[String: Any]])
    return problems.map { [$0["field"] as? String, $0["rule"] as? String] }
  }

  @Test(
    "for missing values",
    arguments: [
      ("login", ["email", "password"]), ("login --email mario@gmail.com", ["password"]),
      ("login --password 12345", ["email"]), ("register", ["email", "password"]),
      ("register --email mario@gmail.com", ["password"]), ("verify --password x", ["email"]),
      ("verify --email mario@gmail.com", ["password"]),
    ])
  func missing(line: String, fields: [String]) async throws {
    let ran = await home.run(line + " --json")
    #expect(ran.exit == 64)
    #expect(ran.out == "")
    #expect(try problems(ran) == fields.map { [$0, "required"] })
  }

  @Test("for a file that check finds wrong", arguments: [65, 78])
  func check(exit: Int32) async throws {
    let rules = exit == 78 ? "regster" : "register"
    try home.write(
      "{\"rules\": \"\(rules)\", \"accounts\": [{\"email\": 5, \"password\": \"!\"}]}")
    let ran = await home.run("check --json")
    #expect(ran.exit == exit)
    let expected = [["rules", "knownRulebook"], ["email", "text"]]
    #expect(try problems(ran) == (exit == 78 ? expected : [expected[1]]))
  }

  @Test(
    "and what is text without it is one JSON value with it",
    arguments: [
      ("--version", "version"), ("help", "help"), ("--help", "help"), ("login --help", "help"),
      ("help login", "help"),
    ])
  func texts(line: String, key: String) async throws {
    let plain = await home.run(line)
    for line in [line + " --json", "--json " + line] {
      let ran = await home.run(line)
      #expect(ran.exit == 0 && ran.err == "")
      let value = try JSONSerialization.jsonObject(with: Data(ran.out.utf8)) as? [String: String]
      #expect(value?.keys.sorted() == [key])
      let text = key == "version" ? Release.version : plain.out
      #expect(value?[key] == text)
    }
  }
}
