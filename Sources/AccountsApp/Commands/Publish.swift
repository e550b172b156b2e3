import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let publish = Command(
    name: "publish", summary: "write the files of other programs that publish.json lists",
    details: [
      Phrase(
        "publish.json is beside the accounts file (of a database, in its state directory) and is "
          + "edited by hand: {\"publish\": [{\"for\": \"traefik\", \"file\": "
          + "\"/etc/traefik/users\", \"groups\": [\"web\"]}]}. file is an absolute path; with "
          + "groups, only their members are in it. regapp help readers lists the programs. Each "
          + "file that differs is replaced, completely or not at all, and keeps its mode and "
          + "owner."),
      Phrase(
        "A file is written over only if it exists, is regular, has one name, belongs to the user "
          + "who runs this, and is empty or as publish wrote it: create it first. Others are "
          + "named, and the exit code is 74; --overwrite writes over one of them once, if it is in "
          + "the program's format. What others changed since is written over and said so, but for "
          + "a program that writes its file itself (authelia). It also refuses (74) a list that "
          + "anyone but you or root can write. Accounts that a program cannot check or name are "
          + "left out and named (65). A missing accounts file is 67, and nothing is written."),
    ].joined(separator: "\n\n"),
    options: [
      OptionSpec("--dry-run", help: "say what would be written, and write nothing"),
      OptionSpec(
        "--list", "FILE", candidates: .files,
        help: "the list, instead of publish.json (else $REGAPP_PUBLISH_LIST)"),
      OptionSpec(
        "--overwrite", "FILE", candidates: .files,
        help: "write over this output, whoever wrote what is in it"),
    ],
    examples: ["regapp publish --dry-run", "regapp publish"], run: publish)

  private static func publish(_ invocation: Invocation) async throws {
    let isDryRun = invocation.arguments.has("--dry-run")
    let state = StateDirectory(invocation.context)
    let list =
      invocation.arguments["--list"] ?? invocation.context.environment[PublishList.variable]
    let files = PublishedFiles(
      of: invocation.registry, listedIn: list,
      record: try state.path(of: "published"))
    let (done, isSettled) = try await Publication.publish(
      invocation.registry, invocation.world.hasher, files,
      overwriting: invocation.arguments["--overwrite"], isDryRun: isDryRun)
    let mayBeEmpty = if list == nil { await !files.werePublished() } else { false }
    // A timer mails all that is printed.
    let toTell = done.value.filter { isDryRun || !$0.isAsBefore }
    if invocation.isJSON {
      try invocation.print(json: .array(done.value.map(\.json)))
    } else {
      for line in toTell.compactMap({ $0.line(isDryRun: isDryRun) }) {
        try invocation.console.write(line[invocation.language] + "\n")
      }
      if done.value.isEmpty, mayBeEmpty { invocation.say(Phrase("nothing to publish")) }
    }
    if done.value.isEmpty, !mayBeEmpty { throw nothingListed(in: files.list) }
    for result in toTell {
      for group in result.emptyGroups {
        invocation.warn(
          "the group \(visible(group)) is empty, so it adds no account to "
            + "\(visible(result.file)); correct its name in the list, or add an account: "
            + "regapp edit --account NAME --add-group GROUP")
      }
    }
    try invocation.finish(done.notices) {}
    guard isSettled else {
      throw AccountsError.keepsChanging(subject: try await invocation.registry.check().source)
    }
    let leftOut = toTell.flatMap(\.leftOutItems)
    let faults = done.value.compactMap(\.faultItem)
    guard faults.isEmpty else {
      throw Report(
        .cannotReadOrWrite, "disk",
        [
          Phrase("\(faults.count, "file") cannot be published")
        ],
        hint: hint(done.value, isDryRun: isDryRun), items: faults + leftOut, listing: .each)
    }
    guard leftOut.isEmpty else {
      throw Report(
        .invalid, "invalid", "left out \(leftOut.count, "account")",
        hint: ([Phrase("the other accounts were published")] + toTell.compactMap(\.hintOfHashes))
          .joined(separator: Phrase(same: "; ")), items: leftOut, listing: .each)
    }
    guard done.value.allSatisfy(\.leftOut.isEmpty) else { throw ProgramEnd(code: .invalid) }
  }

  /// A list that was named, or that there was before, and that lists nothing.
  private static func nothingListed(in list: String) -> Report {
    Report(
      .noUser, "nothingToPublish",
      "nothing to publish: there is no list \(visible(list)), or it is empty",
      hint: "give the list with --list FILE or $\(PublishList.variable)")
  }

  /// Says what to do about files that were not written.
  private static func hint(_ done: [Publication.Result], isDryRun: Bool) -> Phrase? {
    if let missing = done.first(where: \.isMissing) {
      return Phrase("create it: install -m 640 -g GROUP /dev/null \(visible(missing.file))")
    }
    let hint = done.lazy.compactMap(\.fault).compactMap { Report($0).hint }.first
    let hasOthers = done.contains { $0.fault == nil }
    let others = hasOthers && !isDryRun ? Phrase("the others are written") : nil
    let parts = [hint, others].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: Phrase(same: "; "))
  }
}

extension Publication.Result {
  /// The accounts that are left out, with the file and the reason.
  fileprivate var leftOutItems: [Report.Item] {
    leftOut.map {
      Report.Item(
        $0.obstacle, of: $0.account.values,
        output: Phrase(same: "\(visible(file)) (\(reader.name))"))
    }
  }

  fileprivate var json: JSONLiteral {
    let leftOut = leftOut.map { left in
      JSONLiteral.object([
        .init("account", .string(left.name)),
        .init("hash", left.account.hash.map { .string($0.rawValue) } ?? .null),
      ])
    }
    let isOverOthers = change == .writtenOverOthers
    return .object([
      .init("for", .string(reader.name)), .init("file", .string(file)),
      .init("wrote", .bool(isOverOthers || change == .written)),
      .init("overOthers", .bool(isOverOthers)),
      .init("accounts", .integer(accounts)),
      .init("emptyGroups", .array(emptyGroups.map { .string($0) })),
      .init("leftOut", .array(leftOut)),
    ])
  }
}
