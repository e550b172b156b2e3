import Accounts
import AccountsApp
import CommandKit
import HTTP

/// The form of the page: who it is for, the typed text, and what is wrong with it.
struct PageForm: Sendable {
  /// The names of the fields in HTML. Those of an account have the keys of the file.
  static let (name, old, new, again) = ("name", "old", "new", "again")
  /// The field for the stamp that stands for an old password that was right.
  static let proved = "proved"

  let path: PagePath
  let rulebook: Rulebook
  /// All that was posted, by the fields of HTML.
  private(set) var typed: [String: String] = [:]
  private(set) var problems: [PageProblem] = []
  /// Why nothing was changed, if that is not one field's fault.
  var message: [Phrase] = []
  /// The heading above that.
  var heading = Phrase("Nothing was changed")
  /// The fields that the account is known to lack.
  var lacking: [Field] = []
  /// The fields that it is known to have, in words: they stay.
  var known: [Field: Phrase] = [:]

  init(_ path: PagePath, under rulebook: Rulebook, _ pairs: [Request.Pair] = []) {
    (self.path, self.rulebook) = (path, rulebook)
    for pair in pairs { typed[pair.name] = pair.value }
    guard case .link(let name, let code) = path else { return }
    typed[Self.name] = typed[Self.name] ?? name
    typed[Self.old] = code
    typed[Self.proved] = nil
  }

  /// The form for somebody whose name is known.
  ///
  /// - Parameter stamp: stands for the old password, if that was right a moment ago.
  init(_ path: PagePath, under rulebook: Rulebook, name: String, proved stamp: String?) {
    self.init(path, under: rulebook)
    typed = [Self.name: name]
    typed[Self.proved] = stamp
  }

  /// Replaces the stamp that was used by another, or asks for the old password instead.
  mutating func prove(by stamp: String?) { typed[Self.proved] = stamp }

  /// The stamp that stands for an old password that was right before this form was shown.
  var proofStamp: String? { typed[Self.proved] }

  var isProved: Bool { proofStamp != nil }

  /// Whether the name is known, and not to be changed.
  var hasFixedName: Bool { path.name != nil || isProved }

  subscript(field: String) -> String { typed[field] ?? "" }

  /// The text that was typed for a field of the account.
  subscript(field: Field) -> String {
    field == .birthDate ? birthDate.text : self[field.key]
  }

  var birthDate: TypedBirthDate { TypedBirthDate { self[$0] } }

  /// The fields that a person can fill in beside the password, if the rulebook requires them, and
  /// they are theirs.
  var requiredFields: [Field] {
    Field.inAskingOrder.filter {
      rulebook.requires($0) && $0 != rulebook.key && rulebook.isOwn($0)
    }
  }

  /// The fields of the account that are shown: with a link all but a user name, since nobody is
  /// looked up; else, and a user name, if they turned out to be missing.
  var fields: [Field] {
    requiredFields.filter { field in
      path.name != nil && field != .username || lacking.contains(field)
        || !self[field].isEmpty
        || problems.contains { $0.field == field.key }
    }
  }

  /// Takes problems in the order of their fields.
  mutating func show(_ problems: [PageProblem]) {
    self.problems = problems
    let order = [Self.name, Self.old] + fields.map(\.key) + [Self.new, Self.again]
    self.problems =
      order.flatMap { field in problems.filter { $0.field == field } }
      + problems.filter { $0.field == nil }
  }

  /// The values of the account that were typed.
  var values: FieldValues {
    var values = FieldValues()
    for field in requiredFields {
      values[field] = FieldValues.typed(self[field], for: field)
    }
    return values
  }

  /// The fields that are asked for and that an account has, in words. Only who has proved the old
  /// password may see them.
  func known(to proof: Registry.PasswordProof) -> [Field: Phrase] {
    var known: [Field: Phrase] = [:]
    for field in requiredFields where !proof.missing.contains(field) {
      guard let value = proof[field] else { continue }
      let day = field == .birthDate ? CalendarDay(value) : nil
      known[field] = day?.words ?? Phrase(same: visible(value))
    }
    return known
  }

  func request(from client: String?) -> LoginRequest {
    var request = LoginRequest(
      name: self[Self.name], password: PasswordEntry(self[Self.old]), from: .serve(client))
    request.otherPasswords = path.shorterCodes.map { PasswordEntry($0) }
    return request
  }

  /// The problems that need no look at the accounts: fields that were left empty.
  var empty: [PageProblem] {
    let subjects = [
      (Self.name, FieldAdvice.enter(anyOf: rulebook.waysToLogIn)),
      (Self.old, Phrase("enter the old password or the code")),
      (Self.new, FieldAdvice.enter(.password)),
    ]
    let isBlankName = FieldValues.trimmed(self[Self.name], for: .email) == nil
    return subjects.filter { $0.0 != Self.old || !isProved }
      .filter { $0.0 == Self.name ? isBlankName : self[$0.0].isEmpty }
      .map { PageProblem(field: $0.0, words: $0.1) } + repeated
  }

  /// The problems of the second of the two new passwords.
  var repeated: [PageProblem] {
    if self[Self.again].isEmpty {
      return [PageProblem(field: Self.again, words: PlainText.typeAgain)]
    }
    let isSame = sameText(self[Self.again], self[Self.new])
    return isSame ? [] : [PageProblem(field: Self.again, words: PlainText.passwordsDiffer)]
  }

  /// The registry's problems at the fields of the page.
  func placed(_ problems: [Problem]) -> [PageProblem] {
    PageProblem.placed(problems, among: requiredFields, birthDate)
  }

  static let newPassword = Phrase("new password")
}
