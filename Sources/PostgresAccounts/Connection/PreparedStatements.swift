/// The statements that a session is to keep parsed and planned: most of what the server does for a
/// find or a change is to plan the statement.
///
/// Only a server that is asked directly keeps any. Behind a pooler that gives each transaction
/// another session, a name may be unknown, or would be another client's statement. Should a pooler
/// look like a server, the names are random, so nothing of others is run; and if a session does not
/// know one, nothing was done, and all is sent as text from then on. No setting of a session is
/// ever made, which would be the next client's.
struct PreparedStatements {
  /// How a statement is sent.
  enum Way: Equatable {
    case asText
    /// It gets a name, by which it is run at once and from then on.
    case named(String)
    case byName(String)
  }

  private enum State {
    case seen
    case kept(name: String)
  }

  /// Whether the server is asked directly.
  var isDirect = false
  private var states: [String: State] = [:]
  private var count = 0
  private let names = "regapp " + OperationID().text

  /// A session keeps no more: of each operation there are few forms.
  private static let most = 64

  /// The way to send a statement. The first time it is sent as text, since it may not come again.
  mutating func way(of statement: Statement) -> Way {
    guard statement.isFrequent else { return .asText }
    switch states[statement.text] {
    case .kept(let name)? where isDirect: return .byName(name)
    case .seen? where isDirect:
      count += 1
      return .named("\(names) \(count)")
    case nil where states.count < Self.most: states[statement.text] = .seen
    default: break
    }
    return .asText
  }

  /// Notes that the server has given a name to a statement.
  mutating func keep(_ text: String, _ name: String) { states[text] = .kept(name: name) }

  /// Sends all as text from now on.
  mutating func end() {
    isDirect = false
    states = [:]
  }
}
