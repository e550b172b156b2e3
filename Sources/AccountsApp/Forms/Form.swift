import AccountsFile
import CommandKit
import Terminal

/// A form being filled in: one model with two faces, the full screen and line prompts.
///
/// The rulebook decides what it asks for and accepts; it knows no screen and no terminal.
struct Form: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case logIn
    /// Sets the new password without which a login that was proved goes no further.
    case renew(LoginRequest)
    case register
    /// Edits an account, open or closed, as it was when the form was opened.
    case edit(StoredAccount)
  }

  enum Button: Equatable, Sendable { case submit, toRegistration, toLogin, cancel }

  let rulebook: Rulebook
  let today: CalendarDay
  private(set) var purpose: Purpose
  private(set) var rows: [FormRow]
  private(set) var buttons: [Button]
  /// The index of the focused row; the buttons follow the rows.
  private(set) var focus = 0
  /// Whether the edited account is another's.
  private(set) var isOfOther = false
  /// Whether it shows what an open edit holds, and so saves that too.
  private(set) var savesDraft = false
  /// Whether logging in will create the account.
  private(set) var isNew = false
  /// Whether the password is to be generated.
  private(set) var generates = false
  /// The groups that there are, to be offered.
  var knownGroups = KnownGroups()

  private init(
    _ purpose: Purpose, _ rulebook: Rulebook, _ today: CalendarDay, _ rows: [FormRow],
    _ buttons: [Button]
  ) {
    (self.purpose, self.rulebook, self.today) = (purpose, rulebook, today)
    (self.rows, self.buttons) = (rows, buttons)
  }

  static func logIn(under rulebook: Rulebook, today: CalendarDay) -> Form {
    let name = rulebook.login.by.first ?? rulebook.key
    let rows = [name, .password].map { FormRow($0, under: rulebook) }
    return Form(
      .logIn, rulebook, today, rows,
      rulebook.registersAtLogin ? [.submit] : [.submit, .toRegistration])
  }

  /// Asks for the new password of an account that must have one, for a login that proved the old
  /// one; and for what the account of who is invited lacks.
  static func renew(
    _ login: LoginRequest, filling missing: [Field] = [], under rulebook: Rulebook,
    today: CalendarDay
  ) -> Form {
    let fields = Field.inAskingOrder.filter(missing.contains) + [.password]
    return Form(
      .renew(login), rulebook, today, fields.map { FormRow($0, under: rulebook) },
      [.submit, .cancel])
  }

  static func register(under rulebook: Rulebook, today: CalendarDay) -> Form {
    // A user name that is the key is the name.
    let first = rulebook.key == .username ? [rulebook.key] : []
    let fields = first + Field.inAskingOrder.filter { !first.contains($0) } + [.password]
    let rows = fields.filter { rulebook.requires($0) }.map { FormRow($0, under: rulebook) }
    return Form(.register, rulebook, today, rows, [.submit, .toLogin])
  }

  /// Adds an account for somebody else, who is not logged in: with every field that an edit of it
  /// would have, those first that the rulebook requires.
  static func add(under rulebook: Rulebook, today: CalendarDay) -> Form {
    var form = register(under: rulebook, today: today)
    let first: [Field] = [.email, .firstName, .lastName, .username, .phone, .birthDate]
    let others = first + Field.typed.filter { !first.contains($0) }
    let more = others.filter { field in !form.rows.contains { $0.field == field } }
    // The password stays last, and what is to become of it.
    form.rows.insert(
      contentsOf: more.map { FormRow($0, under: rulebook) }, at: form.rows.count - 1)
    form.rows.append(FormRow(.mustChange, under: rulebook))
    form.buttons = [.submit, .cancel]
    form.isOfOther = true
    return form
  }

  /// - Parameters:
  ///   - open: an edit that is already open; the form shows its new values.
  ///   - isOfOther: whether the account is another's, and so the whole of it an administrator's
  ///     business; in one's own, what is usually not there is shown if it is.
  ///   - only: the only fields to show.
  static func edit(
    _ account: StoredAccount, open: EditDraft? = nil, isOfOther: Bool = false, only: [Field]? = nil,
    under rulebook: Rulebook, today: CalendarDay
  ) -> Form {
    let fields =
      only
      ?? Field.shown.filter { field in
        ![.disabled, .invitedUntil].contains(field) && (isOfOther || field != .mustChange)
          && (isOfOther || !administered.contains(field) || rulebook.requires(field)
            || account[shown: field] != nil || open?.changes[field] != nil)
      }
    let rows = fields.map { field in
      var row = FormRow(field, under: rulebook, text: account[shown: field])
      if field != .password, let change = open?.changes[field] {
        row.takeDraft(change.newValue?.shown, under: rulebook)
      }
      return row
    }
    var form = Form(.edit(account), rulebook, today, rows, [.submit, .cancel])
    form.isOfOther = isOfOther
    form.tellProblems(of: account)
    form.savesDraft = open != nil
    return form
  }

  /// Shows what is wrong with a closed account, until another text is typed there.
  private mutating func tellProblems(of account: StoredAccount) {
    for index in rows.indices {
      let field = rows[index].field
      let problem = account.problems.first { $0.subject == .field(field) }
      rows[index].isBroken = problem != nil
      guard let problem, !rows[index].isOurs else { continue }
      rows[index].isTouched = true
      // The store also knows taken names, and values that are not text.
      if field == .password || brokenRules(rows[index].text, in: field).isEmpty {
        if case .field(let rule) = problem.rule { rows[index].refusal = rule }
      }
    }
  }

  /// The fields that most people's accounts do not have.
  private static let administered: [Field] = [.username, .groups, .validFrom, .validUntil]

  /// Asks for the password again: logging in would create an account.
  mutating func confirmNew() {
    hidePasswords()
    isNew = true
    updateRepeat()
    if let index = rows.firstIndex(where: \.isRepeat) { focus = index }
  }

  /// Also asks for the key: several accounts share the first name and the password.
  mutating func askForKey() {
    guard rulebook.login.by.contains(.firstName), names.count == 1 else { return }
    hidePasswords()
    rows[0] = FormRow(.firstName, under: rulebook, text: rows[0].text)
    rows.insert(FormRow(rulebook.key, under: rulebook), at: 0)
    focus = 0
  }
}

// MARK: Values

extension Form {
  subscript(field: Field) -> String? { rows.first { $0.field == field }?.text }

  /// The fields as typed, without the password.
  var values: FieldValues {
    var values = FieldValues()
    for row in rows where row.field != .password {
      values[row.field] = row.text.flatMap { FieldValues.typed($0, for: row.field) }
    }
    return values
  }

  var password: PasswordEntry? { self[.password].map { PasswordEntry($0) } }

  /// The rows of a form for logging in that say who it is.
  var names: [FormRow] { rows.filter { $0.field != .password } }

  /// Whether a field's row takes any of the fields that login is by.
  private func takesAnyName(in field: Field) -> Bool {
    purpose == .logIn && rulebook.login.by.count > 1 && names.count == 1 && field != .password
  }

  /// The name of a row; if login is by several fields, the name of all of them.
  func name(of field: Field) -> Phrase {
    if isOfRenewal, field == .password { return Phrase("new password") }
    return takesAnyName(in: field) ? rulebook.loginNames : field.name
  }

  /// The row into which a text for a field goes.
  private func index(of field: Field) -> Int? {
    rows.firstIndex { $0.field == field }
      ?? rows.firstIndex { takesAnyName(in: $0.field) && rulebook.waysToLogIn.contains(field) }
  }

  /// The typed texts by the fields they are for, without repeats.
  private var typed: FieldTable<String> {
    rows.reduce(into: FieldTable()) { typed, row in
      guard let text = row.text, !row.isRepeat else { return }
      typed[takesAnyName(in: row.field) ? rulebook.loginField(of: text) : row.field] = text
    }
  }

  /// Takes over the text typed into another form, as far as this one asks for it.
  mutating func adopt(from other: Form) {
    let typed = other.typed
    for field in Field.allCases {
      if let text = typed[field], let index = index(of: field), rows[index].text == nil {
        set(rows[index].field, to: text)
      }
    }
  }

  /// Returns the form under another rulebook, with the texts of the rows that it still has.
  func under(_ rulebook: Rulebook, today: CalendarDay) -> Form {
    var form: Form =
      switch purpose {
      case .logIn: .logIn(under: rulebook, today: today)
      case .renew(let login):
        .renew(login, filling: rows.map(\.field), under: rulebook, today: today)
      case .register where isOfOther: .add(under: rulebook, today: today)
      // If logging in registers, there is one form for both.
      case .register where rulebook.registersAtLogin: .logIn(under: rulebook, today: today)
      case .register: .register(under: rulebook, today: today)
      case .edit(let account):
        .edit(
          account, isOfOther: isOfOther, only: isOfPassword ? [.password] : nil, under: rulebook,
          today: today)
      }
    form.isNew = isNew && form.purpose == .logIn
    form.generates = generates
    form.knownGroups = knownGroups
    for row in rows where !row.isRepeat {
      guard let index = form.rows.firstIndex(where: { $0.field == row.field }) else { continue }
      form.rows[index] = row.under(rulebook)
    }
    form.adopt(from: self)
    form.updateRepeat()
    if let again = rows.first(where: \.isRepeat),
      let index = form.rows.firstIndex(where: \.isRepeat)
    {
      form.rows[index] = again.under(rulebook)
    }
    if let button = focusedButton, let index = form.buttons.firstIndex(of: button) {
      form.focus = form.rows.count + index
    } else if let row = focusedRow {
      form.focus =
        form.rows.firstIndex { $0.field == row.field && $0.isRepeat == row.isRepeat } ?? 0
    }
    if let edited { form.tellProblems(of: edited) }
    return form
  }

  /// Whether this form has everything that was typed into another one.
  func holds(_ other: Form) -> Bool {
    let (mine, theirs) = (typed, other.typed)
    return Field.allCases.allSatisfy { theirs[$0] == nil || sameText(theirs[$0], mine[$0]) }
  }
}

// MARK: Changes

extension Form {
  /// The focused row; nil on a button.
  var focusedRow: FormRow? { focus < rows.count ? rows[focus] : nil }

  var focusedButton: Button? {
    focus < rows.count ? nil : buttons[focus - rows.count]
  }

  mutating func moveFocus(by step: Int) {
    let count = rows.count + buttons.count
    put(focus: ((focus + step) % count + count) % count)
  }

  mutating func put(focus new: Int) {
    guard new != focus else { return }
    if focus < rows.count { rows[focus].leave() }
    focus = new
  }

  private mutating func hidePasswords() {
    for index in rows.indices { rows[index].isRevealed = false }
  }

  /// Shows all problems and goes to the first.
  mutating func showProblems() {
    for index in rows.indices {
      rows[index].leave()
      rows[index].isTouched = true
    }
    if let first = firstProblem { focus = first.row }
  }

  /// Applies a key to the focused row; returns whether it means anything there.
  mutating func apply(_ key: Key) -> Bool {
    guard focus < rows.count else { return false }
    if let group = offeredGroup, KnownGroups.accepts(key) {
      rows[focus].add(group: group)
      return true
    }
    defer { updateRepeat() }
    return rows[focus].apply(key)
  }

  mutating func paste(_ text: String) {
    guard focus < rows.count else { return }
    rows[focus].paste(text, under: rulebook)
    updateRepeat()
  }

  /// A new password is asked for twice: its second row is there as soon as something is in the
  /// first.
  private mutating func updateRepeat() {
    // Another name may be known.
    if purpose == .logIn, let row = focusedRow, row.field != .password { isNew = false }
    if self[.password] != nil, generates { stopGenerating() }
    let isWanted = self[.password] != nil && (purpose != .logIn || isNew)
    if let index = rows.firstIndex(where: \.isRepeat) {
      if isWanted { return }
      rows.remove(at: index)
      if focus > index { focus -= 1 }
    } else if isWanted, let index = rows.firstIndex(where: { $0.field == .password }) {
      rows.insert(FormRow(.password, under: rulebook, isRepeat: true), at: index + 1)
      if focus > index { focus += 1 }
    }
  }

  /// - Parameter isRepeat: whether it is the second field of a new password.
  mutating func set(_ field: Field, isRepeat: Bool = false, to text: String?) {
    guard let index = rows.firstIndex(where: { $0.field == field && $0.isRepeat == isRepeat })
    else { return }
    rows[index].replace(with: text, under: rulebook)
    updateRepeat()
  }

  /// Has the password generated instead of typed, or not any more.
  mutating func toggleGenerating() {
    let generates = !generates
    hidePasswords()
    set(.password, to: nil)
    self.generates = generates
    // The rulebook's setting for generated passwords is shown, and can be changed.
    if rulebook.login.changeGenerated { set(.mustChange, to: generates ? "true" : nil) }
  }

  mutating func toggleReveal() {
    guard focus < rows.count, rows[focus].field == .password else { return }
    rows[focus].isRevealed.toggle()
  }

  private mutating func stopGenerating() {
    generates = false
    guard rulebook.login.changeGenerated,
      let index = rows.firstIndex(where: { $0.field == .mustChange })
    else { return }
    rows[index].replace(with: nil, under: rulebook)
  }

  /// Marks a value that the store rejected.
  mutating func refuse(_ rule: FieldRule, of field: Field) {
    guard let index = rows.firstIndex(where: { $0.field == field }) else { return }
    for index in rows.indices { rows[index].leave() }
    rows[index].refusal = rule
    rows[index].isTouched = true
    focus = index
  }

  /// The fields that an edit changes and that were changed elsewhere, to different values.
  func conflicts(with now: StoredAccount) -> [Field] {
    guard let seen = edited, let request = editRequest else { return [] }
    return Field.allCases.filter { field in
      if field == .password { return password != nil && now.password != seen.password }
      guard request.fields[field] != nil,
        rows.contains(where: { $0.field == field && $0.isOurs })
      else { return false }
      return !sameText(now[shown: field], seen[shown: field])
        && !sameText(self[field], now[shown: field])
    }
  }

  /// Continues from an account that has changed in the meantime. A typed value stays if only we
  /// changed the field or if it is to be kept; all others follow the account.
  mutating func rebase(on account: StoredAccount, keeping kept: Set<Field>) {
    guard let before = edited else { return }
    for index in rows.indices where rows[index].field != .password {
      let field = rows[index].field
      let now = account[shown: field]
      let isOurs = kept.contains(field) || sameText(before[shown: field], now)
      rows[index].restart(
        with: now, keepingTyped: rows[index].differs && isOurs, under: rulebook)
    }
    purpose = .edit(account)
    tellProblems(of: account)
  }
}
