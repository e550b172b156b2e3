import AccountsSupport
import Testing

@testable import Accounts

/// All hashes are of `secret1`, made by the program argon2.
@Suite("argon2", .enabled(if: Argon2.isComputed, "not tested: libargon2 is not installed"))
struct Argon2Tests {
  private let hasher = PasswordHasher(cost: 1)
  private static let salt = "U2FsdFNhbHRTYWx0U2FsdA"
  private static let digest = "BsBu0EIaCRXYwzAFtOh+IAJMlxl93FVnJPqcj7Xydto"

  @Test(
    "is checked in all its kinds",
    arguments: [
      "$argon2id$v=19$m=64,t=2,p=2$\(salt)$\(digest)",
      "$argon2i$v=19$m=64,t=2,p=2$\(salt)$XqMbNoVPftYsDl4Ua8vmvpg+G193773J973zuuanlmw",
      "$argon2d$v=19$m=64,t=2,p=2$\(salt)$+MuANf+82O1PkfrmDBRcqglnIMIbmiLyl5bMFNolKaU",
      "$argon2i$v=16$m=64,t=2,p=1$\(salt)$sFrMKl0PL52pwYQhIxYABwSVf//oVQPVSgNX08StnHI",
      "$argon2i$m=64,t=2,p=1$\(salt)$sFrMKl0PL52pwYQhIxYABwSVf//oVQPVSgNX08StnHI",
    ])
  func fits(text: String) async throws {
    let stored = try StoredPassword(text)
    #expect(try await hasher.verify(try PasswordText("secret1"), against: stored) == .fits)
    #expect(try await hasher.verify(try PasswordText("secret2"), against: stored) == .differs)
    #expect(try await hasher.verify(.empty, against: stored) == .differs)
    #expect(try await hasher.verify(nil, against: stored) == .differs)
  }

  @Test("is checked as Authelia makes it by default")
  func authelia() async throws {
    let stored = try StoredPassword(
      "$argon2id$v=19$m=65536,t=3,p=4$\(Self.salt)$lg635xA44DrNPtciPOc+LmswKyHCCFw/ZPX2IlukaIk")
    #expect(try await hasher.verify(try PasswordText("secret1"), against: stored) == .fits)
  }

  @Test("costs at least one hash of ours for every mismatch")
  func costs() async throws {
    let counting = CountingCrypt()
    let stored = try StoredPassword("$argon2id$v=19$m=64,t=2,p=2$\(Self.salt)$\(Self.digest)")
    #expect(
      try await counting.hasher().verify(try PasswordText("x"), against: stored) == .differs)
    #expect(counting.ourHashes() == 1 && counting.allHashes == 2)
  }

  @Test(
    "is weak below the memory of ours in all its passes together",
    arguments: [
      ("m=65536,t=3,p=4", HashStrength.strong), ("m=65536,t=1,p=1", .strong),
      ("m=65535,t=1,p=1", .weak), ("m=32768,t=2,p=1", .strong), ("m=7168,t=5,p=1", .weak),
    ])
  func strength(costs: String, strength: HashStrength) throws {
    #expect(
      try Self.strength(of: "$argon2id$v=19$\(costs)$\(Self.salt)$\(Self.digest)") == strength)
  }

  @Test(
    "is never computed beyond 1 GiB, 4 GiB in all passes, 100 passes or 64 threads",
    arguments: [
      ("m=1048577,t=1,p=1", false), ("m=1048576,t=5,p=1", false), ("m=8,t=101,p=1", false),
      ("m=1024,t=1,p=65", false), ("m=4294967295,t=4294967295,p=1", false),
      ("m=4294967295,t=1,p=16777215", false), ("m=1048576,t=4,p=64", true),
      ("m=8,t=100,p=1", true),
    ])
  func limits(costs: String, isWithin: Bool) async throws {
    let text = "$argon2id$v=19$\(costs)$\(Self.salt)$\(Self.digest)"
    #expect(try (Self.strength(of: text) != .tooDear) == isWithin)
    guard !isWithin else { return }
    let counting = CountingCrypt()
    let verdict = try await counting.hasher().verify(
      try PasswordText("x"), against: try StoredPassword(text))
    #expect(verdict == .tooDear("argon2id"))
    #expect(counting.allHashes == 1, "only one of ours, for the time it takes")
  }

  @Test(
    "that is misspelt or cut short matches no password, and is not computed",
    arguments: [
      "$argon2id$", "$argon2id$v=19$m=64,t=2,p=2", "$argon2id$v=19$m=64,t=2,p=2$\(salt)",
      "$argon2id$v=19$m=64,t=2,p=2$\(salt)$", "$argon2id$v=19$m=64,t=2,p=2$\(salt)$BsBu0EIaCRX",
      "$argon2id$v=19$m=64,t=2,p=2$\(salt)$\(digest.dropLast(2))x",
      "$argon2id$v=19$m=64,t=2,p=2$\(salt)$\(digest)=",
      "$argon2id$v=19$m=64,t=2,p=2$\(salt)$\(digest)$",
      "$argon2id$v=19$m=64,t=2,p=2$c2FsdA$\(digest)",
      "$argon2id$v=18$m=64,t=2,p=2$\(salt)$\(digest)",
      "$argon2id$v=$m=64,t=2,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=064,t=2,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=64,t=+2,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=-64,t=2,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$t=2,m=64,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=64,t=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=64,t=0,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=64,t=2,p=0$\(salt)$\(digest)",
      "$argon2id$v=19$m=15,t=2,p=2$\(salt)$\(digest)",
      "$argon2id$v=19$m=4294967296,t=2,p=2$\(salt)$\(digest)",
      "$argon2id,x$v=19$m=64,t=2,p=2$\(salt)$\(digest)",
    ])
  func broken(text: String) async throws {
    #expect(try Self.strength(of: text) == .broken)
    let counting = CountingCrypt()
    let verdict = try await counting.hasher().verify(
      try PasswordText("secret1"), against: try StoredPassword(text))
    #expect(verdict == .differs)
    #expect(counting.allHashes == 1, "only one of ours, for the time it takes")
  }

  private static func strength(of text: String) throws -> HashStrength {
    PasswordHasher().judge().strength(of: try #require(PasswordHash(text)))
  }
}

@Suite("argon2 without libargon2", .enabled(if: !Argon2.isComputed, "libargon2 is installed"))
struct MissingArgon2Tests {
  @Test(
    "is a scheme that this machine cannot check",
    arguments: ["$argon2id$v=19$m=65536,t=3,p=4$U2FsdFNhbHQ$lg635xA44DrNPtciPOc+LmswKyHCCFw"])
  func unknown(text: String) async throws {
    let hash = try #require(PasswordHash(text))
    #expect(PasswordHasher().judge().strength(of: hash) == .unknown)
    #expect(
      try await PasswordHasher(cost: 1).verify(try PasswordText("secret1"), against: .hash(hash))
        == .unknownScheme(hash.scheme))
  }
}
