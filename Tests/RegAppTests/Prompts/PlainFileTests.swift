import Testing

@testable import CommandKit
@testable import RegApp

@Suite("The file as a whole, line by line") struct PlainFileTests {
  private let home = Home()
  private static let menuOfCheck =
    "E edit the file, F only errors, S hash passwords, R read again, B back, Q quit: "

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
    let question =
      "The number of a problem edits the file there, a text searches; or " + Self.menuOfCheck
    #expect(ran.questions.filter { $0.replacing("\n", with: " ") == question }.count == 4)
    #expect(
      ran.out.replacing("account:\n", with: "account: ").contains(
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
    #expect(
      ran.questions.contains(
        Self.menuOfCheck.replacing("Q quit", with: "\nQ quit").replacing(" \n", with: "\n")))
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

  @Test("check is searched, and shows errors alone, line by line")
  func checkNarrowed() async throws {
    try home.write(
      #"{"accounts": [{"email": "ada@host.co", "password": "12345"},"# + "\n"
        + #"{"email": "mario@gmail.com", "password": "12345", "birthDate": "x"}]}"#)
    let ran = await home.plain("l", "c", "/ada", "/", "f", "birth", "b", "q")
    #expect(ran.err.contains("Search: ada\n"))
    #expect(ran.err.contains("Only errors.\n") && ran.err.contains("1 of "))
    let last = ran.out.components(separatedBy: "\n1  ").last
    #expect(last?.contains("birth date must be a date") == true && ran.exit == 0)
  }

  @Test("all changes are listed with their numbers, and one of them is what undo goes back to")
  func log() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --first-name Mario")
    await home.run("edit --last-name Bros")
    let ran = await home.plain("l", "l", "99", "2", "n", "2", "y", "b", "q")
    #expect(ran.out.contains("\n2 · 2026-06-15 18:00"))
    #expect(ran.err.contains("! no change with this number is shown"))
    #expect(ran.out.contains("2 changes of 1 account, whoever made them:\n"))
    #expect(ran.questions.filter { $0.hasPrefix("Undo it?") }.count == 2)
    #expect(try !home.text().contains("Mario") && !home.text().contains("Bros"))
  }

  @Test("an import is told its columns, and generates passwords, which are printed once")
  func options() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    try home.write("Mail,Vorname,Extra\nada@host.co,Ada,x\nbob@host.co,Bob,y\n", to: "new.csv")
    let path = "\(home.documents)/new.csv"
    let ran = await home.plain(
      "l", "i", path, "c", "email=Mail,firstName=Vorname", "u", "g", "o", "pone", "o", "-", "i",
      "b", "q")
    #expect(
      ran.questions.contains(
        "Columns: as in email=Mail,firstName=Vorname (Enter keeps, - clears): "))
    #expect(ran.err.contains("! --without: no field is called 'pone'"))
    #expect(ran.err.contains("Added 2 accounts") && ran.err.contains("They are shown only once:"))
    let lines = ran.out.split(separator: "\n").filter { $0.contains("\t") }
    #expect(lines.map { $0.split(separator: "\t")[0] } == ["ada@host.co", "bob@host.co"])
    let password = try #require(lines.first?.split(separator: "\t").last)
    #expect(await home.run("login --email ada@host.co --password \(password)").exit == 0)
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
