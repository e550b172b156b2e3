import Accounts
import AccountsApp
import CommandKit
import HTTP

/// The form in which somebody changes their profile: what the account has, the typed text, and what
/// is wrong with it.
///
/// For each value that it shows it carries a short digest under a key of this process, and never
/// the value: so a field that nobody touched stays as it is by then, and a field that others
/// changed meanwhile is reported.
struct ProfileForm: Sendable {
  /// The names of the fields in HTML. Those of an account have the keys of the file.
  static let (new, again, now) = (PageForm.new, PageForm.again, "now")
  /// The field for the digests of this process and of the account in it.
  private static let origin = "was"

  let rulebook: Rulebook
  /// The fields of the account, in their order.
  let fields: [Field]
  private let account: StoredAccount
  private let name: String
  /// Whose form it is: the account's id, else its name.
  private let owner: String
  private let typed: [String: String]
  private let digester: Digester
  private(set) var problems: [PageProblem] = []
  /// Why nothing was saved, if that is not one field's fault.
  var message: [Phrase] = []

  /// - Parameter pairs: what was posted; nothing for a form that is shown first.
  init(_ session: FoundSession, _ pairs: [Request.Pair] = [], digester: Digester) {
    (account, rulebook, self.digester) = (session.stored, session.rulebook, digester)
    name = session.account.name.text
    owner = session.stored.id?.description ?? name
    fields = Self.fields(of: session)
    typed = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The fields of a profile: the four of every person, and what else the rulebook knows of people.
  /// A user name is left out if nobody needs one.
  static func fields(of session: FoundSession) -> [Field] {
    let rulebook = session.rulebook
    let hasUsername =
      rulebook.requires(.username) || rulebook.waysToLogIn.contains(.username)
      || session.stored[shown: .username] != nil
    // The user name is beside the names of the person.
    return Field.typed.filter { $0.row.says != .access && $0 != .username }.flatMap {
      $0 == .lastName && hasUsername ? [$0, .username] : [$0]
    }
  }

  /// Whether the form has the field, to be changed; a value that its owner may not change is a
  /// text.
  func isOwn(_ field: Field) -> Bool { rulebook.isOwn(field) }

  subscript(field: String) -> String { typed[field] ?? "" }

  /// The text that a field shows: the typed text, unless the field follows the account.
  func shown(_ field: Field) -> String {
    guard isOwn(field), isTouched(field), let text = typed[field.key] else {
      return present(field)
    }
    return text
  }

  /// The birth date that the form shows, likewise.
  var shownBirthDate: TypedBirthDate {
    isTouched(.birthDate) ? typedBirthDate : TypedBirthDate(of: present(.birthDate))
  }

  private var typedBirthDate: TypedBirthDate { TypedBirthDate { self[$0] } }

  /// The hidden fields: the digest of each value that the account has and the form shows as a field.
  var digests: [(name: String, digest: String)] {
    [(Self.origin, origin)]
      + fields.filter(isOwn).map { (Self.digest(of: $0), digest(of: present($0), in: $0)) }
  }

  // MARK: What changes

  private func present(_ field: Field) -> String { account[shown: field] ?? "" }

  /// The text of a field as it would be stored; nil if the form had no such field.
  private func text(of field: Field) -> String? {
    if field == .birthDate {
      let hasDate = TypedBirthDate.Part.allCases.contains { typed[$0.id] != nil }
      return hasDate ? typedBirthDate.text : nil
    }
    return typed[field.key].map { typed in
      let text = FieldValues.trimmed(typed, for: field) ?? ""
      return field == .phone ? rulebook.fields.phone.mask.fill(with: text) ?? text : text
    }
  }

  private static func digest(of field: Field) -> String { "\(origin)-\(field.key)" }

  private func digest(of text: String, in field: Field) -> String {
    digester.digest([owner, field.key, text]).short
  }

  private var process: String { digester.digest([Self.origin]).short }
  private var origin: String { "\(process).\(digester.digest([owner, Self.origin]).short)" }

  /// Whether this process has shown the form of this account.
  private var isOurs: Bool { typed[Self.origin] == origin }

  /// Whether this process has shown it as the form of another account.
  var isOfAnother: Bool { typed[Self.origin]?.hasPrefix("\(process).") == true && !isOurs }

  private func isTouched(_ field: Field) -> Bool {
    guard let text = text(of: field) else { return false }
    if let shown = typed[Self.digest(of: field)], isOurs {
      return digest(of: text, in: field) != shown
    }
    return !sameText(text, present(field))
  }

  /// The fields that would change. What is not its owner's to change is left out, even if a form
  /// sends it.
  private var changed: [Field] {
    fields.filter { isOwn($0) && isTouched($0) && !sameText(text(of: $0), present($0)) }
  }

  /// The touched fields that were their owner's when this process showed the form.
  private var takenAway: [Field] {
    fields.filter { field in
      !isOwn(field) && isOurs && typed[Self.digest(of: field)] != nil && isTouched(field)
        && !sameText(text(of: field), present(field))
    }
  }

  /// The touched fields that others have changed since the form was shown. A form without digests
  /// is a program's, which has shown nothing.
  private var conflicts: [Field] {
    changed.filter { field in
      guard let shown = typed[Self.digest(of: field)] else { return false }
      return !isOurs || digest(of: present(field), in: field) != shown
    }
  }

  var hasConflicts: Bool { !conflicts.isEmpty }

  /// Whether the password that the account has must be proved: for another one, and for another
  /// name.
  var needsPassword: Bool {
    !self[Self.new].isEmpty || changed.contains(where: Field.keys.contains)
  }

  /// The changes, as `regapp edit` of the account's owner makes them.
  var request: EditRequest {
    let new = self[Self.new]
    var request = EditRequest(
      account: name, password: new.isEmpty ? nil : PasswordEntry(new), seen: account)
    request.isOwn = true
    for field in changed { request.fields[field] = FieldSetting(text(of: field)) }
    return request
  }

  // MARK: What is wrong

  /// The problems that are found without the rules and without other accounts.
  var ownProblems: [PageProblem] {
    var problems = takenAway.map { field in
      PageProblem(
        field: nil, words: Phrase("\(field.name): this is no longer yours to change"))
    }
    problems += conflicts.map { PageProblem(field: $0.key, words: words(ofConflict: $0)) }
    let (new, again) = (self[Self.new], self[Self.again])
    if !new.isEmpty, again.isEmpty {
      problems.append(PageProblem(field: Self.again, words: PlainText.typeAgain))
    } else if !sameText(again, new) {
      problems.append(PageProblem(field: Self.again, words: PlainText.passwordsDiffer))
    }
    if needsPassword, self[Self.now].isEmpty {
      problems.append(PageProblem(field: Self.now, words: nowMissing))
    }
    return problems
  }

  private func words(ofConflict field: Field) -> Phrase {
    let text = present(field)
    let value = Self.words(of: field, text)
    if !isOurs {
      return Phrase(
        "\(field.name): this form is older than the last start of the service, and there is "
          + "\"\(value)\" now; to put yours in its place, save again")
    }
    return text.isEmpty
      ? Phrase(
        "\(field.name): somebody has cleared this meanwhile; to put yours there, save again")
      : Phrase(
        "\(field.name): somebody has changed this to \"\(value)\" meanwhile; to put yours in its "
          + "place, save again")
  }

  /// The changes that need the password that there is, in words.
  var nowHint: Phrase {
    switch (isOwn(.email), hasOwnUsername) {
    case (true, true):
      Phrase("Needed if the email, the user name or the password changes.")
    case (true, false): Phrase("Needed if the email or the password changes.")
    case (false, true): Phrase("Needed if the user name or the password changes.")
    case (false, false): Phrase("Needed if the password changes.")
    }
  }

  private var hasOwnUsername: Bool { fields.contains(.username) && isOwn(.username) }

  private var nowMissing: Phrase {
    switch (isOwn(.email), hasOwnUsername) {
    case (true, true):
      Phrase("to change the email, the user name or the password, give your password now")
    case (true, false): Phrase("to change the email or the password, give your password now")
    case (false, true):
      Phrase("to change the user name or the password, give your password now")
    case (false, false): Phrase("to change the password, give your password now")
    }
  }

  static let nowWrong = PageProblem(field: now, words: Phrase("this is not your password"))

  /// Takes problems in the order of their fields.
  mutating func show(_ problems: [PageProblem]) {
    let rows = fields.map(\.key)
    let order = rows.prefix(1) + [Self.now, Self.new, Self.again] + rows.dropFirst()
    self.problems =
      order.flatMap { field in problems.filter { $0.field == field } }
      + problems.filter { $0.field == nil }
  }

  /// The registry's problems at the fields of the form.
  func placed(_ problems: [Problem]) -> [PageProblem] {
    PageProblem.placed(problems, among: fields, typedBirthDate)
  }

  /// A value as people read it.
  static func words(of field: Field, _ text: String) -> Phrase {
    let day = field == .birthDate ? CalendarDay(text) : nil
    return day?.words ?? Phrase(same: text)
  }
}
