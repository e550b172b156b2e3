import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile
@testable import CommandKit

@Suite("An error message") struct ErrorWordsTests {
  private let plain = Palette("never", [:], isTerminal: false)

  @Test("has a sample for every error")
  func complete() {
    #expect(Set(EveryError.samples.map { EveryError.kind(of: $0.error) }).count == EveryError.kinds)
  }

  @Test("has its exit code and its name for programs", arguments: EveryError.samples.indices)
  func exits(index: Int) {
    let (error, exit, name) = EveryError.samples[index]
    let report = Report(error)
    #expect(report.code.rawValue == exit)
    #expect(report.name == name)
  }

  @Test(
    "has lines in our style, lower-case, without a full stop", arguments: EveryError.samples.indices
  )
  func words(index: Int) {
    for rulebook in Rulebook.builtIns.map(Optional.some) + [nil] {
      let report = Report(EveryError.samples[index].error, rulebook: rulebook)
      for language in Language.allCases { check(report.words(language, plain, as: "regapp")) }
    }
  }

  private func check(_ words: String) {
    #expect(words.hasSuffix("\n"))
    #expect(!words.replacing("\n", with: "").unicodeScalars.contains { $0.misleads })
    let lines = words.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let message = line.split(separator: ": ", maxSplits: 2)
        .last
      #expect(String(message ?? "").isOneMessage, "\(line)")
      #expect(
        line.hasPrefix("regapp: error: ") || line.hasPrefix("regapp: hint: ")
          || line.hasPrefix("/d/"), "\(line)")
    }
  }

  @Test(
    "is one line of JSON with code, exit, message and problems",
    arguments: EveryError.samples.indices)
  func json(index: Int) throws {
    let (error, exit, name) = EveryError.samples[index]
    let text = Report(error).json()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?.keys.sorted() == ["error"])
    let inner = try #require(value?["error"] as? [String: Any])
    #expect(inner["code"] as? String == name)
    #expect(inner["exit"] as? Int == Int(exit))
    #expect((inner["message"] as? String)?.isEmpty == false)
    let problems = try #require(inner["problems"] as? [[String: Any]])
    for problem in problems {
      #expect(problem["rule"] is String)
      #expect((problem["message"] as? String)?.isOneMessage == true)
      #expect(problem.keys.contains("field"))
    }
    if case .fileInvalid = error {
      #expect(problems.map { $0["line"] as? Int } == [5, 7])
      #expect(problems.map { $0["column"] as? Int } == [16, 1])
    }
  }

  @Test("of the disk is one message for every action and reason", arguments: EveryError.diskReasons)
  func disk(reason: DiskFault.Reason) {
    for action in EveryError.diskActions {
      let text = Report(StoreFault(DiskFault(action: action, path: "/d/a", reason: reason)))
      #expect(text.lines.count == 1)
      #expect(
        text.lines.allSatisfy { line in
          line.isOneMessage && line.all.allSatisfy { $0.contains("/d/a") }
        })
      #expect(text.hint?.isOneMessage != false)
    }
  }

  @Test("gives a file's problems as path, line, column, then the problem")
  func placed() {
    let words = Report(EveryError.samples[7].error).words(.english, plain, as: "regapp")
    #expect(
      words.hasPrefix("/d/a.json:5:16: error: email must be an address with an @\n"))
    #expect(words.contains("\n/d/a.json:7:1: error: phone must be a number of the form ***\n"))
  }

  @Test("gives a problem without a place with its path only")
  func withoutPlace() {
    let line = Report.line(
      "/d/a.json", Problem(.file, .caution(.readableByOthers(mode: 0o644, fit: 0o600))).item,
      .warning, plain, .english)
    #expect(line.hasPrefix("/d/a.json: warning: others can read"))
  }

  @Test("names the holder of a lock, and both values of a conflict")
  func details() {
    let held = AccountsError.busy(
      subject: "/d/.lock", by: LockHolder(process: 712, command: "regapp"))
    #expect(Report(held).words(.english, plain, as: "regapp").contains("by process 712 (regapp)"))
    let conflict = AccountsError.conflict([
      FieldConflict(field: .firstName, expected: "Ada", found: "Bob")
    ])
    let words = Report(conflict).words(.english, plain, as: "regapp")
    #expect(words.contains("first name") && words.contains("\"Ada\"") && words.contains("\"Bob\""))
  }

  @Test("says how to begin, depending on the rulebook in force")
  func begin() {
    func hint(_ rulebook: Rulebook?) -> String? {
      Report(AccountsError.notLoggedIn(.nobodyRegistered), rulebook: rulebook).hint?[.english]
    }
    #expect(hint(.register)?.contains("regapp login --email EMAIL") == true)
    #expect(
      hint(.authorisation)
        == "to start, run regapp register --email EMAIL --first-name NAME --last-name NAME")
    #expect(hint(.albums)?.contains("--birth-date DATE --phone PHONE") == true)
    #expect(
      Report(AccountsError.notLoggedIn(.loggedOut), rulebook: .authorisation).hint?[.english]
        == "log in: regapp login --first-name NAME")
  }

  @Test("for an unknown error reports a bug, and reveals nothing about it")
  func unknown() {
    struct Strange: Error { let password = "hunter2" }
    let report = Report(Strange())
    #expect(report.code == .bug)
    #expect(
      !report.words(.english, plain, as: "regapp").contains("hunter2")
        && !report.json().contains("hunter2"))
  }

  @Test(
    "of the console has its exit code",
    arguments: [
      (ConsoleError.output(errno: 28), Int32(74)), (.input(errno: 5), 74), (.interrupted, 130),
    ])
  func console(error: ConsoleError, exit: Int32) {
    let report = Report(error)
    #expect(report.code.rawValue == exit)
    #expect(report.lines.allSatisfy { $0.isOneMessage })
  }
}
