import AccountsDocument
import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

extension Commands {
  static let mergeDriver = Command(
    name: "merge-driver", summary: "merge versions of the accounts file for git (see git-setup)",
    details: Phrase(
      "git runs it once git-setup has told it to. Writes the merge of OURS and THEIRS, which began "
        + "from BASE, to OURS, and exits with 0; or with 1 if there are conflicts, which are "
        + "between git's markers then. Where one side takes access away from an account (disables "
        + "or locks it, ends its days, takes a group, has its password changed), a change of the "
        + "other side to it is a conflict, but to its owner's names, phone and birth date. If a "
        + "version cannot be read, or its rulebook is broken, OURS gets what git merge-file makes "
        + "of the lines, and the exit code is 65. Reads no other file than these three. After any "
        + "code but 0 and 1, or a signal, the line in git's settings has git merge the lines, "
        + "unless OURS is changed already, and ends with a conflict."),
    positionals: [
      PositionalSpec(
        name: "BASE", isRequired: true, candidates: .files,
        help: "the version that both began from; empty if there was none"),
      PositionalSpec(
        name: "OURS", isRequired: true, candidates: .files,
        help: "our version, in whose place the result is written"),
      PositionalSpec(
        name: "THEIRS", isRequired: true, candidates: .files, help: "the other version"),
      PositionalSpec(
        name: "PATH", isRequired: true, candidates: .files,
        help: "what the file is called in messages"),
    ],
    options: [markerSize.spec],
    examples: ["regapp merge-driver base.json ours.json theirs.json accounts.json"],
    run: mergeDriver)

  private static func mergeDriver(_ invocation: Invocation) async throws {
    let size = try invocation.arguments[markerSize] ?? 7
    let words = invocation.arguments.positionals
    let files = words.prefix(3).map { WholeFile($0, on: invocation.registry) }
    var texts: [[UInt8]] = []
    for file in files { texts.append(try await file.bytes()) }
    let name = words[3]
    // Git has an empty file for a version that does not exist.
    let hasBase = texts[0].contains { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let merge: AccountsMerge
    do throws(AccountsError) {
      let base = try hasBase ? version("base", of: name, texts[0], needsRules: false) : nil
      merge = try AccountsMerge(
        base: base, mine: version("ours", of: name, texts[1]),
        theirs: version("theirs", of: name, texts[2]), today: invocation.today)
    } catch {
      let isMerged = try await mergeAsText(words, size, files[1], invocation)
      let report = Report(error)
      // For git, a broken rulebook is a version that cannot be read.
      throw Report(
        report.code == .configuration ? .invalid : report.code, report.name, report.lines,
        hint: .afterLines(isMerged, name),
        items: report.items, listing: report.listing)
    }
    let left = merge.commentsLeftOut
    if left > 0 {
      invocation.warn(of: .commentsLeftOut(left, subject: name))
    }
    guard merge.isClean else {
      _ = try await files[1].replace(with: merge.marked(size: size), ifChanged: true)
      throw merge.report(on: name)
    }
    let written = try await files[1].replace(
      with: merge.merged.document.bytes, ifChanged: true)
    try invocation.finish(written.notices) {}
  }

  private static let markerSize = TypedOption(
    OptionSpec(
      "--marker-size", "N", help: "how many signs a conflict's marker has; 7 if not given")
  ) { text in
    guard let size = Int(text), 1...1_000 ~= size else {
      throw Report.usage("--marker-size must be a number from 1 to 1000", hint: "git's own is 7")
    }
    return size
  }

  private static func version(
    _ side: String, of name: String, _ text: [UInt8], needsRules: Bool = true
  ) throws(AccountsError) -> AccountsDocument {
    try AccountsDocument(
      path: "\(name) (\(side))", bytes: text, dialect: JSONDialect(ofFile: name),
      needsRules: needsRules
    ).usable()
  }

  /// Merges lines as git does, but from nothing: then all that differs is between markers. Returns
  /// false if that failed: then OURS is unchanged.
  ///
  /// Lines that go together may open an account that both sides keep out, and the only marker may
  /// be in a comment, which nobody reads.
  private static func mergeAsText(
    _ words: [String], _ size: Int, _ ours: WholeFile, _ invocation: Invocation
  ) async throws -> Bool {
    guard let git = try? GitRepository.Git(invocation.context) else { return false }
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", $0] }
    let run = try? git.run(
      ["merge-file", "-p", "--marker-size=\(size)"] + labels
        + ["--", words[1], "/dev/null", words[2]])
    // It exits with the number of conflicts; more than 127 are an error.
    guard let run, run.exit <= 127 else { return false }
    _ = try await ours.replace(with: run.out, ifChanged: true)
    return true
  }
}

extension Phrase {
  /// Says what to do if a version could not be read.
  fileprivate static func afterLines(_ isMerged: Bool, _ name: String) -> Phrase {
    isMerged
      ? Phrase(
        "its lines were merged instead; look at \(visible(name)), then run regapp check and git add"
      )
      : Phrase("\(visible(name)) is our version, unchanged; take what you need from theirs by hand")
  }
}

extension AccountsMerge {
  /// Lists the conflicts, without any value.
  fileprivate func report(on name: String) -> Report {
    var items = accountConflicts.map(\.item)
    items += conflictingKeys.map { key in
      let words =
        key == "rules"
        ? Phrase("the two sides have different rulebooks")
        : Phrase("both sides changed the key \(visible(key))")
      return Report.Item(field: key, rule: "bothChanged", message: words)
    }
    if items.isEmpty {
      items = [
        Report.Item(
          field: nil, rule: "bothChanged",
          message: Phrase("a key comes twice or cannot be decoded, so the sides cannot be merged"))
      ]
    }
    let lines = items.map { Phrase(same: "\(visible(name)): ") + ($0.sentence ?? $0.message) }
    return Report(
      .no, "mergeConflict",
      lines + [
        Phrase("\(items.count, "conflict") in \(visible(name))")
      ],
      hint: Phrase(
        "choose between the markers, then run regapp check and git add \(shellWord(name))"),
      items: items)
  }
}

extension AccountConflict {
  fileprivate var item: Report.Item {
    let account = name.isEmpty ? Phrase("an account without a name") : Phrase(same: visible(name))
    let list = keys.map { Field($0)?.name ?? Phrase(same: visible($0)) }
      .joined(separator: ", ")
    let what = keys.isEmpty ? Phrase(same: "") : Phrase(same: " (") + list + Phrase(same: ")")
    return Report.Item(
      field: keys.count == 1 ? keys[0] : nil, rule: "\(reason)", message: reason.words,
      more: [
        .init("account", .string(name)), .init("fields", .array(keys.map { .string($0) })),
      ],
      sentence: account + Phrase(same: ": ") + reason.words + what)
  }
}

extension AccountConflict.Reason {
  fileprivate var words: Phrase {
    switch self {
    case .bothChanged: Phrase("both sides changed it differently")
    case .removed: Phrase("one side removed it, the other changed it")
    case .accessTaken: Phrase("one side takes access away, the other changes something else")
    case .rulebookChanged: Phrase("one side changed the rulebook, the other this account")
    case .wouldClose: Phrase("the merge would close it")
    case .wouldOpen: Phrase("the merge would open it, though one side kept it out")
    case .codeAsPassword:
      Phrase("its invitation was taken out, and the code would stay as the password")
    case .unclear: Phrase("its names and password leave open which account of one side it is")
    }
  }
}
