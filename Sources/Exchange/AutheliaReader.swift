import Accounts
import LosslessJSON

/// Reads Authelia's users file: the part of YAML that it needs, with one key or item per line.
/// Reports the line of any other YAML.
struct AutheliaReader {
  private struct Line {
    let indentation: Int
    /// The line after its indentation, including a comment at its end.
    let range: Range<Int>
  }

  private let text: ExchangeText
  private var lines: [Line] = []
  private var next = 0
  private var reading: ExchangeReading

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    var reader = AutheliaReader(text: text, reading: ExchangeReading(options))
    do throws(Fault) {
      try reader.findLines()
      try reader.readUsers()
    } catch {
      reader.reading.stop(error.fault, at: error.offset)
    }
    reader.reading.refuseOthers(in: .users, from: text.start)
    return reader.reading
  }

  /// An error that ends the reading, with its place.
  private struct Fault: Error {
    let fault: ExchangeFault
    let offset: Int

    init(_ fault: YAMLFault, _ offset: Int) { self.init(.yaml(fault), offset) }

    init(_ fault: ExchangeFault, _ offset: Int) {
      self.fault = fault
      self.offset = offset
    }
  }

  private mutating func findLines() throws(Fault) {
    var isFirst = true
    for range in text.lines {
      let bytes = text.bytes[range]
      if let place = otherLineEnd(in: range) { throw Fault(.beyond, place) }
      guard let start = bytes.firstIndex(where: { $0 != 0x20 }) else { continue }
      if bytes[start] == UInt8(ascii: "#") { continue }
      if bytes[start] == 0x09 {
        if bytes[start...].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
        throw Fault(.tab, start)
      }
      if isFirst, bytes.elementsEqual("---".utf8) {
        isFirst = false
        continue
      }
      if bytes.elementsEqual("...".utf8) { return }
      isFirst = false
      lines.append(Line(indentation: start - range.lowerBound, range: start..<range.upperBound))
    }
  }

  /// The first sign that YAML takes for the end of a line beside LF and CRLF: CR, NEL, LS or PS. What
  /// follows it is a comment here, and may be a key there.
  private func otherLineEnd(in range: Range<Int>) -> Int? {
    let bytes = text.bytes
    return range.first { place in
      switch bytes[place] {
      case 0x0D: true
      case 0xC2: place + 1 < range.upperBound && bytes[place + 1] == 0x85
      case 0xE2:
        place + 2 < range.upperBound && bytes[place + 1] == 0x80
          && (bytes[place + 2] == 0xA8 || bytes[place + 2] == 0xA9)
      default: false
      }
    }
  }

  private mutating func readUsers() throws(Fault) {
    guard let first = lines.first else { throw Fault(.noUsers, text.start) }
    let (key, rest) = try key(of: first)
    guard first.indentation == 0, key == "users" else {
      throw Fault(.noUsers, first.range.lowerBound)
    }
    next = 1
    if text.bytes[rest].elementsEqual("{}".utf8) {
      guard lines.count == 1 else { throw Fault(.beyond, rest.lowerBound) }
      return
    }
    try expectNothing(in: rest)
    guard next < lines.count else { return }
    let indentation = lines[next].indentation
    var names: Set<String> = []
    while next < lines.count {
      let line = lines[next]
      guard line.indentation == indentation, indentation > 0 else {
        throw Fault(
          line.indentation == 0 ? .beyond : .indentation, line.range.lowerBound)
      }
      let (name, rest) = try self.key(of: line)
      try expectNothing(in: rest)
      guard names.insert(name).inserted else { throw Fault(.keyTwice(name), line.range.lowerBound) }
      next += 1
      try readUser(name, at: line.range.lowerBound, deeperThan: indentation)
    }
  }

  private mutating func readUser(
    _ name: String, at offset: Int, deeperThan outer: Int
  ) throws(Fault) {
    let faults = reading.faults.count
    var record = ExchangeRecord(at: offset)
    var keys: Set<String> = []
    var attributes: [JSONLiteral.Member] = []
    let indentation = next < lines.count ? lines[next].indentation : 0
    while next < lines.count, lines[next].indentation > outer {
      let line = lines[next]
      guard line.indentation == indentation else {
        throw Fault(.indentation, line.range.lowerBound)
      }
      let (key, rest) = try key(of: line)
      guard keys.insert(key).inserted else { throw Fault(.keyTwice(key), line.range.lowerBound) }
      next += 1
      if key == "groups" {
        record.values.groups = try groups(rest, indentation: indentation)
        record.offsets[.groups] = line.range.lowerBound
        continue
      }
      if key == "disabled" {
        guard case .bool(let isDisabled) = try literal(in: rest) else {
          throw Fault(.notBoolean, rest.lowerBound)
        }
        if isDisabled { record.values[.disabled] = .flag(true) }
        record.offsets[.disabled] = rest.lowerBound
        continue
      }
      if let field = Authelia.fields.first(where: { $0.key == key })?.field {
        set(field, try value(in: rest), at: rest.lowerBound, of: &record)
        continue
      }
      // It brings keys of elsewhere, which may say who cannot log in.
      if key == "<<" { throw Fault(.beyond, line.range.lowerBound) }
      // The file has other names for some fields, and none for others.
      if let field = Field(key), reading.without.contains(field) {
        _ = try passOver(rest, indentation)
        continue
      }
      let isLeftOut = reading.others.leavesOut(key)
      if !isLeftOut, Authelia.ownTexts.contains(key) {
        if let value = try value(in: rest) { attributes.append(.init(key, .string(value))) }
      } else if !isLeftOut, Authelia.ownMaps.contains(key) {
        let value = try node(rest, indentation: indentation, depth: 0)
        guard value != .null else { continue }
        guard case .object = value else { throw Fault(.notMap(key), rest.lowerBound) }
        attributes.append(.init(key, value))
      } else if !isLeftOut, key != Authelia.ownKey, KeyMeaning.isOwn(key.utf8.span) {
        let value = try node(rest, indentation: indentation, depth: 0)
        record.ownKeys.append(.init(key, value))
      } else {
        reading.others.note(key, at: line.range.lowerBound)
        let value = try passOver(rest, indentation)
        reading.others.note(value, of: key, at: rest.lowerBound)
        if isLeftOut { record.dropped.insert(key) }
      }
    }
    finish(&record, name, attributes)
    reading.add(record, faultsBefore: faults)
  }

  /// Passes over what a key has; returns its value, which is empty for a map or a list. Throws for a
  /// single value that cannot be read: it may say who cannot log in.
  private mutating func passOver(
    _ rest: Range<Int>, _ indentation: Int
  ) throws(Fault) -> JSONLiteral {
    let below = next
    while next < lines.count,
      lines[next].indentation > indentation
        || lines[next].indentation == indentation && isItem(lines[next])
    {
      next += 1
    }
    switch text.bytes[rest].first {
    case UInt8(ascii: "["):
      _ = try flow(rest)
      return .object([])
    case UInt8(ascii: "{"):
      // What is open here goes on below, and its lines are no lines of users.
      guard text.bytes[rest].last(where: { $0 != 0x20 }) == UInt8(ascii: "}") else {
        throw Fault(.beyond, rest.lowerBound)
      }
      return .object([])
    case nil, UInt8(ascii: "#"):
      guard next > below else { return .null }
      // A value on a line of its own is neither an item nor a key.
      guard isItem(lines[below]) || (try? key(of: lines[below])) != nil else {
        throw Fault(.beyond, lines[below].range.lowerBound)
      }
      return .object([])
    default:
      guard next == below else { throw Fault(.beyond, rest.lowerBound) }
      return try literal(in: rest)
    }
  }

  private mutating func set(
    _ field: Field, _ value: String?, at offset: Int, of record: inout ExchangeRecord
  ) {
    guard let value, field.mayBeEmpty || !value.isEmpty else { return }
    reading.set(field, value, at: offset, of: &record, password: Authelia.stored)
  }

  /// Translates a user's name into our fields, and keeps the attributes that no field has.
  private func finish(
    _ record: inout ExchangeRecord, _ name: String, _ attributes: [JSONLiteral.Member]
  ) {
    if record.offsets[.email] == nil {
      record.setName(name, at: record.offset)
    } else if name != record.values.email {
      record.values.username = name
      record.offsets[.username] = record.offset
    }
    // A display name that only repeats the fields is not kept.
    let plain = JSONLiteral.Member("displayname", .string(record.displayName))
    let kept = attributes.filter { $0 != plain }
    if !kept.isEmpty { record.ownKeys.append(.init(Authelia.ownKey, .object(kept))) }
  }

  /// The value after a key, or below it: a map, a list or a single value, with its type.
  private mutating func node(
    _ rest: Range<Int>, indentation: Int, depth: Int
  ) throws(Fault) -> JSONLiteral {
    guard depth < 32 else { throw Fault(.beyond, rest.lowerBound) }
    if let first = text.bytes[rest].first, first != UInt8(ascii: "#") {
      if first == UInt8(ascii: "[") { return .array(try flow(rest).map { .string($0) }) }
      if text.bytes[rest].starts(with: "{}".utf8) {
        try expectNothing(in: rest.dropFirst(2))
        return .object([])
      }
      return try literal(in: rest)
    }
    guard next < lines.count, lines[next].indentation >= indentation else { return .null }
    if isItem(lines[next]) {
      return .array(
        try items(indentation: indentation) { (reader, range) throws(Fault) in
          try reader.literal(in: range)
        })
    }
    let own = lines[next].indentation
    guard own > indentation else { return .null }
    var (members, keys) = ([JSONLiteral.Member](), Set<String>())
    while next < lines.count, lines[next].indentation > indentation {
      let line = lines[next]
      guard line.indentation == own else { throw Fault(.indentation, line.range.lowerBound) }
      let (key, rest) = try key(of: line)
      guard keys.insert(key).inserted else {
        throw Fault(.keyTwice(key), line.range.lowerBound)
      }
      next += 1
      members.append(.init(key, try node(rest, indentation: own, depth: depth + 1)))
    }
    return .object(members)
  }

  /// The items of a list, one per line with a hyphen; empty if the next line is not an item.
  private mutating func items<Item>(
    indentation: Int, _ read: (AutheliaReader, Range<Int>) throws(Fault) -> Item
  ) throws(Fault) -> [Item] {
    var items: [Item] = []
    let own = next < lines.count ? lines[next].indentation : 0
    while next < lines.count, lines[next].indentation >= indentation, isItem(lines[next]) {
      let line = lines[next]
      guard line.indentation == own else { throw Fault(.indentation, line.range.lowerBound) }
      items.append(try read(self, skippingSpace(line.range.dropFirst(1))))
      next += 1
    }
    return items
  }

  /// A single value: a text in quotes, or a plain value as YAML interprets it.
  private func literal(in range: Range<Int>) throws(Fault) -> JSONLiteral {
    let isQuoted = text.bytes[range].first.map { "'\"".utf8.contains($0) } ?? false
    guard let value = try value(in: range) else { return .null }
    return isQuoted ? .string(value) : YAMLScalar.literal(ofPlain: value)
  }

  /// The items of a list: `[]`, `[a, 'b']`, or one line each with a hyphen.
  private mutating func groups(_ rest: Range<Int>, indentation: Int) throws(Fault) -> [String] {
    if !rest.isEmpty, text.bytes[rest.lowerBound] == UInt8(ascii: "[") { return try flow(rest) }
    try expectNothing(in: rest)
    return try items(indentation: indentation) { (reader, range) throws(Fault) in
      try reader.value(in: range)
    }.compactMap(\.self)
  }

  private func isItem(_ line: Line) -> Bool {
    text.bytes[line.range].starts(with: "- ".utf8) || text.bytes[line.range].elementsEqual("-".utf8)
  }

  private func flow(_ range: Range<Int>) throws(Fault) -> [String] {
    var items: [String] = []
    var rest = skippingSpace(range.dropFirst(1))
    while !rest.isEmpty, text.bytes[rest.lowerBound] != UInt8(ascii: "]") {
      let isQuoted = "'\"".utf8.contains(text.bytes[rest.lowerBound])
      // In a list in brackets, an item that begins with ? is a map.
      if text.bytes[rest.lowerBound] == UInt8(ascii: "?") { throw Fault(.beyond, rest.lowerBound) }
      let end =
        isQuoted
        ? rest.upperBound
        : text.bytes[rest].firstIndex { ",]".utf8.contains($0) } ?? rest.upperBound
      let (item, stop) = try scalar(rest.lowerBound..<end)
      if let item { items.append(item) }
      rest = skippingSpace(stop..<range.upperBound)
      guard let sign = text.bytes[rest].first, ",]".utf8.contains(sign) else {
        throw Fault(.beyond, range.lowerBound)
      }
      if sign == UInt8(ascii: ",") { rest = skippingSpace(rest.dropFirst(1)) }
    }
    guard !rest.isEmpty else { throw Fault(.beyond, range.lowerBound) }
    try expectNothing(in: skippingSpace(rest.dropFirst(1)))
    return items
  }

  /// A line's key, and the range after its colon.
  private func key(of line: Line) throws(Fault) -> (String, Range<Int>) {
    let (key, end) = try scalar(line.range)
    let rest = skippingSpace(end..<line.range.upperBound)
    guard let key, !rest.isEmpty, text.bytes[rest.lowerBound] == UInt8(ascii: ":"),
      rest.count == 1 || [0x20, 0x09].contains(text.bytes[rest.lowerBound + 1])
    else { throw Fault(YAMLFault.noColon, line.range.lowerBound) }
    return (key, skippingSpace(rest.dropFirst(1)))
  }

  private func value(in range: Range<Int>) throws(Fault) -> String? {
    if !range.isEmpty, text.bytes[range.lowerBound] == UInt8(ascii: "#") { return nil }
    let (value, end) = try scalar(range)
    try expectNothing(in: end..<range.upperBound)
    return value
  }

  private func scalar(_ range: Range<Int>) throws(Fault) -> (String?, Int) {
    do throws(YAMLFault) {
      return try YAMLScalar.read(text.bytes[range])
    } catch {
      throw Fault(error, range.lowerBound)
    }
  }

  /// Throws unless the range has only space and a comment.
  private func expectNothing(in range: Range<Int>) throws(Fault) {
    let rest = skippingSpace(range)
    guard let first = text.bytes[rest].first else { return }
    if first == UInt8(ascii: "#") { return }
    throw Fault(.behindValue, rest.lowerBound)
  }

  private func skippingSpace(_ range: Range<Int>) -> Range<Int> {
    let start = text.bytes[range].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? range.upperBound
    return start..<range.upperBound
  }
}
