import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A spoiled history keeps nobody from writing") struct SpoiledHistoryTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"
  private var history: String { documents.path(of: "history.jsonl") }

  private func edit(_ name: String) async throws -> [Notice] {
    try await documents.registry.edit([.firstName: .set(name)], of: email).notices
  }

  private func fault(_ reason: DiskFault.Reason) -> AccountsError {
    .disk(DiskFault(action: .write, path: history, reason: reason))
  }

  /// Writes every way there is, with a warning each and nothing else.
  private func expectWritable(_ notice: Notice) async throws {
    let registry = documents.registry
    #expect(try await edit("A") == [notice])
    #expect(try await registry.value(.firstName, of: email) == "A")
    let new = try await registry.register("luigi@gmail.com", logsIn: false).notices
    #expect(new == [.created(name: "luigi@gmail.com"), notice])
    #expect(try await registry.login(email).notices == [notice])
    #expect(try await registry.remove("luigi@gmail.com").notices.contains(notice))
    #expect(try await registry.shown() == email)
  }

  enum Odd: String, CaseIterable {
    case link, danglingLink, hardLink, directory, pipe, socket

    var reason: DiskFault.Reason {
      switch self {
      case .link, .danglingLink: .isLink
      case .hardLink: .hardLink
      case .directory, .pipe, .socket: .notRegularFile
      }
    }
  }

  @Test("what is no file of its own is left alone", arguments: Odd.allCases)
  func odd(kind: Odd) async throws {
    try documents.write(accounts: ["{\"email\": \"\(email)\", \"password\": \"secret1\"}"])
    try documents.write("precious", to: "target")
    let target = documents.path(of: "target")
    switch kind {
    case .link: #expect(symlink(target, history) == 0)
    case .danglingLink: #expect(symlink(documents.path(of: "nothing"), history) == 0)
    case .hardLink: #expect(link(target, history) == 0)
    case .directory: #expect(mkdir(history, 0o700) == 0)
    case .pipe: #expect(mkfifo(history, 0o600) == 0)
    case .socket: #expect(mknod(history, S_IFSOCK | 0o600, 0) == 0)
    }
    let state = documents.state(of: "history.jsonl")
    try await expectWritable(.notInHistory(fault(kind.reason)))
    #expect(documents.state(of: "history.jsonl") == state)
    #expect(try documents.text(of: "target") == "precious")
    #expect(!documents.exists("nothing"))
    #expect(
      try documents.namesOfFiles() == [
        "accounts.json", "history.jsonl", "session.json", "target",
      ])
    await #expect(throws: AccountsError.self) { _ = try await documents.registry.history() }
    await #expect(throws: AccountsError.self) { _ = try await documents.registry.undo() }
    await #expect(throws: AccountsError.self) {
      _ = try await documents.registry.forgetHistory(of: email)
    }
    #expect(documents.state(of: "history.jsonl") == state)
  }

  @Test(
    "another user's is left alone", .needsRoot)
  func anotherAsRoot() async throws {
    try documents.write(accounts: ["{\"email\": \"\(email)\", \"password\": \"secret1\"}"])
    try documents.write("{}\n", to: "history.jsonl")
    try #require(chown(history, 64_123, 64_123) == 0)
    let state = documents.state(of: "history.jsonl")
    try await expectWritable(.notInHistory(fault(.notOfThisUser)))
    #expect(documents.state(of: "history.jsonl") == state)
  }

  @Test("the owner's which others may read gets no line of a colleague's")
  func readableByOthers() async throws {
    try documents.write(accounts: ["{\"email\": \"\(email)\", \"password\": \"secret1\"}"])
    #expect(try await edit("A") == [])
    chmod(history, 0o644)
    let state = documents.state(of: "history.jsonl")
    var calls = SystemCalls()
    calls.user = { 4_242 }
    let done = try await documents.registry(calls: calls).edit([.firstName: .set("B")], of: email)
    #expect(done.notices == [.notInHistory(fault(.readableByOthers(mode: 0o644)))])
    #expect(documents.state(of: "history.jsonl") == state)
  }

  @Test(
    "the owner's which others may read is for its owner again before root writes to it",
    .needsRoot)
  func readableAsRoot() async throws {
    try documents.write(accounts: ["{\"email\": \"\(email)\", \"password\": \"secret1\"}"])
    #expect(try await edit("A") == [])
    for name in ["accounts.json", "history.jsonl"] {
      try #require(chown(documents.path(of: name), 64_123, 64_123) == 0)
      chmod(documents.path(of: name), 0o644)
    }
    #expect(try await edit("B") == [])
    #expect(documents.state(of: "history.jsonl")?.permissions == 0o640)
    #expect(documents.state(of: "history.jsonl")?.owner == 64_123)
  }

  /// Makes two changes, and gives their lines.
  private func twoLines() async throws -> (String, String) {
    try documents.write(accounts: ["{\"email\": \"\(email)\", \"password\": \"secret1\"}"])
    #expect(try await edit("A") == [])
    let first = try documents.text(of: "history.jsonl")
    #expect(try await edit("B") == [])
    return (first, String(try documents.text(of: "history.jsonl").dropFirst(first.count)))
  }

  /// The kinds of change that the lines of a history name.
  private func deeds() async throws -> [ChangeKind] {
    try await documents.registry.history().reversed().map(\.did)
  }

  @Test("one that is torn at any byte of its last line loses that line alone")
  func torn() async throws {
    var (first, second) = try await twoLines()
    var length = 0
    while length < second.utf8.count {
      try documents.write(first + second.prefix(length), to: "history.jsonl")
      // The accounts are not as the first line left them.
      let before: [ChangeKind] = [.edit, length == second.count - 1 ? .edit : .byHand]
      #expect(try await deeds() == before, "\(length)")
      #expect(try await edit("C\(length)") == [], "\(length)")
      #expect(try await deeds() == before + [.edit], "\(length)")
      let lines = try documents.text(of: "history.jsonl").split(separator: "\n")
      let numbers = lines.compactMap { HistoryLine($0.utf8)?.entry.number }
      #expect(lines.count == 3 && numbers.count == 3 && numbers == numbers.sorted())
      #expect(lines.first.map { $0 + "\n" } == first)
      second = try #require(lines.last) + "\n"
      first = try #require(lines.first) + "\n"
      // Each byte at both ends, some in the middle.
      length += (40..<second.utf8.count - 40).contains(length) ? 5 : 1
    }
  }

  struct Spoiled: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let deeds: [ChangeKind]
    let number: Int
    /// Whether all of it is kept, or only the two lines.
    let isKept: Bool
    /// The text from two lines.
    let text: @Sendable (String, String) -> String
    init(
      _ description: String, _ deeds: [ChangeKind], number: Int = 3, isKept: Bool = true,
      _ text: @escaping @Sendable (String, String) -> String
    ) {
      (testDescription, self.deeds, self.number) = (description, deeds, number)
      (self.isKept, self.text) = (isKept, text)
    }
  }

  static let garbage = "garbage\n\n{\"n\":1}\n[1]\n\u{0}\n{\"n\":-3,\"did\":\"edit\"}\n{}\n"
  static let spoiled = [
    Spoiled("empty", [], number: 1) { _, _ in "" },
    Spoiled("empty lines", [], number: 1) { _, _ in "\n\n\n" },
    Spoiled("zeros", [], number: 1, isKept: false) { _, _ in
      String(repeating: "\0", count: 5_000)
    },
    Spoiled("zeros at the end", [.edit, .edit], isKept: false) {
      $0 + $1 + String(repeating: "\0", count: 5_000)
    },
    Spoiled("CRLF", [.edit, .edit]) { ($0 + $1).replacing("\n", with: "\r\n") },
    Spoiled("garbage before", [.edit, .edit]) { garbage + $0 + $1 },
    Spoiled("garbage between", [.edit, .edit]) { $0 + garbage + $1 },
    Spoiled("garbage behind", [.edit, .edit]) { $0 + $1 + garbage },
    Spoiled("no line end", [.edit, .edit], isKept: false) { $0 + $1.dropLast() },
    Spoiled("garbage without a line end", [.edit, .edit], isKept: false) { $0 + $1 + "garb" },
    Spoiled("descending numbers", [.edit], number: 6) {
      $0.replacing("\"n\":1,", with: "\"n\":9,") + $1.replacing("\"n\":2,", with: "\"n\":5,")
    },
    Spoiled("the same number twice", [.edit], number: 2) {
      $0 + $1.replacing("\"n\":2,", with: "\"n\":1,")
    },
    Spoiled("other keys, and of other kinds", [.edit, .edit]) {
      $0 + $1.replacing("\"user\":", with: "\"more\":[1e999],\"count\":-9,\"at\":7,\"user\":")
    },
    Spoiled("an unknown deed at the end", [.edit, .unknown("later")]) {
      $0 + $1.replacing("\"did\":\"edit\"", with: "\"did\":\"later\"")
    },
    Spoiled("a line of a megabyte", [.edit, .edit]) {
      $0 + String(repeating: "x", count: 1 << 20) + "\n" + $1
    },
  ]

  @Test("its other bytes are kept, and what is none of ours skipped", arguments: spoiled)
  func kept(row: Spoiled) async throws {
    let (first, second) = try await twoLines()
    try documents.write(row.text(first, second), to: "history.jsonl")
    #expect(try await deeds() == row.deeds)
    #expect(try await edit("C") == [])
    let text = try documents.text(of: "history.jsonl")
    let kept = row.isKept ? row.text(first, second) : row.deeds.isEmpty ? "" : first + second
    let end = kept.isEmpty || kept.utf8.last == UInt8(ascii: "\n") ? "" : "\n"
    #expect(text.utf8.starts(with: (kept + end + "{\"n\":").utf8))
    #expect(try await deeds() == row.deeds + [.edit])
    #expect(try await documents.registry.history(limit: 1).first?.number == row.number)
    _ = try await documents.registry.undo()
    #expect(try await documents.registry.value(.firstName, of: email) == "B")
  }

  @Test("a line of a change that was not made is left out by readers, with a torn one behind it")
  func pendingAndTorn() async throws {
    let (first, second) = try await twoLines()
    let state = try #require(documents.state())
    let time = state.modified
    let now = "[\(state.inode),\(state.size),\(time.seconds),\(time.nanoseconds)]"
    let third = """
      {"n":3,"at":null,"user":null,"by":null,"did":"remove","accounts":[],\
      "file":".accounts.json.0123456789abcdef.tmp","replaced":\(now),"left":[1,2,3,4]}

      """
    for end in ["", "{\"n\":4", "\0\0"] {
      try documents.write(first + second + third + end, to: "history.jsonl")
      #expect(try await deeds() == [.edit, .edit], "\(end)")
    }
    #expect(try await edit("C") == [])
    #expect(try documents.text(of: "history.jsonl").hasPrefix(first + second + "{\"n\":3,"))
    #expect(try await deeds() == [.edit, .edit, .edit])
  }

  @Test("a reader of a long history is not held up by writers at its end")
  func busy() async throws {
    let (first, second) = try await twoLines()
    let many = (1...400).map { first.replacing("\"n\":1,", with: "\"n\":\($0),") }.joined()
    let last = second.replacing("\"n\":2,", with: "\"n\":401,")
    try documents.write(many + last, to: "history.jsonl")
    var calls = SystemCalls()
    let usual = SystemCalls()
    let path = history
    calls.pread = { file, buffer, count, offset in
      let result = usual.pread(file, buffer, count, offset)
      // Somebody writes while the rest is read.
      let writer = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      if offset == 0 { _ = write(writer, "{\"n\":3", 6) }
      close(writer)
      return result
    }
    let entries = try await documents.registry(calls: calls).history()
    #expect(entries.map(\.number) == (1...401).reversed())
  }

  @Test("a reader starts over if another history takes its place when it was just opened")
  func replaced() async throws {
    let (first, second) = try await twoLines()
    var calls = SystemCalls()
    let (usual, documents) = (SystemCalls(), documents)
    calls.open = { directory, name, flags, mode in
      let descriptor = usual.open(directory, name, flags, mode)
      if name == "history.jsonl", !documents.exists("forgotten") {
        try? documents.write("", to: "forgotten")
        try? documents.write(first + second, to: "new")
        _ = rename(documents.path(of: "new"), documents.path(of: "history.jsonl"))
      }
      return descriptor
    }
    #expect(try await documents.registry(calls: calls).history().map(\.number) == [2, 1])
  }

  @Test("and no bytes are a trap or a refusal", arguments: 0..<80)
  func random(seed: Int) async throws {
    var dice = Dice(UInt64(seed))
    let (first, second) = try await twoLines()
    let bytes =
      seed % 5 == 0 ? dice.bytes(dice.below(300)) : dice.mutated(Array((first + second).utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: history))
    _ = try await documents.registry.history()
    #expect(try await edit("C") == [])
    #expect(try await documents.registry.value(.firstName, of: email) == "C")
    _ = try? await documents.registry.undo()
    _ = try await documents.registry.forgetHistory(of: email)
    #expect(try await edit("D") == [])
  }
}
