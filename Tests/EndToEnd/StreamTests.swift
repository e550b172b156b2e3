import Testing

/// Streams that are not as usual: stdout, stderr and stdin.
@Suite struct StreamTests {
  static let thousands: String = {
    let people = (0..<3000).map {
      "    {\"email\": \"person\($0)@host.com\", \"password\": \"12345\", \"firstName\": \"Somebody\"}"
    }
    return
      "{\n  \"rules\": \"register\", \"accounts\": [\n\(people.joined(separator: ",\n"))\n  ]\n}\n"
  }()

  @Test(
    "a closed pipe on stdout ends quietly with 0",
    arguments: [
      ["list"], ["list", "--json"], ["show", "--email", "person1@host.com"], ["help"], ["rules"],
      ["check"], ["export", "--format", "csv"],
    ])
  func closedPipe(words: [String]) async throws {
    let home = try Home(Self.thousands)
    let ran = try await home.run(words, output: .closedPipe)
    #expect(ran.end == .exit(0))
    #expect(!ran.err.contains("error:"), "\(ran)")
  }
}
