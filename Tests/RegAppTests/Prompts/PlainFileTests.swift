import Testing

@testable import CommandKit
@testable import RegApp

@Suite("The file as a whole, line by line") struct PlainFileTests {
  private let home = Home()
  private static let menuOfCheck =
    "E edit the file, S hash passwords, R read again, B back, Q quit: "

  private func importFile() throws -> String {
    try home.write(
      "email,password,firstName\nada@host.co,secret12,Ada\nmario@gmail.com,secret12,Mario\nx,y,\n",
      to: "new.csv")
    return "\(home.documents)/new.csv"
  }

  @Test("check prints each problem with its number and line, and leads back")
  func check() async throws {
    try home.write(
      #"{"accounts": [{"email": "ada@host.co", "password": "12345"},"# + "\n"
        + #"{"email": "mario@gmail.com", "password": "12345", "birthDate": "x"}]}"#)
    let ran = await home.plain("l", "c", "7", "z", "", "b", "q")
    let question = "The number of a problem edits the file there; or " + Self.menuOfCheck
    #expect(ran.questions.filter { $0.replacing("\n", with: " ") == question }.count == 4)
    #expect(
      ran.out.contains(
        "error, line 2: birth date must be a date in the form YYYY-MM-DD; account: mario@gmail.com\n"
      ))
    #expect(ran.err.contains("! the numbers are 1 to "))
    #expect(ran.err.contains("! these were the last\n") && ran.exit == 0)
  }

  @Test("check of a file where all is well says so; typed passwords are hashed")
  func seal() async throws {
    try home.write(#"{"accounts": [{"email": "ada@host.co", "password": "12345"}]}"#)
    let ran = await home.plain("l", "c", "s", "y", "b", "q")
    #expect(ran.err.contains("Hashed 1 typed password.\nNothing is wrong.\n1 account, no errors\n"))
    #expect(ran.questions.contains(Self.menuOfCheck))
    #expect(try !home.text().contains("12345"))
  }

  @Test("a file that cannot be read can be checked, mended elsewhere, and read again")
  func mended() async throws {
    try home.write("{")
    let (path, good) = (home.accountsPath, #"{"accounts": []}"#)
    let ran = await home.plain(["c", "b", "r", ":cancel"]) { question in
      if question.hasPrefix("The number") { replace("{", with: good, inFile: path) }
    }
    #expect(ran.out.hasPrefix("1  error, line 1: "))
    #expect(ran.questions.last == "Email: " && ran.exit == 0)
  }

  @Test("an import shows what it would do, and does it as was chosen")
  func imports() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let path = try importFile()
    let text = try home.text()
    let ran = await home.plain("l", "i", path, "i", "w", "p", "i", "b", "q")
    #expect(ran.out.contains("line 2, add: ada@host.co\n"))
    #expect(ran.out.contains("line 4, problem: email must be an address with an @\n"))
    #expect(ran.err.contains("nothing is imported"))
    #expect(ran.err.contains("! Mend the file, or leave the accounts with problems out."))
    #expect(ran.err.contains("1 to add, 0 to change, 1 to keep"))
    #expect(ran.err.contains("Added 1 account, changed 0, kept 1.\n"))
    #expect(ran.err.contains("! Accounts with problems were left out"))
    #expect(ran.questions.contains { $0.contains("W Who exists: stays as it is") })
    #expect(!ran.everything.contains("secret12"))
    #expect(try home.text() != text && home.text().contains("ada@host.co"))
  }

  @Test("an import of what is not there asks for another file, and writes nothing")
  func noFile() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let (path, text) = (try importFile(), try home.text())
    let ran = await home.plain("l", "i", "/nonexistent", "f", path, "b", "i", "", "q")
    #expect(
      ran.questions.contains { $0.hasPrefix("L look, F File: /nonexistent, T Format: guessed, ") })
    #expect(ran.err.contains("! "))
    #expect(ran.questions.contains { $0.hasPrefix("I import, F File: ") })
    #expect(try home.text() == text && ran.exit == 0)
  }

  @Test("the end of input quits everywhere")
  func end() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let answers = ["l", "i", try importFile(), "f"]
    for count in 1...answers.count {
      #expect(await home.plain(Array(answers.prefix(count))).exit == 0, "after \(count) answers")
    }
    #expect(await home.plain("l", "c").exit == 0)
  }
}
