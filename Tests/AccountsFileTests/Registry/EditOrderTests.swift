import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

/// An operation on one field, by a command or by hand.
private enum Deed: Hashable, Sendable, CustomStringConvertible {
  case draft(String)
  case edit(String)
  case save
  case cancel
  case hand(String)

  static let all: [Deed] = [
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
  enum Edit: Equatable {
    case none
    case open(old: String, new: String)
    case saved(old: String, new: String)
  }
  enum Answer: Equatable { case done, nothingToSave, nothingToCancel, conflict, cannotTakeBack }

  var value = "Ann"
  var edit = Edit.none

  mutating func take(_ deed: Deed) -> Answer {
    switch (deed, edit) {
    case (.hand(let name), _): value = name
    case (.draft(value), .open), (.edit(value), .open): edit = .none
    case (.draft(value), _), (.edit(value), _): break
    case (.draft(let name), _): edit = .open(old: value, new: name)
    case (.edit(let name), _): (value, edit) = (name, .saved(old: value, new: name))
    case (.save, .open(let old, let new)):
      guard value == old || value == new else { return .conflict }
      (value, edit) = (new, .saved(old: old, new: new))
    case (.save, _): return .nothingToSave
    case (.cancel, .none): return .nothingToCancel
    case (.cancel, .open): edit = .none
    case (.cancel, .saved(let old, let new)):
      guard value == new else { return .cannotTakeBack }
      (value, edit) = (old, .none)
    }
    return .done
  }
}

@Suite("Edit, draft, save, cancel and hand edits, in every order") struct EditOrderTests {
  private let documents = Documents()
  private let template =
    "{\"accounts\": [{\"email\":\"mario@gmail.com\",  \"firstName\": \"NAME\", \"password\":\"!\"}]}\n"

  private var calls: SystemCalls {
    var calls = SystemCalls()
    // Power cuts do not matter here.
    calls.fsync = { _ in 0 }
    return calls
  }

  private func text(_ model: Model) -> String { template.replacing("NAME", with: model.value) }

  private func take(_ deed: Deed, _ registry: Registry, _ model: Model) async -> Model.Answer {
    do {
      switch deed {
      case .draft(let name): try await registry.draft([.firstName: name])
      case .edit(let name): try await registry.edit([.firstName: name])
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

  private func holds(_ deeds: [Deed]) async throws {
    var model = Model()
    try documents.write(text(model))
    unlink(documents.path(of: "edit.json"))
    for (index, deed) in deeds.enumerated() {
      let expected = model.take(deed)
      // Every command is a run of its own.
      let answer = await take(deed, documents.registry(calls: calls), model)
      let story: Comment = "\(deeds.prefix(index + 1))"
      #expect(answer == expected, story)
      #expect(try documents.text() == text(model), story)
      #expect(documents.exists("edit.json") == (model.edit != .none), story)
      if answer != expected { return }
    }
  }

  @Test("three operations")
  func everyOrder() async throws {
    for first in Deed.all {
      for second in Deed.all {
        for third in Deed.all { try await holds([first, second, third]) }
      }
    }
  }

  @Test(
    "twelve random operations; a failure names the seed",
    arguments: 1...40 as ClosedRange<UInt64>)
  func longOrders(seed: UInt64) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    let deeds = (0..<12).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Deed.all[Int((state >> 33) % UInt64(Deed.all.count))]
    }
    try await holds(deeds)
  }
}
