import Accounts
import LosslessJSON

extension Throttle {
  /// Reads a throttle file; nil if it cannot be parsed, and then a new one is started.
  init?(_ bytes: [UInt8]) {
    guard let file = JSONObject(parsing: bytes) else { return nil }
    let document = file.document
    let words = file.elements("key").compactMap { document.string($0).flatMap(Self.number) }
    guard words.count == 2 else { return nil }
    /// The numbers of an array under each name; what is not of this form is left out.
    func table(_ key: String) -> [UInt64: [JSONValue]] {
      Dictionary(
        file.members(key).compactMap { member in
          document.string(member.key).flatMap(Self.number)
            .map { ($0, Array(document.elements(of: member.value))) }
        }, uniquingKeysWith: { first, _ in first })
    }
    func time(_ value: JSONValue) -> Int? {
      document.number(value).flatMap { Int($0) }.flatMap { (0..<1 << 40).contains($0) ? $0 : nil }
    }
    var records: [UInt64: Record] = [:]
    for (name, values) in table("failures") {
      let numbers = values.compactMap(time)
      guard numbers.count == 2, numbers[0] > 0 else { continue }
      records[name] = Record(failures: min(numbers[0], 64), last: numbers[1])
    }
    for (name, values) in table("inFlight") {
      for pair in values.map({ Array(document.elements(of: $0)) }) where pair.count == 2 {
        guard let id = document.string(pair[0]).flatMap(Self.number), let began = time(pair[1])
        else { continue }
        records[name, default: Record(last: began)].inFlight[id] = began
      }
    }
    self.init(hash: SipHash(key: (words[0], words[1])), records: records)
  }

  private static func number(_ text: String) -> UInt64? { UInt64(text, radix: 16) }

  /// The text of a throttle file.
  var text: [UInt8] {
    func hexadecimal(_ number: UInt64) -> String { String(number, radix: 16) }
    func table(_ values: (Record) -> [JSONLiteral]) -> JSONLiteral {
      .object(
        records.sorted { $0.key < $1.key }.compactMap { name, record in
          let values = values(record)
          return values.isEmpty ? nil : .init(hexadecimal(name), .array(values))
        })
    }
    let file = JSONLiteral.object([
      .init("key", .array([.string(hexadecimal(hash.key.0)), .string(hexadecimal(hash.key.1))])),
      .init(
        "failures",
        table { $0.failures == 0 ? [] : [.integer($0.failures), .integer($0.last)] }),
      .init(
        "inFlight",
        table { record in
          record.inFlight.sorted { $0.key < $1.key }
            .map { .array([.string(hexadecimal($0.key)), .integer($0.value)]) }
        }),
    ])
    return file.bytes(style: .compact) + [UInt8(ascii: "\n")]
  }
}
