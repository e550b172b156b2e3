package import CommandKit

/// Texts of the forms that ask line by line.
package enum PlainText {
  static let back = ":back"
  static let cancel = ":cancel"
  static let clear = "-"

  package static let passwordsDiffer = Phrase("the two passwords differ")
  package static let typeAgain = Phrase("type the new password again")

  /// How to answer the questions of a form, and how to leave it.
  static func howTo(ofPassword: Bool) -> Phrase {
    if ofPassword {
      return Phrase("The new password is used exactly as typed; an empty line gives up.")
    }
    return Phrase("\(back) returns to the previous question, \(cancel) leaves.")
  }

  /// Says where a copy is that was edited by hand but not installed.
  static func isKept(_ path: String) -> Phrase {
    Phrase("your version is kept in \(visible(path))")
  }
}
