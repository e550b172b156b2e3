import LosslessJSON

/// An account as it stands in the file: its texts, its place, and everything wrong with it.
public struct StoredAccount: Sendable {
  /// Its position in the file, from 0.
  public let index: Int
  /// Where its `{` stands; nil where it is not closed.
  public let place: JSONPlace?
  /// The fields that are texts, broken ones included.
  public let values: FieldValues
  /// The account, or nil where it is closed.
  public let account: Account?
  /// Why it is closed; empty where it is not.
  public let problems: [Problem]

  init(
    _ row: AccountsFile.Row, _ account: Account? = nil, place: JSONPlace? = nil,
    problems: [Problem] = []
  ) {
    self.init(
      index: row.index, place: place, values: row.values, account: account, problems: problems)
  }

  init(
    index: Int, place: JSONPlace? = nil, values: FieldValues, account: Account?,
    problems: [Problem] = []
  ) {
    self.index = index
    self.place = place
    self.values = values
    self.account = account
    self.problems = problems
  }

  /// A closed account cannot be logged in to, and blocks no other.
  public var isClosed: Bool { account == nil }

  /// What stands in `password`, if that can be compared with anything.
  var password: StoredPassword? {
    guard let text = values.password else { return nil }
    return try? StoredPassword(text)
  }
}
