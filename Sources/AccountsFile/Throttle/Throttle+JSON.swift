import Accounts
import LosslessJSON

extension Throttle {
  /// Reads a throttle file; nil if it cannot be parsed, and then a new one is started.
  init?(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes),
      let keys = document.value(for: JSONKey("key"), in: document.root)
    else { return nil }
    let words = document.elements(of: keys).compactMap { value in
      document.string(value).flatMap { UInt64($0, radix: 16) }
    }
    guard words.count == 2 else { return nil }
    var failures: [UInt64: Failures] = [:]
    let names = document.value(for: JSONKey("failures"), in: document.root)
    for member in names.map({ Array(document.members(of: $0)) }) ?? [] {
      let numbers = document.elements(of: member.value).compactMap { value in
        document.number(value).flatMap { Int($0) }
      }
      guard let name = document.string(member.key).flatMap({ UInt64($0, radix: 16) }),
        numbers.count == 2, numbers[0] > 0, (0..<1 << 40).contains(numbers[1])
      else { continue }
      failures[name] = Failures(count: min(numbers[0], 64), last: numbers[1])
    }
    self.init(hash: SipHash(key: (words[0], words[1])), failures: failures)
  }

  /// The text of a throttle file.
  var text: [UInt8] {
    func hexadecimal(_ number: UInt64) -> String { String(number, radix: 16) }
    let names = failures.sorted { $0.key < $1.key }.map { name, failures in
      JSONLiteral.Member(
        hexadecimal(name), .array([.integer(failures.count), .integer(failures.last)]))
    }
    let file = JSONLiteral.object([
      .init("key", .array([.string(hexadecimal(hash.key.0)), .string(hexadecimal(hash.key.1))])),
      .init("failures", .object(names)),
    ])
    return file.bytes(style: .compact) + [UInt8(ascii: "\n")]
  }
}
