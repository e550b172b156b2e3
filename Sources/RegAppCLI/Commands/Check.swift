import Accounts
import LosslessJSON

extension CommandSpec {
  static let check = CommandSpec(
    name: "check",
    summary: "print every problem of the accounts file as path:line:column",
    details: [
      "Errors make the exit code 65, or 78 for a broken rulebook. Warnings leave it 0: typed "
        + "passwords, weak, unknown or locked hashes, a file that others may read."
    ],
    positionals: [
      PositionalSpec(
        name: "FILE", isRequired: false, candidates: .files, help: "another accounts file")
    ],
    examples: ["regapp check", "regapp check Fixtures/broken/bad-email/accounts.json"],
    run: check)

  private static func check(_ invocation: Invocation) async throws {
    let findings: Findings
    do {
      if let path = invocation.arguments.positionals.first {
        findings = try await invocation.registry.check(file: path)
      } else {
        findings = try await invocation.registry.check()
      }
    } catch AccountsError.fileInvalid(let path, let problems) {
      findings = Findings(path: path, errors: problems)
    }
    try tell(findings, invocation)
    if !findings.errors.isEmpty {
      let isRulebook = findings.rulebookIsBroken
      throw Refusal(
        code: isRulebook ? .rulebook : .invalid, name: isRulebook ? "rulebookBroken" : "invalid",
        message: "\(counted(findings.errors.count, "error")) in \(visible(findings.path))",
        hint: "mend the file by hand, then run regapp check again", problems: findings.errors)
    }
  }

  private static func tell(_ findings: Findings, _ invocation: Invocation) throws {
    if invocation.isJSON {
      let value = JSONLiteral.object([
        .init("path", .string(findings.path)),
        .init("accounts", .integer(findings.accounts)),
        .init("errors", .array(findings.errors.map(\.json))),
        .init("warnings", .array(findings.warnings.map(\.json))),
        .init("beside", .array(findings.beside.map(\.json))),
      ])
      return try invocation.print(json: value)
    }
    let palette = invocation.palette(forTerminal: invocation.console.outputIsTerminal)
    var text = ""
    for problem in findings.errors {
      text += Report.line(findings.path, problem, "error", palette) + "\n"
    }
    for problem in findings.warnings {
      text += Report.line(findings.path, problem, "warning", palette) + "\n"
    }
    for (path, problem) in findings.beside.map({ ($0.path, $0.problem) }) {
      text += Report.line(path, problem, "warning", palette) + "\n"
    }
    try invocation.console.write(text)
    if findings.errors.isEmpty {
      let warnings = findings.warnings.count + findings.beside.count
      invocation.say(
        "\(counted(findings.accounts, "account")), no errors"
          + (warnings > 0 ? ", \(counted(warnings, "warning"))" : ""))
    }
  }
}

extension Findings.Beside {
  fileprivate var json: JSONLiteral {
    .object([.init("path", .string(path)), .init("problem", problem.json)])
  }
}
