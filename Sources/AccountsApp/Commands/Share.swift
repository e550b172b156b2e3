import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let share = Command(
    name: "share", summary: "let the members of a group read and change the accounts file",
    details: Phrase(
      "For several administrators of one file. Sets group and mode of the accounts file, of the "
        + "locks, the history, the count of failed logins and the index beside it (660), and of "
        + "the directory (2770); other users get nothing, and access control lists go. It names what "
        + "it changes, who loses rights and which programs must be started anew, and asks at a "
        + "terminal; a file there that is not regapp's is refused. Every member "
        + "of the group can then do all that the owner can; session, open edit and copies of "
        + "edit-file stay each user's own (600), so name the account: regapp edit --account NAME. "
        + "With --read the members can read and not write, as whoever publishes needs: 2750, and 640 "
        + "for the accounts, the index, the history and the record of logins, which have hashes of old "
        + "passwords; 600 for locks and counts. There is one group, and one kind: another share takes "
        + "its place. For those who only read a list of users there are the outputs of publish. "
        + "Only the owner or root can share, and the owner must be in the group. A directory that "
        + "is not for the accounts alone is refused, but for a home with nothing else in it. --none "
        + "takes it back: all belongs to the directory's owner alone again."),
    positionals: [
      PositionalSpec(
        name: "GROUP", isRequired: false, help: "a group of this system, by name or number")
    ],
    options: [
      OptionSpec(
        "--read", excludes: ["--none"], help: "the group reads the accounts and writes nothing"),
      OptionSpec("--none", help: "share with nobody any more"),
      OptionSpec("--dry-run", help: "say what would be changed, and change nothing"),
      OptionSpec("--yes", help: "do not ask"),
    ],
    examples: ["regapp share ops", "regapp share publisher --read", "regapp share --none"],
    run: share)

  private static func share(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let name = arguments.positionals.first
    guard (name == nil) == arguments.has("--none") else {
      throw Report.usage("share needs a GROUP, or --none", hint: "regapp share ops")
    }
    let group = try name.map { name in
      guard let group = UserGroup(name) else {
        throw Report.usage(
          "there is no group \(visible(name))",
          hint: "as root, groupadd makes one, and usermod -aG GROUP USER puts somebody in")
      }
      return group
    }
    let sharing: Sharing =
      group.map { arguments.has("--read") ? .reading($0) : .writing($0) } ?? .none
    let named = try await invocation.registry.sharing(sharing)
    for change in named.changes { invocation.say(words(change)) }
    for loss in named.losing { invocation.say(words(loss)) }
    // All but the others were let in on purpose.
    if named.losing.contains(where: { $0 != .others }) {
      invocation.say(
        "one group has the accounts, in one way; who only reads users needs an output of publish")
    }
    if case .reading = sharing, !named.changes.isEmpty {
      invocation.say("the group can read the history and the record too: hashes of old passwords")
    }
    if named.changes.isEmpty { invocation.say(Done.nothing) }
    if arguments.has("--dry-run") {
      nameRunning(named.toRestart, group, to: invocation)
      return try invocation.print(json: json(named, group))
    }
    if !named.changes.isEmpty, invocation.mayAsk, !arguments.has("--yes") {
      guard try await invocation.agrees(to: Phrase("Change this?")) else {
        invocation.say("nothing was changed")
        throw ProgramEnd(code: .no)
      }
    }
    let report = try await invocation.registry.share(sharing, named: named)
    for change in report.changes where !named.changes.contains(where: { $0.path == change.path }) {
      invocation.say(words(change))
    }
    nameRunning(report.toRestart, group, to: invocation)
    if let barrier = report.barrier, let group {
      invocation.warn(
        "the group \(visible(group.name)) cannot get there: \(visible(barrier)) does not let it "
          + "through"
      )
    }
    try invocation.print(json: json(report, group))
  }

  private static func words(_ change: SharingReport.Change) -> Phrase {
    let path = visible(change.path)
    var parts: [Phrase] = []
    func add(_ what: Phrase, _ old: String, _ new: String) {
      if old != new { parts.append(what + Phrase(same: " \(visible(old)) → \(visible(new))")) }
    }
    add(Phrase("owner"), change.old.owner, change.new.owner)
    add(Phrase("group"), change.old.group, change.new.group)
    add(Phrase("mode"), String(change.old.mode, radix: 8), String(change.new.mode, radix: 8))
    if change.losesList { parts.append(Phrase("access control list removed")) }
    return Phrase(same: "\(path): ") + parts.joined(separator: ", ")
  }

  private static func words(_ loss: SharingReport.Loss) -> Phrase {
    switch loss {
    case .user(let name): Phrase("\(visible(name)) owns none of it any more")
    case .group(let name, mayRead: false): Phrase("the group \(visible(name)) loses its access")
    case .group(let name, mayRead: true):
      Phrase("the group \(visible(name)) can only read from now on")
    case .others: Phrase("all other users lose their access")
    case .listed: Phrase("whoever is in an access control list loses that access")
    }
  }

  /// Names the running programs that do not have the group.
  private static func nameRunning(
    _ programs: [SharingReport.RunningProgram], _ group: UserGroup?, to invocation: Invocation
  ) {
    guard let group else { return }
    for program in programs {
      invocation.warn(
        "\(visible(program.name)) of \(visible(program.user)) (process \(Int(program.process))) "
          + "began before \(visible(program.user)) was in the group \(visible(group.name)): start it "
          + "anew")
    }
  }

  private static func json(_ report: SharingReport, _ group: UserGroup?) -> JSONLiteral {
    .object([
      .init("group", group.map { .string($0.name) } ?? .null),
      .init(
        "changed",
        .array(
          report.changes.map {
            .object([
              .init("path", .string($0.path)), .init("owner", .string($0.new.owner)),
              .init("group", .string($0.new.group)),
              .init("mode", .string(String($0.new.mode, radix: 8))),
              .init("accessListGone", .bool($0.losesList)),
            ])
          })),
      .init("losing", .array(report.losing.map { .object($0.members) })),
      .init(
        "toRestart",
        .array(
          report.toRestart.map {
            .object([
              .init("program", .string($0.name)), .init("process", .integer(Int($0.process))),
              .init("user", .string($0.user)),
            ])
          })),
    ])
  }
}

extension SharingReport.Loss {
  fileprivate var members: [JSONLiteral.Member] {
    switch self {
    case .user(let name): [.init("user", .string(name))]
    case .group(let name, let mayRead):
      [.init("group", .string(name)), .init("mayRead", .bool(mayRead))]
    case .others: [.init("others", .bool(true))]
    case .listed: [.init("accessLists", .bool(true))]
    }
  }
}
