import Accounts

/// Names and hashes in other programs' YAML: the map `basic_auth_users` of Prometheus and its
/// exporters, and the lists of AdGuard Home (`users`) and Dex (`staticPasswords`). Skips everything
/// else in their files.
struct YAMLUsers {
  /// A list of names: its kind, and its lines.
  struct List {
    let kind: Kind
    fileprivate let lines: ArraySlice<Range<Int>>
  }

  enum Kind: String, CaseIterable {
    case prometheus = "basic_auth_users"
    case dex = "staticPasswords"
    case adGuard = "users"

    fileprivate func field(_ key: String) -> Field? {
      switch (self, key) {
      case (.dex, "email"): .email
      case (.dex, "username"), (.adGuard, "name"): .username
      case (.dex, "hash"), (.adGuard, "password"): .password
      default: nil
      }
    }
  }

  private let text: ExchangeText
  private let options: ReadingOptions
  private var reading: ExchangeReading

  /// Nil if the text has no such list: then it may be Authelia's.
  static func read(_ text: ExchangeText, _ options: ReadingOptions) -> ExchangeReading? {
    guard let list = list(in: text) else { return nil }
    var reader = YAMLUsers(text: text, options: options, reading: ExchangeReading(options))
    if list.kind == .prometheus {
      reader.readMap(list.lines)
    } else {
      reader.readItems(list)
    }
    return reader.reading.settled()
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

  private mutating func readMap(_ lines: ArraySlice<Range<Int>>) {
    var names: Set<String> = []
    for line in lines {
      let start = text.bytes[line].firstIndex { $0 != 0x20 } ?? line.lowerBound
      do throws(YAMLFault) {
        let (name, hash, place) = try pair(start..<line.upperBound)
        guard names.insert(name).inserted else { throw .keyTwice(name) }
        let faults = reading.faults.count
        var record = ExchangeRecord(at: start)
        record.setName(name, at: start)
        set(.password, hash, at: place, of: &record)
        reading.add(record, faultsBefore: faults)
      } catch {
        reading.stop(.yaml(error), at: start)
        return
      }
    }
  }

  private mutating func readItems(_ list: List) {
    var record: ExchangeRecord?
    var faults = 0
    var depth = 0
    func indentation(_ line: Range<Int>) -> Int {
      (text.bytes[line].firstIndex { $0 != 0x20 } ?? line.upperBound) - line.lowerBound
    }
    let outer = list.lines.first.map(indentation) ?? 0
    for line in list.lines {
      var start = line.lowerBound + indentation(line)
      let isItem = start - line.lowerBound == outer && text.bytes[start] == UInt8(ascii: "-")
      if isItem {
        if let record { reading.add(record, faultsBefore: faults) }
        record = ExchangeRecord(at: start)
        faults = reading.faults.count
        start =
          text.bytes[(start + 1)..<line.upperBound].firstIndex { $0 != 0x20 } ?? line.upperBound
        depth = start - line.lowerBound
      }
      // Deeper lines belong to a key that has no place here.
      guard var current = record, start - line.lowerBound == depth, start < line.upperBound,
        text.bytes[start] != UInt8(ascii: "-")
      else { continue }
      do throws(YAMLFault) {
        let (key, value, place) = try pair(start..<line.upperBound)
        if let field = list.kind.field(key) {
          set(field, value, at: place, of: &current)
        } else if let mark = options.mark(key) {
          current.marks.add(mark, key, value, at: place)
        } else {
          current.dropped.insert(key)
        }
        record = current
      } catch {
        reading.stop(.yaml(error), at: start)
        return
      }
    }
    if let record { reading.add(record, faultsBefore: faults) }
  }

  /// A key, the text after it, and its offset. Anything but text, such as a list, is empty.
  private func pair(_ range: Range<Int>) throws(YAMLFault) -> (String, String, Int) {
    let (key, end) = try YAMLScalar.read(text.bytes[range])
    guard let key, end < range.upperBound, text.bytes[end] == UInt8(ascii: ":") else {
      throw .noColon
    }
    let start =
      text.bytes[(end + 1)..<range.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 }
      ?? range.upperBound
    guard start < range.upperBound, !"#[{&*!|>".utf8.contains(text.bytes[start]) else {
      return (key, "", start)
    }
    let (value, _) = try YAMLScalar.read(text.bytes[start..<range.upperBound])
    return (key, value ?? "", start)
  }

  private mutating func set(
    _ field: Field, _ value: String, at place: Int, of record: inout ExchangeRecord
  ) {
    guard !value.isEmpty else { return }
    reading.set(field, value, at: place, of: &record) { text throws(ExchangeFault) in
      try HashSpelling.hash(text)
    }
  }
}
