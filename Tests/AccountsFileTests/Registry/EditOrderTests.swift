import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

/// An operation on one field, by a command or by hand.
private enum Operation: Hashable, Sendable, CustomStringConvertible {
  case draft(String)
  case edit(String)
  case save
  case cancel
  case hand(String)

  static let all: [Operation] = [
    .draft("Ann"), .draft("Bob"), .edit("Ann"), .edit("Cid"), .save, .cancel, .hand("Bob"),
  ]

  var description: String {
    switch self {
    case .draft(let name): "draft \(name)"
    case .edit(let name): "edit \(name)"
    case .save: "save"
    case .cancel: "cancel"
    case .hand(let name): "by hand \(name)"
    }
  }
}

/// The expected state of the field, in a simple model.
private struct Model: Equatable {
  struct EditDraft: Equatable { let old, new: String }
  enum Answer: Equatable { case done, nothingToSave, nothingToCancel, conflict, cannotTakeBack }

  var value = "Ann"
  /// Whether the account has an id, and that, once the file shows it.
  var (isIdentified, id) = (false, String?.none)
  var draft: EditDraft?
  /// The edit that cancel would take back.
  var last: EditDraft?

  mutating func take(_ operation: Operation) -> Answer {
    switch operation {
    case .hand(let name): value = name
    case .draft(value): draft = nil
    case .draft(let name):
      draft = EditDraft(old: value, new: name)
      isIdentified = true
    case .edit(let name): set(name)
    case .save:
      guard let draft else { return .nothingToSave }
      guard value == draft.old || value == draft.new else { return .conflict }
      self.draft = nil
      set(draft.new)
    case .cancel:
      guard draft == nil else {
        draft = nil
        break
      }
      guard let last else { return .nothingToCancel }
      guard value == last.new else { return .cannotTakeBack }
      (value, self.last) = (last.old, nil)
    }
    return .done
  }

  private mutating func set(_ name: String) {
    guard name != value else { return }
    (last, isIdentified) = (EditDraft(old: value, new: name), true)
    value = name
  }
}

@Suite("Edit, draft, save, cancel and hand edits, in every order") struct EditOrderTests {
  private let documents = Documents()
  private let template =
    "{\"rules\": \"register\", \"accounts\": [{\"email\":\"mario@gmail.com\",  "
    + "\"firstName\": \"NAME\", \"password\":\"secret1\"ID}]}\n"

  private var calls: SystemCalls {
    var calls = SystemCalls()
    // Power cuts do not matter here.
    calls.fsync = { _ in 0 }
    return calls
  }

  /// A hand keeps the id that is there.
  private func text(_ model: Model) -> String {
    let id = model.id.map { #", "id":"mario@gmail.com \#($0)""# } ?? ""
    return template.replacing("NAME", with: model.value).replacing("ID", with: id)
  }

  private func take(_ operation: Operation, _ registry: Registry, _ model: Model) async
    -> Model.Answer
  {
    do {
      switch operation {
      case .draft(let name): try await registry.draft([.firstName: .set(name)])
      case .edit(let name): try await registry.edit([.firstName: .set(name)])
      case .save: _ = try await registry.save()
      case .cancel: _ = try await registry.cancel()
      case .hand: try documents.write(text(model))
      }
      return .done
    } catch AccountsError.nothingToSave {
      return .nothingToSave
    } catch AccountsError.nothingToCancel {
      return .nothingToCancel
    } catch AccountsError.conflict {
      return .conflict
    } catch AccountsError.cannotTakeBack([.firstName]) {
      return .cannotTakeBack
    } catch {
      Issue.record("\(error)")
      return .done
    }
  }

  private func holds(_ operations: [Operation]) async throws {
    var model = Model()
    try documents.write(text(model))
    for file in ["edit.json", "history.jsonl"] { unlink(documents.path(of: file)) }
    for (index, operation) in operations.enumerated() {
      let expected = model.take(operation)
      // Every command is a run of its own.
      let answer = await take(operation, documents.registry(calls: calls), model)
      let story: Comment = "\(operations.prefix(index + 1))"
      #expect(answer == expected, story)
      if model.isIdentified, model.id == nil {
        let found = try documents.text().firstMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
        model.id = found.map { String($0.0) }
        #expect(model.id != nil, story)
      }
      #expect(try documents.text() == text(model), story)
      #expect(documents.exists("edit.json") == (model.draft != nil), story)
      if answer != expected { return }
    }
  }

  @Test("three operations")
  func everyOrder() async throws {
    for first in Operation.all {
      for second in Operation.all {
        for third in Operation.all { try await holds([first, second, third]) }
      }
    }
  }

  @Test(
    "twelve random operations; a failure names the seed",
    arguments: 1...40 as ClosedRange<UInt64>)
  func longOrders(seed: UInt64) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    let operations = (0..<12).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Operation.all[Int((state >> 33) % UInt64(Operation.all.count))]
    }
    try await holds(operations)
  }
}
