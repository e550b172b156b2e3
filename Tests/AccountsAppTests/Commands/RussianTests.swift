import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("In Russian") struct RussianTests {
  private let home = Home()

  @discardableResult
  private func run(_ line: String, _ more: String...) async -> Ran {
    var setting = Setting()
    setting.environment["LANG"] = "ru_RU.UTF-8"
    return await home.run(line.split(separator: " ").map(String.init) + more, setting)
  }

  private func ask(_ line: String, answers: String?...) async -> Ran {
    var setting = Setting()
    setting.environment["LC_MESSAGES"] = "ru_RU.UTF-8"
    setting.isTerminal = true
    setting.answers = answers
    return await home.run(line.split(separator: " ").map(String.init), setting)
  }

  /// Whether a line contains Russian.
  private static func isRussian(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { ("а"..."я").contains($0) || $0 == "ё" }
  }

  /// Whether a text is in Russian, or in English since its Russian is still to come: those are
  /// listed by `Scripts/lint`, and a release has none.
  private static func isRussian(_ phrase: Phrase) -> Bool {
    isRussian(phrase[.russian]) || phrase[.russian] == phrase[.english]
  }

  @Test("every command, option and help text is translated, and nothing is left in English only")
  func help() async {
    let whole = await run("help")
    #expect(whole.exit == 0)
    for command in AccountsApp.spec.commands {
      #expect(Self.isRussian(command.summary), "\(command.name)")
      // Installing completions takes a command line, which is the same in every language.
      let details = command.name == "completions" ? "" : command.details[.russian]
      let inEnglish = command.details[.english].split(separator: "\n\n")
      for paragraph in details.split(separator: "\n\n") {
        #expect(Self.isRussian(paragraph) || inEnglish.contains(paragraph))
      }
      for word in command.positionals { #expect(Self.isRussian(word.help)) }
      for option in command.options
      where option.name != "--format" {
        #expect(Self.isRussian(option.help), "\(option.name)")
      }
      #expect(
        whole.out.contains("\(command.name)") && whole.out.contains(command.summary[.russian]))
      let told = await run("help", command.name)
      #expect(told.out.hasPrefix(command.summary[.russian] + "\n"))
      for example in command.examples { #expect(told.out.contains("  \(example)\n")) }
    }
    #expect(!whole.out.contains("options of every command"))
  }

  @Test("every error has a message, with its exit code", arguments: EveryError.samples.indices)
  func errors(index: Int) {
    let report = Report(EveryError.samples[index].error, rulebook: .register)
    let plain = Palette.plain
    let words = report.words(.russian, plain, as: "regapp").split(separator: "\n")
    let english = report.words(.english, plain, as: "regapp").split(separator: "\n")
    for line in words { #expect(Self.isRussian(line) || english.contains(line), "\(line)") }
    #expect(words.count == english.count)
  }

  @Test("every broken rule has a message", arguments: EveryRule.samples)
  func rules(rule: Rule) {
    let message = rule.message(of: Field.lastName.name)
    #expect(Self.isRussian(message) && !Self.isRussian(message[.english]))
    // Typed values and choices are the same in both.
    func digits(_ text: String) -> [Character] { text.filter(\.isNumber).sorted() }
    #expect(digits(message[.russian]) == digits(message[.english]), "\(message)")
  }

  @Test("every system error has a message", arguments: Int32(1)...140)
  func systemErrors(code: Int32) {
    #expect(Self.isRussian(systemMessage(code)[.russian]))
    #expect(!Self.isRussian(systemMessage(code)[.english]))
  }

  @Test("questions accept Russian letters or English ones")
  func questions() async {
    await home.run("register --email mario@gmail.com --password secret1")
    for (answer, exit) in [("н", 1), ("", 1), ("y", 0)] as [(String, Int32)] {
      let ran = await ask("remove mario@gmail.com", answers: answer)
      #expect(ran.exit == exit)
      let free = "Тогда его имя свободно; disable его сохраняет."
      #expect(ran.questions == ["Удалить аккаунт mario@gmail.com? \(free) [д/Н] "])
    }
    await home.run("register --email mario@gmail.com --password secret1")
    #expect(await ask("remove mario@gmail.com", answers: "Да").exit == 0)
    // An English question accepts no Russian answer.
    await home.run("register --email mario@gmail.com --password secret1")
    #expect(await home.ask("remove mario@gmail.com", answers: "да").exit == 1)
  }

  @Test("a form line by line can be completed")
  func plainForm() async {
    await home.run("register --email mario@gmail.com --password secret1")
    let ran = await ask("edit --plain", answers: "", "", "Mario", "", "", "")
    #expect(ran.questions.contains("Имя (Enter не заполняет): "))
    #expect(ran.out.contains("Имя:       Mario\n"))
  }
}
