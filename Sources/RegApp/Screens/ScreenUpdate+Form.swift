import Accounts
import CommandKit
import Terminal

extension ScreenState {
  /// A key while a form is on the screen.
  mutating func fill(_ form: Form, _ key: Key) -> [Action] {
    switch key {
    case .tab, .down: changeForm { $0.moveFocus(by: 1) }
    case .backTab, .up: changeForm { $0.moveFocus(by: -1) }
    case .enter: return enter(form)
    case .escape: return leave(form)
    case .control("t"): changeForm { $0.toggleReveal() }
    case .control("s"):
      if case .edit = form.purpose { return submit(form) }
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

  /// Enter goes on to the next field; on the last one it sends the form.
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
      note = nil
      var next = Form.register(under: form.rulebook, today: form.today)
      if let email = form[.email] { next.set(.email, to: email) }
      if let name = form[.firstName] { next.set(.firstName, to: name) }
      screen = .registration(next)
    case .toLogin:
      note = nil
      var next = Form.logIn(under: form.rulebook, today: form.today)
      if let email = form[.email] { next.set(.email, to: email) }
      if let name = form[.firstName] { next.set(.firstName, to: name) }
      screen = .login(next)
    }
    return []
  }

  /// Sends the form, or says why it cannot be.
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
    switch form.purpose {
    case .logIn:
      guard let password = form.password else { return [] }
      busy = .loggingIn
      return [
        .perform(
          .logIn(
            LoginRequest(
              email: form[.email], firstName: form[.firstName], password: password)))
      ]
    case .register:
      guard let password = form.password else { return [] }
      busy = .registering
      return [.perform(.register(form.values, password))]
    case .edit:
      guard let request = form.editRequest else { return [] }
      busy = .saving
      return [.perform(.save(request))]
    }
  }

  /// The profile as it was before the edit; what the file says by now follows.
  mutating func backToProfile() -> Action {
    note = nil
    screen = profile.map { .profile($0) } ?? .opening
    return read()
  }

  /// Esc: the way back, which asks where something would be lost.
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
