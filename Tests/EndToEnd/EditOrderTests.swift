import Testing

/// `edit`, `edit --draft`, `save` and `cancel` in every order, against a model of what they mean.
@Suite struct EditOrderTests {
  enum Step: String, CaseIterable, Sendable { case edit, draft, save, cancel }

  /// What the steps mean. `edit` names the first name, `draft` the last.
  struct Model {
    var first = "A"
    var last = "B"
    var open: [Change] = []
    var saved: [Change] = []

    struct Change {
      let isFirst: Bool
      let old: String
      let new: String
    }

    /// Takes a step, and returns its exit code.
    mutating func take(_ step: Step, _ value: String) -> Int32 {
      switch step {
      case .draft:
        let old = open.first { !$0.isFirst }?.old ?? last
        open = open.filter(\.isFirst) + [Change(isFirst: false, old: old, new: value)]
        saved = []
        return 0
      case .edit:
        open.append(Change(isFirst: true, old: first, new: value))
        return take(.save, value)
      case .save:
        guard !open.isEmpty else { return 1 }
        for change in open { set(change.isFirst, change.new) }
        (saved, open) = (open, [])
        return 0
      case .cancel where !open.isEmpty:
        open = []
        return 0
      case .cancel:
        guard !saved.isEmpty else { return 1 }
        for change in saved { set(change.isFirst, change.old) }
        saved = []
        return 0
      }
    }

    private mutating func set(_ isFirst: Bool, _ value: String) {
      if isFirst { first = value } else { last = value }
    }

    var text: String {
      """
      {"accounts": [
        {"email": "ada@host.com", "password": "12345", "firstName": "\(first)", "lastName": "\(last)"}
      ]}
      """
    }
  }

  static let pairs = Step.allCases.flatMap { first in Step.allCases.map { [first, $0] } }

  @Test("each order of four steps leaves what each step says", arguments: pairs)
  func everyOrder(beginning: [Step]) async throws {
    for end in Self.pairs {
      var model = Model()
      let home = try Home(model.text)
      let order = beginning + end
      for (index, step) in order.enumerated() {
        let value = "v\(index)"
        let code = model.take(step, value)
        let words: [String] =
          switch step {
          case .edit: ["edit", "--first-name", value]
          case .draft: ["edit", "--draft", "--last-name", value]
          case .save, .cancel: [step.rawValue]
          }
        let ran = try await home.run(words)
        let told: Comment = "\(order.map(\.rawValue)), step \(index): \(ran)"
        #expect(ran.code == code, told)
        #expect(try home.accounts.text == model.text, told)
      }
    }
  }
}
