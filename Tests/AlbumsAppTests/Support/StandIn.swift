import Synchronization
import Terminal

@testable import AlbumsApp
@testable import CommandKit

/// A stand-in for `regapp`: it says who is logged in, or that nobody is.
final class StandIn: Sendable {
  /// A refusal of regapp's.
  struct Refusal: Sendable {
    let exit: Int32
    let words: String
    let json: String
  }

  private struct State {
    var fields: String?
    var refusal = StandIn.loggedOut
    var asked: [[String]] = []
  }
  private let state = Mutex(State())

  static let loggedOut = Refusal(
    exit: 77, words: "regapp: error: not logged in\nregapp: hint: log in: regapp login\n",
    json: #"{"error": {"code": "notLoggedIn", "exit": 77}}"# + "\n")

  /// The command lines that it was asked.
  var asked: [[String]] { state.withLock { $0.asked } }

  func logIn(_ fields: String) { state.withLock { $0.fields = fields } }

  func logOut() { refuse(Self.loggedOut) }

  func refuse(_ refusal: Refusal) {
    state.withLock { state in
      state.fields = nil
      state.refusal = refusal
    }
  }

  func answer(_ arguments: [String]) -> CapturedRun {
    state.withLock { state in
      state.asked.append(arguments)
      let isJSON = arguments.contains("--json")
      guard let fields = state.fields else {
        let told = isJSON ? state.refusal.json : state.refusal.words
        return CapturedRun(exit: state.refusal.exit, out: [], err: Array(told.utf8))
      }
      let profile = "Email:    zebedee\nPassword: ********\n"
      return CapturedRun(exit: 0, out: Array((isJSON ? fields : profile).utf8), err: [])
    }
  }
}

extension Person {
  /// Somebody with these names, as regapp shows them.
  static func named(
    _ firstName: String? = "Ada", _ lastName: String? = "Lovelace", language: Language = .english
  ) -> Person {
    let names = [firstName, lastName].compactMap(\.self)
    let labels =
      language == .english
      ? ["Email:      ", "Password:   ", "First name: ", "Last name:  ", "Phone:      "]
      : ["Эл. почта: ", "Пароль:    ", "Имя:       ", "Фамилия:   ", "Телефон:   "]
    let values = [
      "ada.lovelace@example.com", "********", firstName ?? "", lastName ?? "", "+7 (912) 345-67-89",
    ]
    return Person(
      name: names.isEmpty ? "ada.lovelace@example.com" : names.joined(separator: " "),
      contact: (names.isEmpty ? [] : ["ada.lovelace@example.com"]) + ["+7 (912) 345-67-89"],
      profile: zip(labels, values).map { $0 + $1 })
  }
}
