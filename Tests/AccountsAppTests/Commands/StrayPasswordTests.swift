import Foundation
import Testing

@testable import AccountsApp

@Suite("A password in the wrong place of the command line") struct StrayPasswordTests {
  private let home = Home()

  @Test(
    "is rejected, and not repeated as text or in JSON",
    arguments: [
      "login --email mario@gmail.com -phunter2", "-phunter2", "login -p hunter2",
      "login -p=hunter2", "login --password-stdin hunter2",
      "login --email mario@gmail.com --password-stdin hunter2",
      "verify --email mario@gmail.com --password-stdin hunter2",
      "login mario@gmail.com hunter2", "edit --password-stdin hunter2",
      "show mario@gmail.com hunter2",
      "list mario hunter2", "login --password-stdin=hunter2",
      "login --password 12345 --password hunter2", "login --password=hunter2 --password=hunter2",
    ])
  func notEchoed(line: String) async {
    for line in [line, line + " --json"] {
      let ran = await home.run(line)
      #expect(ran.exit == 64, "\(ran)")
      #expect(!(ran.out + ran.err).contains("hunter"), "\(ran)")
      #expect(!home.exists("accounts.json"))
    }
  }

  @Test("after a misspelt option is not taken for the option's name")
  func hint() async {
    #expect(
      await home.run("-phunter2").err
        == "regapp: error: unknown option -p\nregapp: hint: see regapp help\n")
  }
}

@Suite("A value that begins with a combining character") struct CombiningValueTests {
  private let home = Home()

  @Test(
    "belongs to the option, in either form",
    arguments: [["--password=\u{301}secret1"], ["--password", "\u{301}secret1"]])
  func password(words: [String]) async {
    let login = ["login", "--email", "mario@gmail.com"]
    #expect(await home.run(login + words, Setting()).exit == 0)
    let verify = ["verify", "--email", "mario@gmail.com"]
    #expect(await home.run(verify + words, Setting()).exit == 0)
    #expect(await home.run(verify + ["--password", "secret1"], Setting()).exit == 1)
  }

  @Test("and a word that begins with a hyphen and one is an unknown option")
  func option() async {
    for word in ["-\u{301}x", "-\u{301}-email=x"] {
      let ran = await home.run(["show", word], Setting())
      #expect(ran.exit == 64, "\(word)")
      #expect(ran.err.hasPrefix("regapp: error: unknown option "), "\(ran)")
    }
  }

  @Test("is kept byte by byte")
  func name() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let ran = await home.run(["edit", "--first-name=\u{301}x"], Setting())
    #expect(ran.exit == 0)
    let expected = Array("\"\u{301}x\"".utf8)
    #expect(Array(try home.text().utf8).firstRange(of: expected) != nil)
  }
}
