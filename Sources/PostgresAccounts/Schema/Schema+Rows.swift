// A row has an account's text, and beside it columns that say the same: for indexes, and for who
// reads the view `login`. Nothing but rules in Swift knows whether they agree. So a writer of a row
// by those rules also writes a hash of all of it. The server itself compares that at each write by
// anybody (`by_hand`), and one index has the rows that another hand wrote, which are few. No view
// shows them. A reader of one gets its columns, too (`held`), and compares them with the text.
//
// The id and its name are in columns alone, so no text can say something else, and the hash leaves
// them out: whoever gives an account an id at psql changes nothing that the view shows.
//
// The hash is the server's own, so that an import costs no more. It is not a secret and proves
// nothing to somebody who may write all columns.

import Accounts

extension Schema {
  /// The columns of an account that regapp writes from its text, in the order of every statement.
  static let columnsOfRow = """
    key, email_key, username_key, first_name_key, password, doc, closed, disabled, valid_from, \
    valid_until, invited_until
    """

  /// The hash of a row: of the names by which it is found, its text, and all else that is shown of
  /// it.
  ///
  /// - Parameter row: what the row is called in a statement.
  static func fingerprint(of row: String) -> String { hash("\(row).") }

  private static func hash(_ prefix: String) -> String {
    let columns = columnsOfRow.split(separator: ", ").map { prefix + $0 }
    return "hash_record_extended(ROW(\(columns.joined(separator: ", "))), (0)::bigint)"
  }

  /// The id of an account as its text in a file has it; null for a row without one.
  ///
  /// - Parameter row: what the row is called in a statement.
  static func given(of row: String) -> String {
    "CASE WHEN \(row).id_name IS NOT NULL THEN concat(\(row).id_name, ' ', \(row).id) END"
  }

  /// The UUID of a row's id if it counts, since the account has the name in it; else null. A name is
  /// compared in the column that it is of.
  static func countingID(of row: String) -> String {
    """
    CASE WHEN lower(\(row).id_name COLLATE "C") = CASE WHEN strpos(\(row).id_name, '@') > 0 \
    THEN \(row).email_key ELSE \(row).username_key END THEN \(row).id END
    """
  }

  /// Whether another program wrote a row, or a part of it.
  static let byHand = "fingerprint IS DISTINCT FROM \(hash(""))"

  /// The columns of a row that another program wrote, for `HeldColumns`; null for any other row.
  static func held(of row: String) -> String {
    let columns = columnsOfFields.map { ", '\($0.field.key)', \(row).\($0.column)" }
    return """
      CASE WHEN \(row).by_hand \
      THEN json_build_object('key', \(row).key\(columns.joined()))::text END
      """
  }

  /// The columns that say what a field of the text does.
  static let columnsOfFields: [(field: Field, column: String)] = [
    (.email, "email_key"), (.username, "username_key"), (.firstName, "first_name_key"),
    (.disabled, "disabled"), (.validFrom, "valid_from"), (.validUntil, "valid_until"),
    (.invitedUntil, "invited_until"),
  ]
}
