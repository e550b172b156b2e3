import Accounts
import AccountsApp

extension PageProblem {
  /// The registry's problems at the fields of a form that has some fields of an account, and that
  /// of a new password.
  static func placed(
    _ problems: [Problem], among fields: [Field], _ birthDate: TypedBirthDate
  ) -> [PageProblem] {
    problems.map { problem in
      guard case .field(let field) = problem.subject, case .field(let rule) = problem.rule else {
        return PageProblem(field: nil, words: problem.message)
      }
      let general = rule.message(of: field == .password ? PageForm.newPassword : field.name)
      let words = FieldAdvice.words(rule, of: field, or: general)
      if field == .password { return PageProblem(field: PageForm.new, words: words) }
      if field == .birthDate, fields.contains(field) { return birthDate.problem(rule, words) }
      return PageProblem(field: fields.contains(field) ? field.key : nil, words: words)
    }
  }
}
