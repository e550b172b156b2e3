import Testing

@testable import TextTools

@Suite("A network of IP addresses") struct IPNetworkTests {
  static let contained: [(String, String, Bool)] = [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.0.0.7", "10.0.0.7", true), ("10.0.0.7", "10.0.0.6", false),
    ("10.0.0.6/31", "10.0.0.7", true), ("10.0.0.6/31", "10.0.0.8", false),
    ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false),
    ("::/0", "2001:db8::1", true), ("::/0", "192.0.2.1", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
    ("2001:DB8::1", "2001:db8:0::1", true), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
    ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("::ffff:10.0.0.0/104", "11.0.0.0", false),
    ("::ffff:10.0.0.1", "10.0.0.1", true), ("fe80::1%eth0", "fe80::1", true),
  ]

  @Test("has the addresses that begin as it does", arguments: contained)
  func contains(_ network: String, _ address: String, _ isIn: Bool) throws {
    #expect(try IPNetwork(network).contains(try #require(IPAddress(address))) == isIn)
  }

  static let others = [
    "", " ", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08",
    "10.0.0.0/8/8",
    "10.0.0.0/8 ", "10/8", "10.0.0/24", "2001:db8::/129", "localhost", "/8", "10.0.0.0/255.0.0.0",
    "[2001:db8::1]", "10.0.0.0-10.0.0.9", "10.0.0.0/99999999999999999999",
  ]

  @Test("is an address with the length of a prefix, or alone", arguments: others)
  func malformed(_ text: String) {
    #expect(throws: IPNetwork.Fault.malformed) { try IPNetwork(text) }
  }

  @Test(
    "is not taken with a bit behind its prefix",
    arguments: ["10.0.0.1/8", "10.0.0.1/31", "0.0.0.1/0", "2001:db8::1/64", "::ffff:10.0.0.0/90"])
  func hasMore(_ text: String) {
    #expect(throws: IPNetwork.Fault.hasMoreThanPrefix) { try IPNetwork(text) }
  }
}
