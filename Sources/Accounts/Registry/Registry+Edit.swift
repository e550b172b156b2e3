/// What to do with one field of an account.
///
///     [.lastName: "King", .phone: .clear]
public enum FieldSetting: Sendable {
  /// Sets the field to what was typed; nothing but space clears it.
  case set(String)
  /// Removes the field.
  case clear

  /// Sets the field to a text, or clears it where there is none.
  public init(_ text: String?) { self = text.map { .set($0) } ?? .clear }
}

/// Byte by byte, as values are compared.
extension FieldSetting: Equatable {
  public static func == (left: FieldSetting, right: FieldSetting) -> Bool {
    switch (left, right) {
    case (.set(let left), .set(let right)): sameText(left, right)
    case (.clear, .clear): true
    default: false
    }
  }
}

extension FieldSetting: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .set(text) }
}

/// Which fields of which account to change.
public struct EditRequest: Sendable {
  /// The account's name.
  public var account: String
  /// What to do with fields. The password is not among them: it is a `PasswordEntry`, and is left
  /// out here. Whether it must be changed is `[.mustChange: "true"]` or `.clear`: left out, a new password
  /// takes the mark away if the account's owner sets it, and leaves it otherwise.
  public var fields: [Field: FieldSetting]
  /// Groups to add to those that the account is in when the edit is written.
  public var addedGroups: [String]
  /// Groups to remove from those.
  public var removedGroups: [String]
  /// The new password; nil leaves it as it is.
  public var password: PasswordEntry?
  /// Whether the account's owner asks, not an administrator: it must be one that can be logged in to,
  /// or `notLoggedIn` is thrown.
  public var isOwn = false
  /// Whether the edit stays open instead of being saved.
  var isDraft = false
  /// Whether what an open edit of the account holds is saved too, as by a form that shows it.
  /// Otherwise that edit stays open.
  package var savesDraft = false
  /// The account as the user saw it when they began: if a field to be changed has a different value
  /// by now, the edit conflicts. Nil: each field is changed from its current value.
  public var seen: StoredAccount?

  /// A request; what is left out stays as it is.
  public init(
    account: String, fields: [Field: FieldSetting] = [:], addedGroups: [String] = [],
    removedGroups: [String] = [], password: PasswordEntry? = nil, seen: StoredAccount? = nil
  ) {
    self.account = account
    self.fields = fields
    self.addedGroups = addedGroups
    self.removedGroups = removedGroups
    self.password = password
    self.seen = seen
  }

  /// The fields in the request that were changed by others since they were seen.
  fileprivate func changedMeanwhile(by target: StoredAccount) -> [FieldConflict] {
    guard let seen else { return [] }
    return Field.allCases.compactMap { field in
      let (expected, found) = (seen[shown: field], target[shown: field])
      guard field != .password, fields[field] != nil, !sameText(found, expected) else {
        return nil
      }
      return FieldConflict(field: field, expected: expected, found: found)
    }
  }

  /// What was typed, by field, without the space around it.
  var typed: [(field: Field, value: FieldValue?)] {
    Field.allCases.compactMap { field in
      guard field != .password, let setting = fields[field] else { return nil }
      return (field, setting.value(of: field))
    }
  }

  /// Whether groups are to be added or removed.
  public var changesGroups: Bool { !addedGroups.isEmpty || !removedGroups.isEmpty }

  /// Whether the request goes on with an edit that is open.
  var continuesDraft: Bool { isDraft || savesDraft }
}

extension FieldSetting {
  /// What the field is to hold; nil if it is cleared.
  func value(of field: Field) -> FieldValue? {
    if case .set(let text) = self { FieldValues.typed(text, for: field) } else { nil }
  }
}

extension FieldValues {
  /// Adds groups that are not there, and removes others.
  mutating func changeGroups(adding added: [String], removing removed: [String]) {
    func holds(_ groups: [String], _ group: String) -> Bool {
      groups.contains { sameText($0, group) }
    }
    let kept = groups.filter { !holds(removed, $0) }
    groups = added.reduce(into: kept) { if !holds($0, $1) { $0.append($1) } }
  }
}

/// What became of an edit.
public struct Edited: Sendable {
  /// What it changed, would have changed or restored; no fields if there was nothing to change.
  public let edit: Edit
  /// The current account; nil if it is not valid.
  public let account: Account?
  /// The edit of the account that is open now; nil if there is none.
  public let openEdit: Edit?

  init(edit: Edit, account: Account?, openEdit: Edit? = nil) {
    (self.edit, self.account, self.openEdit) = (edit, account, openEdit)
  }
}

extension Registry {
  /// Changes fields of an account and saves them. An open edit stays open, unless the request goes on
  /// with it. A named field starts from its present value. If nothing changes, nothing is written.
  public func edit(_ request: EditRequest) async throws(AccountsError) -> Outcome<Edited> {
    let today = today()
    return try await retrying { () throws(AccountsError) in
      // Check everything and hash before locking: a refused edit must not even create a lock file.
      let target = try await target(of: request)
      let account = target.account
      let isByOwner = await isByOwner(request, of: account)
      try checkMark(request, of: account)
      let listing = try await listing(of: request.password, under: target.rulebook)
      let seen = try await draft(request, of: target, listing, today).edit
      try await checkNames(of: seen)
      let password = try await newPassword(request, of: target)
      if case .same = password, isByOwner, account.mustChangePassword {
        throw .invalid([Problem(.field(.password), .field(.otherThanOld))])
      }
      guard try await keepsPassword(request, of: account) else {
        throw .conflict([FieldConflict(field: .password, expected: nil, found: nil)])
      }
      let isNeeded = request.password != nil || seen.changes[.password] != nil
      let current = try await currentPassword(of: target, isNeeded: isNeeded)
      return try await locked { session throws(AccountsError) -> Outcome<Edited>? in
        let now = try await self.target(of: request)
        guard now.account.values[.password] == account.values[.password] else { return nil }
        let (edit, open) = try await draft(request, of: now, listing, today)
        do throws(AccountsError) {
          return try await finish(
            edit, over: open, password, current, request, isByOwner: isByOwner, on: now, session)
        } catch .conflict(let conflicts) {
          // Without an open edit all starts from whatever there is, or from what was seen, which is
          // compared again: another writer was faster.
          guard open == nil else { throw .conflict(conflicts) }
          return nil
        }
      }
    }
  }
}

extension Registry {
  func target(of request: EditRequest) async throws(AccountsError) -> ResolvedAccount {
    let target = try await named(request.account)
    guard !request.isOwn || [.open, .closed].contains(target.account.state) else {
      throw .notLoggedIn(.refused(target.account.state))
    }
    return target
  }

  /// The account of an edit, under its name before the edit or after it.
  func named(_ edit: Edit) async throws(AccountsError) -> ResolvedAccount {
    for name in [edit.name, edit.newName] {
      do throws(AccountsError) { return try await named(name, in: edit.key) } catch .noSuchAccount {
      }
    }
    throw .noSuchAccount(name: edit.name)
  }

  /// The edit that a request makes, the password aside; and the open one that it goes on with. Throws
  /// everything that is wrong with it.
  private func draft(
    _ request: EditRequest, of target: ResolvedAccount, _ listing: Problem?, _ today: CalendarDay
  ) async throws(AccountsError) -> (edit: Edit, open: Edit?) {
    let values = target.account.values
    let existing = try await sessions.draft()
    let open = request.continuesDraft ? existing : nil
    if let open, !open.serves(values) { throw .otherEditOpen(name: open.name) }
    let changedMeanwhile = request.changedMeanwhile(by: target.account)
    guard changedMeanwhile.isEmpty else { throw .conflict(changedMeanwhile) }
    let name = target.rulebook.anyName(of: values)
    var edit = open ?? Edit(key: name?.field ?? target.rulebook.key, name: name?.text ?? "")
    for (field, value) in request.typed {
      edit.set(field, to: value, from: values, under: target.rulebook)
      let holdsNoValue = target.account.problems.contains {
        $0.subject == .field(field)
          && [.field(.text), .field(.listOfTexts), .field(.trueOrFalse)].contains($0.rule)
      }
      if value == nil, holdsNoValue { edit.clear(field) }
    }
    if request.changesGroups {
      var present = values
      if let change = edit.changes[.groups] { present[.groups] = change.new }
      present.changeGroups(adding: request.addedGroups, removing: request.removedGroups)
      let old = edit.changes[.groups].map(\.old) ?? values[.groups]
      edit.set(.groups, from: old, to: present[.groups])
    }
    try check(edit, of: target, request, listing, today)
    return (edit, open)
  }

  /// Reports problems: for a draft only in the named fields, otherwise in the whole account.
  private func check(
    _ edit: Edit, of target: ResolvedAccount, _ request: EditRequest, _ listing: Problem?,
    _ today: CalendarDay
  ) throws(AccountsError) {
    let rulebook = target.rulebook
    var values = target.account.values
    for field in edit.fields { values[field] = edit.changes[field]?.new }
    var problems = rulebook.problems(with: values, newPassword: request.password, today: today)
    problems.add(listing)
    if request.isDraft {
      let named =
        request.typed.map(\.field) + (request.password == nil ? [] : [.password])
        + (request.changesGroups ? [.groups] : [])
      problems = problems.filter { problem in named.contains { problem.subject == .field($0) } }
    }
    guard problems.isEmpty else { throw .invalid(problems) }
  }

  /// Whether the password is still the one that was seen, even if it has been hashed since.
  private func keepsPassword(
    _ request: EditRequest, of target: StoredAccount
  ) async throws(AccountsError) -> Bool {
    guard request.password != nil, let seen = request.seen, target.password != seen.password else {
      return true
    }
    guard case .typed(let typed)? = seen.password, let now = target.password else { return false }
    return try await hasher.fits(typed, now)
  }

  /// Throws `taken` if an edit changes a name into another account's.
  private func checkNames(of edit: Edit) async throws(AccountsError) {
    for field in Field.keys {
      guard let change = edit.changes[field], let new = change.new?.text,
        change.old?.text.map({ AccountName($0) }) != AccountName(new)
      else { continue }
      var values = FieldValues()
      values[text: field] = new
      try await checkFree([field], of: values)
    }
  }

  private enum NewPassword {
    case none
    /// It is the one that is set already.
    case same
    case hash(PasswordHash)
  }

  private func newPassword(
    _ request: EditRequest, of target: ResolvedAccount
  ) async throws(AccountsError) -> NewPassword {
    guard case .success(let text)? = request.password?.text else { return .none }
    if let present = target.account.password, try await hasher.fits(text, present) { return .same }
    return .hash(try await hasher.under(target.rulebook).hash(text))
  }

  /// An account's current password, and the form kept in an edit, which never holds plain text.
  typealias CurrentPassword = (value: FieldValue?, kept: FieldValue?)

  func currentPassword(
    of target: ResolvedAccount, isNeeded: Bool
  ) async throws(AccountsError) -> CurrentPassword {
    let value = target.account.values[.password]
    guard isNeeded, case .typed(let typed) = target.account.password else { return (value, value) }
    if let known = try await editIfAny()?.changes[.password]?.old,
      let hash = known.text.flatMap({ try? StoredPassword($0) }),
      try await hasher.fits(typed, hash)
    {
      return (value, known)
    }
    return (value, .text(try await hasher.under(target.rulebook).hash(typed).text))
  }

  private func finish(
    _ edit: Edit, over open: Edit?, _ password: NewPassword, _ current: CurrentPassword,
    _ request: EditRequest, isByOwner: Bool, on target: ResolvedAccount,
    _ session: any LockedSession
  ) async throws(AccountsError) -> Outcome<Edited> {
    var edit = edit
    switch password {
    case .none: break
    case .same: edit.drop(.password)
    case .hash(let hash):
      let present = target.account.values.password ?? ""
      let new = StoredPassword.keepingLock(of: present, in: hash.text)
      edit.set(.password, from: current.kept, to: .text(new))
      if isByOwner, request.fields[.mustChange] == nil, target.account.mustChangePassword {
        edit.set(.mustChange, from: .flag(true), to: nil)
      }
    }
    if request.isDraft || edit.fields.isEmpty {
      let new = request.isDraft && !edit.fields.isEmpty ? edit : nil
      let now = request.continuesDraft ? new : try await sessions.draft()
      if request.continuesDraft, open != new { try await session.write(draft: new) }
      return Outcome(
        Edited(
          edit: edit, account: target.account.account,
          openEdit: now?.serves(target.account.values) == true ? now : nil))
    }
    return try await perform(
      edit, current, on: target, session, keepsDraft: !request.continuesDraft)
  }

  /// Writes an edit into the accounts, which the session follows, and the draft unless it is dropped.
  func perform(
    _ edit: Edit, _ current: CurrentPassword, on target: ResolvedAccount,
    _ session: any LockedSession,
    keepsDraft: Bool = false
  ) async throws(AccountsError) -> Outcome<Edited> {
    var edits = edit.changes
    if let password = edits[.password], password.old == current.kept {
      edits[.password] = FieldEdit(from: current.value, to: password.new)
    }
    let hash = edit.changes[.password]?.old?.text.flatMap { PasswordHash($0) }
    var replaced: [PasswordText: PasswordHash] = [:]
    if case .typed(let typed) = target.account.password, let hash,
      target.rulebook.brokenRules(typed, of: target.account.values).isEmpty
    {
      replaced[typed] = hash
    }
    let written = try await apply(
      .edit(target.id(), edits, ifStill: target.account.values.identity), of: edit.newName, .edit,
      replaced)
    let values = written.value.values
    var notices = written.notices
    if edit.fields.contains(.password), written.value.password == .locked {
      notices.append(.staysLocked(name: edit.newName))
    }
    let open = try await follow(
      [AccountRecord(of: target.account.values, to: values, under: target.rulebook)], session,
      after: .accountSaved(name: edit.newName), dropsDraft: !keepsDraft)
    return Outcome(
      Edited(
        edit: edit, account: written.value.account,
        openEdit: open?.serves(values) == true ? open : nil), notices: notices)
  }
}

extension Edit {
  /// Sets what was typed for a field, in the form in which the file keeps it.
  fileprivate mutating func set(
    _ field: Field, to typed: FieldValue?, from values: FieldValues, under rulebook: Rulebook
  ) {
    let present = values[field]
    func kept(_ value: FieldValue?) -> FieldValue? {
      value.flatMap { FieldValues.kept($0, for: field, phone: rulebook.fields.phone.mask) }
    }
    let new = kept(typed)
    // The same number in another spelling is not a change.
    let isSame = field == .phone && kept(present) == new
    set(field, from: present, to: isSame ? present : new)
  }
}
