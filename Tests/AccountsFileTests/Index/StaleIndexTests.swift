import AccountsSupport
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An index never gives an answer from an older text") struct StaleIndexTests {
  /// The clock that stamps the files: the kernel's, or one with a tick of so many nanoseconds.
  enum Clock: String, CaseIterable, Sendable {
    case kernel, fine, usual, coarse
    var tick: Int? {
      switch self {
      case .kernel: nil
      case .fine: 1_000
      case .usual: 4_000_000
      case .coarse: 9_999_999
      }
    }
  }

  /// How many steps each editor makes.
  private static let steps = rounds(100)

  private static let questions: [Answer.Question] =
    [
      "usera@example.com", "userb@example.com", "UserB@EXAMPLE.COM", "userc@example.com", "ann",
      "bob",
    ]
    .map { .find(.name(AccountName($0))) } + [
      .find(.firstName("ada")), .find(.onlyAccount), .page(limit: 9), .page(limit: 1), .rulebook,
    ]

  private static func store(_ documents: Documents, _ calls: SystemCalls) -> FileStore {
    let disk = Disk(
      queue: DiskQueue(), calls: calls, lockPatience: days,
      long: .always)
    return FileStore(source: .file(documents.accountsPath), today: { .ofTests }, disk: disk)
  }

  /// The operation that runs while an editor comes in.
  enum Deed: CaseIterable, Sendable { case check, edit, show }

  @Test(
    "after an edit inside any call of whoever writes it or reads with it, within one tick",
    arguments: Deed.allCases, [false, true])
  func editInside(deed: Deed, timePasses: Bool) async throws {
    var (call, wasOver) = (0, false)
    while true {
      let documents = Documents()
      let files = ClockedFiles(tick: 4_000_000)
      let (path, old) = (documents.accountsPath, Self.text(["a", "b", "c", "d", "e", "f", "g"]))
      let new = Self.text(["a", "b", "k", "a", "e", "f", "g"], firstName: "Eda")
      files.create(path, old)
      let registry = documents.registry(calls: files.calls(), long: .always)
      if deed == .show || call % 2 == 1 {
        _ = try await registry.check()
        if !timePasses { files.write(old, to: path) }
      }
      func answer(hidesIndex: Bool = false) async -> Answer {
        let store = Self.store(documents, files.calls(hidesIndex: hidesIndex))
        return await Answer.of(store, to: .find(.name(AccountName("usera@example.com"))))
      }
      let before = deed == .show ? await answer(hidesIndex: true) : nil
      var found: Answer?
      let hasEdited = Atomic(false)
      files.interrupt(after: call / 2) {
        if timePasses { files.pass(4_000_000) }
        files.write(new, to: path)
        hasEdited.store(true, ordering: .relaxed)
      }
      switch deed {
      case .check: _ = try await registry.check()
      case .edit: _ = try? await registry.edit([.lastName: "King"], of: "userc@example.com")
      case .show: found = await answer()
      }
      files.endInterruption()
      // An interrupted read may answer either text, and nothing between them. A stamp cannot show a
      // second edit within one tick.
      if let found, timePasses {
        let either = [before, await answer(hidesIndex: true)]
        #expect(either.contains(found), "call \(call / 2)")
      }
      let without = Self.store(documents, files.calls(hidesIndex: true))
      for name in ["usera@example.com", "userc@example.com", "userk@example.com"] {
        let question = Answer.Question.find(.name(AccountName(name)))
        let isRight =
          await Answer.of(Self.store(documents, files.calls()), to: question)
          == Answer.of(without, to: question)
        #expect(isRight, "\(deed), \(timePasses ? "later" : "at once"), call \(call / 2): \(name)")
      }
      // Nobody's account takes what was meant for another one.
      let text = try documents.text()
      #expect(
        text.contains("King")
          == text.contains(
            "userc@example.com\", \"password\": \"!\", \"firstName\": \"Ada\", \"lastName\": \"King"
          ), "call \(call / 2)")
      // Once with no index there, once with one; neither may have calls that are left out.
      let isOver = !hasEdited.load(ordering: .relaxed)
      if isOver, wasOver { break }
      wasOver = isOver
      call += 1
    }
    #expect(call > 10)
  }

  @Test("a pass is not used again for a text that came within its tick")
  func passOfOneTick() async {
    let documents = Documents()
    let files = ClockedFiles(tick: 4_000_000)
    files.create(documents.accountsPath, Self.text(["a", "b", "c", "d", "e", "f", "g"]))
    let question = Answer.Question.find(.name(AccountName("userc@example.com")))
    let lasting = Self.store(documents, files.calls(hidesIndex: true))
    let found = await Answer.of(lasting, to: question)
    files.write(Self.text(["a", "b", "k", "c", "e", "f", "g"]), to: documents.accountsPath)
    #expect(await Answer.of(lasting, to: question) == found)
    files.write(
      Self.text(["a", "b", "k", "c", "e", "f", "g"], firstName: "Eda"), to: documents.accountsPath)
    #expect(await Answer.of(lasting, to: question) != found)
  }

  private static func text(_ letters: [String], firstName: String = "Ada") -> [UInt8] {
    let rows = letters.map {
      "{\"email\": \"user\($0)@example.com\", \"password\": \"!\", \"firstName\": \"\(firstName)\"}"
    }
    return Array(
      "{\"rules\": \"register\", \"accounts\": [\(rows.joined(separator: ",\n"))]}\n".utf8)
  }

  @Test("after edits by hand of every kind", arguments: Clock.allCases, UInt64(0)..<3)
  func handEdits(clock: Clock, seed: UInt64) async throws {
    let documents = Documents()
    let files = ClockedFiles(tick: clock.tick)
    let editor = Editor(HandEdits(files, documents, seed: seed))
    let lasting = Self.store(documents, files.calls())
    var dice = Dice(seed &+ 1_000)
    for step in 0..<Self.steps {
      // A writer leaves an index; meanwhile somebody may edit.
      if dice.below(3) > 0 {
        let isRight = try await write(documents, files, editor, &dice)
        try #require(isRight, "\(clock), seed \(seed), step \(step): the text that was written")
      }
      // Sometimes it is believed first, and sometimes it is all there is.
      if dice.below(2) == 0 { _ = await Answer.of(lasting, to: dice.pick(Self.questions)) }
      for _ in 0..<dice.pick([0, 1, 1, 2, 3]) {
        editor.withLock { editor in
          editor.turnClock()
          editor.disturbIndex()
          if editor.dice.below(8) > 0 { editor.edit() }
        }
      }
      // A read that an edit interrupts may answer either text; those after it may not.
      if dice.below(8) == 0 {
        files.interrupt(after: dice.below(12)) { editor.withLock { $0.edit() } }
        _ = await Answer.of(lasting, to: dice.pick(Self.questions))
        files.endInterruption()
      }
      let question = dice.pick(Self.questions)
      let found = [
        await Answer.of(Self.store(documents, files.calls()), to: question),
        await Answer.of(lasting, to: question),
      ]
      let right = await Answer.of(
        Self.store(documents, files.calls(hidesIndex: true)), to: question)
      let isRight = found == [right, right]
      try #require(isRight, "\(clock), seed \(seed), step \(step): \(question)")
    }
    let counts = editor.withLock { $0.counts }
    #expect(HandEdits.Way.allCases.allSatisfy { counts[$0, default: 0] > Self.steps / 50 })
    // Most of it would be in vain if there were no index, or none were believed.
    #expect(files.writtenIndexes > Self.steps / 20 && files.believedIndexes > Self.steps / 20)
  }

  /// Has the index written, by a check or by an edit, whose text must be what it is without an
  /// index: that before an edit by hand that came between, or the one behind it.
  private func write(
    _ documents: Documents, _ files: ClockedFiles, _ editor: Editor,
    _ dice: inout Dice
  ) async throws -> Bool {
    let texts = Mutex([editor.withLock { $0.bytes }])
    if dice.below(4) == 0 {
      files.interrupt(after: dice.below(40)) {
        editor.withLock { editor in
          editor.edit()
          texts.withLock { $0.append(editor.bytes) }
        }
      }
    }
    defer { files.endInterruption() }
    let registry = documents.registry(calls: files.calls(), long: .always)
    if dice.below(3) > 0 {
      _ = try? await registry.check()
      return true
    }
    let name = dice.pick(["King", "Byron", nil])
    let email = dice.pick(["usera@example.com", "userb@example.com"])
    _ = try? await registry.edit([.lastName: FieldSetting(name)], of: email)
    let found = editor.withLock { $0.bytes }
    for text in texts.withLock({ $0 }) where text != found {
      let twin = Documents()
      try twin.write(String(decoding: text, as: UTF8.self))
      var registry = twin.registry(calls: ClockedFiles(tick: nil).calls(hidesIndex: true))
      // It gives the same id.
      let new = Self.ids(in: found).subtracting(Self.ids(in: text)).first
      if let new { registry.ids = { new } }
      _ = try? await registry.edit([.lastName: FieldSetting(name)], of: email)
      if try twin.bytes() == found { return true }
    }
    return texts.withLock { $0.contains(found) }
  }
}

extension StaleIndexTests {
  private static func ids(in text: [UInt8]) -> Set<AccountID> {
    let ids = String(decoding: text, as: UTF8.self)
      .matches(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
    return Set(ids.compactMap { AccountID(String($0.0)) })
  }
}

/// An editor who may be let in by a call of the store.
private final class Editor: Sendable {
  private let edits: Mutex<HandEdits>

  init(_ edits: HandEdits) { self.edits = Mutex(edits) }

  func withLock<Result: Sendable>(_ body: (inout HandEdits) -> Result) -> Result {
    edits.withLock { body(&$0) }
  }
}
