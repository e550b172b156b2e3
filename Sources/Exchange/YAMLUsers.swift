/// Names and hashes in other programs' YAML: the map `basic_auth_users` of Prometheus and its
/// exporters, which is published, and the lists of AdGuard Home (`users`) and Dex
/// (`staticPasswords`), which are only known from Authelia's.
enum YAMLUsers {
  /// A list of names: its kind, and its lines.
  struct List {
    let kind: Kind
    fileprivate let lines: ArraySlice<Range<Int>>
  }

  enum Kind: String, CaseIterable {
    case prometheus = "basic_auth_users"
    case dex = "staticPasswords"
    case adGuard = "users"

    /// The program whose list it is.
    var program: String {
      switch self {
      case .prometheus: "Prometheus"
      case .dex: "Dex"
      case .adGuard: "AdGuard Home"
      }
    }
  }

  /// The list of names; nil if there is none.
  static func list(in text: ExchangeText) -> List? {
    let lines = text.lines.filter { range in
      let first = text.bytes[range].first { $0 != 0x20 && $0 != 0x09 }
      return first != nil && first != UInt8(ascii: "#")
    }
    for (index, line) in lines.enumerated() {
      guard
        let kind = Kind.allCases.first(where: { kind in
          var key = text.bytes[line]
          while let last = key.last, last == 0x20 || last == 0x09 { key.removeLast() }
          return key.elementsEqual("\(kind.rawValue):".utf8)
        })
      else { continue }
      let rest = lines[(index + 1)...]
      // The items of a list may stand at the edge too.
      let end = rest.firstIndex { line in
        let first = text.bytes[line].first
        return first != 0x20 && (kind == .prometheus || first != UInt8(ascii: "-"))
      }
      let own = rest[..<(end ?? rest.endIndex)]
      let isItem = own.first.map { text.bytes[$0].first { $0 != 0x20 } == UInt8(ascii: "-") }
      if own.isEmpty || (kind == .prometheus) == (isItem == true) { continue }
      return List(kind: kind, lines: own)
    }
    return nil
  }

  /// The names and hashes of Prometheus; nil if a line is no such pair, or a name is there twice.
  static func ofPrometheus(in text: ExchangeText) -> [(name: String, hash: String)]? {
    guard let list = list(in: text), list.kind == .prometheus else { return nil }
    var users: [(name: String, hash: String)] = []
    for line in list.lines {
      guard let pair = try? pair(line, in: text), !users.contains(where: { $0.name == pair.name })
      else { return nil }
      users.append(pair)
    }
    return users
  }

  /// A key, and the text after it. Anything but text, such as a list, is empty.
  private static func pair(
    _ line: Range<Int>, in text: ExchangeText
  ) throws(YAMLFault) -> (name: String, hash: String) {
    func start(from place: Int) -> Int {
      text.bytes[place..<line.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 }
        ?? line.upperBound
    }
    let (key, end) = try YAMLScalar.read(text.bytes[start(from: line.lowerBound)..<line.upperBound])
    guard let key, end < line.upperBound, text.bytes[end] == UInt8(ascii: ":") else {
      throw .noColon
    }
    let value = start(from: end + 1)
    guard value < line.upperBound, !"#[{&*!|>".utf8.contains(text.bytes[value]) else {
      return (key, "")
    }
    return (key, try YAMLScalar.read(text.bytes[value..<line.upperBound]).0 ?? "")
  }
}
