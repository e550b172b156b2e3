import Testing

/// The others are in Tests/Journeys/albums.txt.
@Suite("A wrong command line") struct UsageTests {
  private let home = Home()

  @Test(
    "includes no command at a terminal without screens",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"]])
  func noScreens(environment: [String: String]) async {
    home.logIn()
    var setting = Setting(environment)
    setting.isTerminal = true
    let ran = await home.run([], setting)
    #expect(ran.exit == 64 && ran.out == "" && ran.questions == [])
    #expect(
      ran.err == """
        regapp: error: regapp albums cannot open its screens here
        regapp: hint: regapp albums search TERM

        """)
  }
}
