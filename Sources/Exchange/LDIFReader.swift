import Accounts
import TextTools

/// Reads the people in an LDIF file; other entries, such as organisations, are skipped.
struct LDIFReader {
  /// A line with its continuations, and the offset of each.
  private struct Line {
    var bytes: [UInt8]
    let offset: Int
  }

  /// One attribute of an entry.
  private struct Attribute {
    let name: String
    let value: [UInt8]
    let offset: Int
    let valueOffset: Int
  }

  private let text: ExchangeText
  private var reading = ExchangeReading()

  static func read(_ text: ExchangeText) -> ExchangeReading {
    var reader = LDIFReader(text: text)
    reader.readEntries()
    return reader.reading
  }

  private init(text: ExchangeText) { self.text = text }

  private mutating func readEntries() {
    var entry: [Line] = []
    var isComment = false
    var isFirst = true
    for range in text.lines {
      let bytes = text.bytes[range]
      if bytes.isEmpty {
        read(entry)
        entry = []
        isComment = false
      } else if bytes.first == 0x20 {
        // It continues the previous line, even if that is a comment.
        if isComment { continue }
        if entry.isEmpty {
          reading.fail(.noAttribute, at: range.lowerBound)
        } else {
          entry[entry.count - 1].bytes += bytes.dropFirst()
        }
      } else if bytes.first == UInt8(ascii: "#") {
        isComment = true
      } else {
        isComment = false
        let isVersion = isFirst && bytes.starts(with: "version:".utf8)
        if !isVersion { entry.append(Line(bytes: Array(bytes), offset: range.lowerBound)) }
        isFirst = false
      }
    }
    read(entry)
  }

  private mutating func read(_ entry: [Line]) {
    guard let first = entry.first else { return }
    var attributes: [Attribute] = []
    for line in entry {
      do throws(ExchangeFault) {
        attributes.append(try Self.attribute(line))
      } catch {
        return reading.fail(error, at: line.offset)
      }
    }
    guard attributes.first?.name == "dn" else { return reading.fail(.noDN, at: first.offset) }
    for attribute in attributes where attribute.name == "changetype" {
      let change = String(decoding: attribute.value, as: UTF8.self)
      if change != "add" { return reading.fail(.changeType(change), at: attribute.offset) }
    }
    guard attributes.contains(where: { ["mail", "userpassword"].contains($0.name) }) else {
      reading.passedOver += 1
      return
    }
    readPerson(attributes, at: first.offset)
  }

  private static func attribute(_ line: Line) throws(ExchangeFault) -> Attribute {
    guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw .noAttribute
    }
    let name = String(decoding: line.bytes[..<colon], as: UTF8.self).lowercased()
    var rest = line.bytes[(colon + 1)...]
    let isBase64 = rest.first == UInt8(ascii: ":")
    if rest.first == UInt8(ascii: "<") { throw .valueElsewhere }
    if isBase64 { rest = rest.dropFirst() }
    let value = rest.drop { $0 == 0x20 }
    let place = line.offset + min(value.startIndex, line.bytes.count)
    guard isBase64 else {
      return Attribute(
        name: name, value: Array(value), offset: line.offset, valueOffset: place)
    }
    guard let bytes = Base64.bytes(value) else { throw .badBase64 }
    return Attribute(name: name, value: bytes, offset: line.offset, valueOffset: place)
  }

  private static let fields: [String: Field] = [
    "mail": .email, "userpassword": .password, "givenname": .firstName, "sn": .lastName,
    "telephonenumber": .phone,
  ]

  private mutating func readPerson(_ attributes: [Attribute], at offset: Int) {
    var record = ExchangeRecord(at: offset)
    for attribute in attributes {
      guard let field = Self.fields[attribute.name] else { continue }
      let place = attribute.valueOffset
      guard record.offsets[field] == nil else {
        reading.fail(.rule(Problem(.field(field), .once)), at: place)
        continue
      }
      record.offsets[field] = place
      guard let value = String(validating: attribute.value, as: UTF8.self) else {
        reading.fail(.notUTF8, at: place)
        continue
      }
      do throws(ExchangeFault) {
        record.values[text: field] =
          field == .password ? try HashSpelling.stored(value, bare: .typed) : value
      } catch {
        reading.fail(error, at: place)
      }
    }
    // An email used as last name means that the name was missing.
    if record.values.lastName == record.values.email { record.values.lastName = nil }
    reading.records.append(record)
  }
}
