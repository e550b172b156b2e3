import AccountsFile
import Terminal

extension ScreenState {
  mutating func fill(_ form: Form, _ key: Key) -> [Action] {
    switch key {
    case .tab, .down: self.form?.moveFocus(by: 1)
    case .backTab, .up: self.form?.moveFocus(by: -1)
    case .enter: return enter(form)
    case .left where form.focusedButton != nil: self.form?.moveFocus(by: -1)
    case .right where form.focusedButton != nil: self.form?.moveFocus(by: 1)
    case .character(" ") where form.focusedButton != nil: return enter(form)
    default:
      guard busy == nil else { return [] }
      var changed = form
      guard changed.apply(key) else { return [] }
      note = nil
      self.form = changed
    }
    return []
  }

  /// Enter finishes a tag, or goes to the next field. On the last field for text it submits the
  /// form.
  private mutating func enter(_ form: Form) -> [Action] {
    var finished = form
    if busy == nil, finished.apply(.enter) {
      self.form = finished
      return []
    }
    if let button = form.focusedButton { return press(button, of: form) }
    if form.rows.dropFirst(form.focus + 1).contains(where: { !$0.isFlag }) {
      self.form?.moveFocus(by: 1)
      return []
    }
    guard form.endsByButton else { return submit(form) }
    self.form?.put(focus: form.rows.count)
    return []
  }

  mutating func press(_ button: Form.Button, of form: Form) -> [Action] {
    guard busy == nil else { return [] }
    switch button {
    case .submit: return submit(form)
    case .toRegistration: return leave(for: .form(moved(from: form, to: Form.register)))
    case .toLogin: return leave(for: .form(moved(from: form, to: Form.logIn)))
    // Cancel needs no question: its button was chosen. Esc asks if something was typed.
    case .cancel: return go(to: exit(from: form))
    }
  }

  /// Another form, with what that one asks for and this one has.
  func moved(from form: Form, to new: (Rulebook, CalendarDay) -> Form) -> Form {
    var next = new(form.rulebook, form.today)
    next.adopt(from: form)
    return next
  }

  /// Submits the form, or shows why it cannot be submitted.
  mutating func submit(_ form: Form) -> [Action] {
    guard busy == nil else { return [] }
    guard form.isReady else {
      self.form?.showProblems()
      return []
    }
    note = nil
    guard let effect = form.effect else { return [] }
    let ref = form.isOfRenewal ? renewed : form.isEdit ? profile?.ref ?? account : nil
    return start(.submit(effect, of: account, expecting: ref))
  }
}

/// The groups that there are, which are offered where groups are typed.
extension ScreenState {
  /// Reads them as soon as some can be typed.
  mutating func readGroups() -> [Action] {
    let names = namesForGroups
    guard names != groupsReadFor else { return [] }
    groupsReadFor = names
    return names.map { [.perform(.readGroups(of: $0))] } ?? []
  }

  /// The accounts of a prompt for groups; none for a form with groups; nil if no groups are typed.
  private var namesForGroups: [String]? {
    if let prompt { return prompt.line.completion == .groups ? prompt.names : nil }
    return form?.rows.contains { $0.field == .groups } == true ? [] : nil
  }
}
