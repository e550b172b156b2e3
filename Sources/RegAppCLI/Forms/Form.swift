import Accounts
import Terminal

/// A form as it is being filled in: one model with two faces, the full screen and line prompts.
///
/// What it asks for and what it accepts is the rulebook's; it knows no screen and no terminal.
struct Form: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case logIn
    case register
    /// Changes an account, as it was seen when the form was opened.
    case edit(Account)
  }

  enum Button: Equatable, Sendable { case submit, toRegistration, toLogin, cancel }

  let rulebook: Rulebook
  let today: CalendarDay
  private(set) var purpose: Purpose
  private(set) var rows: [FormRow]
  private(set) var buttons: [Button]
  /// Which of the rows, and behind them the buttons, the keys go to.
  private(set) var focus = 0

  private init(
    _ purpose: Purpose, _ rulebook: Rulebook, _ today: CalendarDay, _ rows: [FormRow],
    _ buttons: [Button]
  ) {
    self.purpose = purpose
    self.rulebook = rulebook
    self.today = today
    self.rows = rows
    self.buttons = buttons
  }

  static func logIn(under rulebook: Rulebook, today: CalendarDay) -> Form {
    let name: Field = rulebook.login.by == .email ? .email : .firstName
    let rows = [name, .password].map { FormRow($0, under: rulebook) }
    return Form(
      .logIn, rulebook, today, rows,
      rulebook.registersAtLogin ? [.submit] : [.submit, .toRegistration])
  }

  static func register(under rulebook: Rulebook, today: CalendarDay) -> Form {
    // As one is asked in person: the name first, the secret last.
    let order: [Field] = [.firstName, .lastName, .birthDate, .phone, .email, .password]
    let rows = order.filter { rulebook.requires($0) }.map { FormRow($0, under: rulebook) }
    return Form(.register, rulebook, today, rows, [.submit, .toLogin])
  }

  /// - Parameter open: an edit that is open already: its new values stand in the form.
  static func edit(
    _ account: Account, open: Edit? = nil, under rulebook: Rulebook, today: CalendarDay
  ) -> Form {
    let rows = Field.allCases.map { field in
      var row = FormRow(field, under: rulebook, text: account[field])
      if field != .password, let change = open?.changes[field] {
        row.draft(change.new?.text, under: rulebook)
      }
      return row
    }
    return Form(.edit(account), rulebook, today, rows, [.submit, .cancel])
  }

  /// Asks for the email as well: several people share the first name and the password.
  mutating func askForEmail() {
    guard !rows.contains(where: { $0.field == .email }) else { return }
    hidePasswords()
    rows.insert(FormRow(.email, under: rulebook), at: 0)
    focus = 0
  }
}

// MARK: What is filled in

extension Form {
  subscript(field: Field) -> String? { rows.first { $0.field == field }?.text }

  /// The fields as they were typed, the password left out.
  var values: FieldValues {
    var values = FieldValues()
    for row in rows where row.field != .password { values[row.field] = row.text }
    return values
  }

  var password: PasswordEntry? { self[.password].map { PasswordEntry($0) } }

  /// What the form would change; nil where it is not that kind of form.
  var editRequest: EditRequest? {
    guard case .edit(let account) = purpose else { return nil }
    var request = EditRequest(account: account.email.text, password: password, seen: account)
    for row in rows where row.field != .password && row.isToBeSaved {
      request.fields[row.field] = .some(row.text)
    }
    return request
  }

  var isChanged: Bool {
    switch purpose {
    case .edit: rows.contains { $0.field == .password ? $0.text != nil : $0.isChanged }
    case .logIn, .register: rows.contains { $0.text != nil }
    }
  }

  /// What is wrong with a row as it is, in the order in which it is told.
  func brokenRules(_ row: FormRow) -> [Rule] {
    row.refusal.map { [$0] } ?? brokenRules(row.text, in: row.field)
  }

  /// What would be wrong with a text in a field of this form; nil is nothing typed.
  func brokenRules(_ text: String?, in field: Field) -> [Rule] {
    guard let text else { return isNeeded(field) ? [.required] : [] }
    if purpose == .logIn, !rulebook.registersAtLogin { return [] }
    return rulebook.brokenRules(text, in: field, today: today)
  }

  private func isNeeded(_ field: Field) -> Bool {
    switch purpose {
    case .logIn: true
    case .register: rulebook.requires(field)
    // No new password leaves the one that there is.
    case .edit: field != .password && rulebook.requires(field)
    }
  }

  /// The first row that is not right, and what is wrong with it.
  var firstProblem: (row: Int, rule: Rule)? {
    for (index, row) in rows.enumerated() {
      if let rule = brokenRules(row).first { return (index, rule) }
    }
    return nil
  }

  /// Whether the form may be sent.
  var isReady: Bool { firstProblem == nil }

  /// What is told of a row: nothing before it was left once.
  func toldRules(_ row: FormRow) -> [Rule] { row.isTouched ? brokenRules(row) : [] }
}

// MARK: What changes it

extension Form {
  /// The row that the keys go to; nil on a button.
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
    leaveRow()
    focus = new
  }

  mutating func focus(on field: Field) {
    if let index = rows.firstIndex(where: { $0.field == field }) { put(focus: index) }
  }

  /// What is wrong is told once a row was left with something in it; a password hides again.
  private mutating func leaveRow() {
    guard focus < rows.count else { return }
    if rows[focus].text != nil { rows[focus].isTouched = true }
    rows[focus].isRevealed = false
  }

  private mutating func hidePasswords() {
    for index in rows.indices { rows[index].isRevealed = false }
  }

  /// Tells of everything that is wrong, and goes to the first of it.
  mutating func showProblems() {
    hidePasswords()
    for index in rows.indices { rows[index].isTouched = true }
    if let first = firstProblem { focus = first.row }
  }

  /// Does what a key says in the focused row; returns whether it means anything there.
  mutating func apply(_ key: Key) -> Bool {
    guard focus < rows.count else { return false }
    return rows[focus].apply(key)
  }

  mutating func paste(_ text: String) {
    guard focus < rows.count else { return }
    rows[focus].paste(text, under: rulebook)
  }

  mutating func set(_ field: Field, to text: String?) {
    guard let index = rows.firstIndex(where: { $0.field == field }) else { return }
    rows[index].replace(with: text, under: rulebook)
  }

  mutating func toggleReveal() {
    guard focus < rows.count, rows[focus].field == .password else { return }
    rows[focus].isRevealed.toggle()
  }

  /// Marks what the store would not take.
  mutating func refuse(_ rule: Rule, of field: Field) {
    guard let index = rows.firstIndex(where: { $0.field == field }) else { return }
    hidePasswords()
    rows[index].refusal = rule
    rows[index].isTouched = true
    focus = index
  }

  /// Goes on from an account that has changed meanwhile. What was typed stays where only we changed
  /// it, or where it is to be kept; all else follows the account.
  mutating func rebase(on account: Account, keeping kept: Set<Field>) {
    guard case .edit(let before) = purpose else { return }
    for index in rows.indices where rows[index].field != .password {
      let field = rows[index].field
      let isOurs = kept.contains(field) || before[field] == account[field]
      rows[index].restart(
        with: account[field], keepingTyped: rows[index].differs && isOurs, under: rulebook)
    }
    purpose = .edit(account)
  }

  /// The calendar for the row in focus; nil where it takes no day.
  var calendar: CalendarPicker? {
    guard let row = focusedRow, row.field == .birthDate,
      let range = rulebook.fields.birthDate.days(on: today)
    else { return nil }
    let day = row.text.flatMap { CalendarDay($0) } ?? range.upperBound
    return CalendarPicker(range: range, day: day)
  }
}

extension Rulebook {
  /// Whether an email and a password are all that it takes to become somebody: one form serves
  /// then for both.
  var registersAtLogin: Bool {
    login.unknown == .create && login.by == .email
      && Field.allCases.allSatisfy { !requires($0) || $0 == .email || $0 == .password }
  }
}
