import Testing

/// The manual page, as those see it who read it with man or with mandoc.
@Suite struct ManualTests {
  @Test(
    "man sets it without a warning",
    .enabled(if: Neighbour.man.isProved, "\(Neighbour.man.absence)"))
  func man() async throws {
    let ran = try await Home().shell(
      "$0 help --manual | LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings=w -E UTF-8 -l -")
    #expect(ran.code == 0 && ran.err == "", "\(ran)")
    #expect(ran.out.hasPrefix("REGAPP(1)"))
    #expect(ran.out.contains("--password-stdin\n"))
  }

  @Test(
    "mandoc finds nothing to say",
    .enabled(if: Neighbour.mandoc.isProved, "\(Neighbour.mandoc.absence)"))
  func mandoc() async throws {
    let ran = try await Home().shell("$0 help --manual | mandoc -T lint -W style")
    #expect(ran == .exit(0))
  }
}
