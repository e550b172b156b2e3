/// Punycode as in RFC 3492: characters beyond ASCII in the letters and digits of a host name.
package enum Punycode {
  private static let (base, least, most, skew, damping) = (36, 1, 26, 38, 700)
  private static let (firstBias, firstCode) = (72, 128)

  /// The label in ASCII, without `xn--` before it (section 6.3). It does not end with `-` if the
  /// label had a character beyond ASCII.
  package static func encoded(_ label: some StringProtocol) -> String {
    let codes = label.unicodeScalars.map { Int($0.value) }
    var output = codes.filter { $0 < firstCode }.map { UInt8(truncatingIfNeeded: $0) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias, handled) = (firstCode, 0, firstBias, basic)
    while handled < codes.count, let next = codes.lazy.filter({ $0 >= code }).min() {
      delta += (next - code) * (handled + 1)
      code = next
      for other in codes {
        if other < code { delta += 1 }
        guard other == code else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a number of variable length, the least digit first.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var (rest, position) = (number, base)
    while true {
      let threshold = min(max(position - bias, least), most)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    output.append(digit(rest))
  }

  /// How the digits of the next number are weighed (section 6.1).
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / damping : delta / 2
    rest += rest / count
    var bias = 0
    while rest > (base - least) * most / 2 {
      rest /= base - least
      bias += base
    }
    return bias + (base - least + 1) * rest / (rest + skew)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(
      truncatingIfNeeded: value < 26
        ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
  }
}
