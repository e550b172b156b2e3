import AccountsFile
import CommandKit
import Terminal

extension ScreenState {
  mutating func fill(_ form: Form, _ key: Key) -> [Action] {
    switch key {
    case .tab, .down: changeForm { $0.moveFocus(by: 1) }
    case .backTab, .up: changeForm { $0.moveFocus(by: -1) }
    case .enter: return enter(form)
    case .escape: return leave(form)
    case .control("t"): changeForm { $0.toggleReveal() }
    case .control("s"):
      if form.isEdit { return submit(form) }
    case .control("r"):
      if form.buttons.contains(.toRegistration) { return press(.toRegistration, of: form) }
    case .control("l"):
      if form.buttons.contains(.toLogin) { return press(.toLogin, of: form) }
    case .left where form.focusedButton != nil: changeForm { $0.moveFocus(by: -1) }
    case .right where form.focusedButton != nil: changeForm { $0.moveFocus(by: 1) }
    case .character(" ") where form.focusedButton != nil: return enter(form)
    case .character(" ") where form.focusedRow?.field == .birthDate:
      if busy == nil { calendar = form.calendar }
    default:
      guard busy == nil else { return [] }
      var changed = form
      guard changed.apply(key) else { return [] }
      note = nil
      changeForm { $0 = changed }
    }
    return []
  }

  /// Enter goes to the next field; on the last one it submits the form.
  private mutating func enter(_ form: Form) -> [Action] {
    if let button = form.focusedButton { return press(button, of: form) }
    if form.focus + 1 < form.rows.count {
      changeForm { $0.moveFocus(by: 1) }
      return []
    }
    return submit(form)
  }

  private mutating func press(_ button: Form.Button, of form: Form) -> [Action] {
    guard busy == nil else { return [] }
    switch button {
    case .submit: return submit(form)
    case .cancel: return leave(form)
    case .toRegistration:
      leave(form, for: .register(under: form.rulebook, today: form.today))
    case .toLogin:
      leave(form, for: .logIn(under: form.rulebook, today: form.today))
    }
    return []
  }

  /// Moves to another form, carrying over the email and the first name.
  private mutating func leave(_ form: Form, for next: Form) {
    note = nil
    var next = next
    for field in [Field.email, .firstName] {
      if let text = form[field] { next.set(field, to: text) }
    }
    screen = .form(next)
  }

  /// Submits the form, or shows why it cannot be submitted.
  private mutating func submit(_ form: Form) -> [Action] {
    guard busy == nil else { return [] }
    guard form.isReady else {
      changeForm { $0.showProblems() }
      if let first = form.firstProblem {
        let field = form.rows[first.row].field
        complain([ScreenText.isOff(form, first.rule.message(of: field.name))])
      }
      return []
    }
    note = nil
    guard let effect = form.effect(form.password) else { return [] }
    busy =
      switch effect {
      case .logIn: .loggingIn
      case .register: .registering
      case .save: .saving
      }
    return [.perform(.submit(effect))]
  }

  /// The profile as it was before the edit; a read of the file follows.
  mutating func backToProfile() -> Action {
    note = nil
    screen = profile.map { .profile($0) } ?? .opening
    return read()
  }

  /// Esc: goes back, asking first if something would be lost.
  private mutating func leave(_ form: Form) -> [Action] {
    guard busy == nil else { return [] }
    switch form.purpose {
    case .edit:
      if form.isChanged {
        question = .dropChanges
        return []
      }
      return [backToProfile()]
    case .register: return press(.toLogin, of: form)
    case .logIn: return [.quit]
    }
  }
}
