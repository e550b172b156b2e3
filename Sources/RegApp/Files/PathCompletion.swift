import CommandKit

/// How the path of a file may go on.
struct PathCompletion: Equatable, Sendable {
  /// The path typed so far.
  let typed: String
  /// The names that begin as it ends, in order; a directory's ends with a slash.
  let names: [String]
  /// The path as far as all of them are the same.
  let path: String

  /// - Parameter names: in any order. Those that cannot be typed are left out.
  init(typed: String, in directory: String, names: [String]) {
    self.typed = typed
    let names = names.filter { visible($0) == $0 && !$0.unicodeScalars.contains("\u{FFFD}") }
    self.names = names.sorted()
    guard let first = names.first else {
      path = typed
      return
    }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    path = directory + common
  }
}
