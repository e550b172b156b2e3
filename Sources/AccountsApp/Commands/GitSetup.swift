import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let gitSetup = Command(
    name: "git-setup", summary: "have git merge and show the accounts file by account and field",
    details: Phrase(
      "For a repository that holds the documents directory. Sets the attributes of the accounts "
        + "file, in .gitattributes; the merge driver and the view of git diff; and lines in "
        + ".gitignore for every other file of regapp but publish.json. Attributes and lines are "
        + "also in git's own directory, for branches without them. The view shows passwords under "
        + "a random key, which is in git's directory. Run it in each clone: git copies no "
        + "settings. A second run changes nothing."),
    examples: ["regapp git-setup"], run: gitSetup)

  private static func gitSetup(_ invocation: Invocation) async throws {
    guard case .directory(let documents) = try invocation.documents,
      let files = RepositoryFiles(of: invocation.registry)
    else {
      throw Report(
        .unavailable, "unsupported", "accounts in a database cannot be in git",
        hint: "give --documents DIR, a directory in a repository")
    }
    try await invocation.requireFile()
    let places = try await files.places()
    let git = try GitRepository.Git(invocation.context)
    // regapp warns of that directory, whether or not git does.
    if let owner = try await files.strangerLedTo() {
      invocation.warn(Caution.leadsToAnother(owner: owner).message(of: Phrase(same: "")))
    }
    // All are looked at before anything is written.
    let repositories = try places.map {
      try GitRepository(of: $0.directory, ownedBy: $0.stranger, git)
    }
    var setup = RepositorySetup(files)
    for (place, repository) in zip(places, repositories) { try await setup.add(place, repository) }
    for path in setup.changed {
      invocation.say("changed: \(visible(path))")
    }
    if setup.changed.isEmpty { invocation.say("nothing to change in \(visible(documents))") }
    for path in setup.tracked {
      invocation.warn(
        "git keeps \(visible(path)), which is not to be in a repository; git rm --cached ends that")
    }
    if let unshared = setup.unshared, let first = unshared.paths.first {
      invocation.warn(
        Phrase(
          "the group \(visible(unshared.group)) cannot use \(unshared.paths.count, "file") of git, "
            + "such as \(visible(first)); see whose they are, then run this, as root where they are "
            + "not yours:"))
      for line in setup.linesToShare { invocation.say(Phrase(same: "  " + visible(line))) }
    }
    try invocation.finish(setup.notices) {
      invocation.hint(
        Phrase("run regapp git-setup --documents . in each clone, too: git copies no settings"))
      try invocation.print(
        json: .object([
          .init("changed", .array(setup.changed.map { .string($0) })),
          .init("tracked", .array(setup.tracked.map { .string($0) })),
          .init("unshared", .array((setup.unshared?.paths ?? []).map { .string($0) })),
        ]))
    }
  }
}

/// Sets up one repository after another; there is one, but for links.
private struct RepositorySetup {
  private let files: RepositoryFiles
  /// The paths of the files that were changed.
  private(set) var changed: [String] = []
  /// Files that git keeps and should not.
  private(set) var tracked: [String] = []
  /// The files of git's that the group which shares the accounts cannot use.
  private(set) var unshared: RepositoryFiles.Unshared?
  /// The lines of a shell that would share it.
  private(set) var linesToShare: [String] = []
  private(set) var notices: [Notice] = []

  init(_ files: RepositoryFiles) { self.files = files }

  mutating func add(_ place: RepositoryFiles.Place, _ repository: GitRepository) async throws {
    func path(_ name: String) -> String {
      let top = repository.top == "/" ? "" : repository.top
      return "\(top)/\(repository.prefix)\(name)"
    }
    try await write(
      place.ignored.map { "/" + $0 }, to: path(".gitignore"))
    try await write(
      place.ignored.map { repository.ignorePattern(of: $0) },
      to: "\(repository.common)/info/exclude")
    tracked += try repository.tracked(place.ignored).map(path)
    guard !place.accounts.isEmpty else { return }
    let attributes = " merge=regapp diff=regapp"
    try await write(
      place.accounts.map { GitRepository.pattern("/" + $0) + attributes },
      to: path(".gitattributes"))
    try await write(
      place.accounts.map { repository.pattern(of: $0) + attributes },
      to: "\(repository.common)/info/attributes")
    let key = "\(repository.common)/regapp-key"
    let made = try await files.makeKey(at: key)
    notices += made.notices
    if made.value { changed.append(key) }
    let program = Companion.shellWord
    // In the driver's line, git itself reads what follows a percent sign. A result that was not
    // judged is never clean: after any other end of the program the lines are merged from nothing,
    // so that all that differs is in conflict, as `mergeAsText` does. If the program changed ours
    // before it ended, markers inside of markers would spoil what it left.
    let digest = "$(git hash-object --no-filters %A)"
    let driver =
      "old=\"\(digest)\"; \(program.replacing("%", with: "%%")) merge-driver --marker-size %L "
      + "-- %O %A %B %P; code=$?; case $code in 0|1) exit $code;; esac; "
      + "test \"\(digest)\" != \"$old\" || git merge-file -q --marker-size=%L "
      + "-L ours -L base -L theirs %A /dev/null %B; exit 1"
    var isConfigured = false
    for (key, value) in [
      ("merge.regapp.name", "accounts by account and field"),
      ("merge.regapp.driver", driver),
      ("diff.regapp.textconv", "\(program) textconv"),
      ("diff.regapp.cachetextconv", "false"),
    ] where try repository.configure(key, value) {
      isConfigured = true
    }
    // One above the accounts is not theirs to share.
    let shared = repository.isBeside ? try await files.unshared(repository.common) : nil
    if shared != nil, try repository.configure("core.sharedRepository", "group") {
      isConfigured = true
    }
    if isConfigured { changed.append("\(repository.common)/config") }
    guard let shared else { return }
    // Git's own writes above count.
    unshared = try await files.unshared(repository.common)
    let directory = Companion.quoted(repository.common)
    linesToShare = [
      "chgrp -R \(Companion.quoted(shared.group)) \(directory)", "chmod -R g+rwX \(directory)",
      "find \(directory) -type d -exec chmod g+s {} +",
    ]
  }

  private mutating func write(_ lines: [String], to path: String) async throws {
    let written = try await files.add(lines, to: path)
    notices += written.notices
    if written.value { changed.append(path) }
  }
}
