import Accounts
import LosslessJSON

extension Invocation {
  /// Prints a profile on stdout, as text or as JSON.
  func print(_ account: Account, openEdit: Edit? = nil) throws {
    if isJSON {
      let edit = openEdit.map { [JSONLiteral.Member("edit", $0.json)] } ?? []
      return try print(json: .object(account.members + edit))
    }
    let text = ProfileText(account, openEdit: openEdit, today: context.today)
    try console.write(text.words(language, palette(forTerminal: console.outputIsTerminal)))
  }

  /// Prints a JSON value on stdout if JSON is wanted; otherwise nothing.
  package func print(json: JSONLiteral) throws {
    if isJSON { try console.write(json.text(style: .pretty) + "\n") }
  }
}
