import Foundation

/// Pairs of descriptors. A child has one only if it is handed that: what starts it closes all
/// others in it.
public enum Descriptors {
  public static func pair(
    _ make: (UnsafeMutablePointer<Int32>) -> Int32
  ) throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    try SystemFailure.checked(
      "pair", pair.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(make) ?? -1 })
    return (pair[0], pair[1])
  }

  /// The name under which a terminal can be opened. (`ttyname` has one buffer for all threads.)
  public static func terminalName(_ terminal: Int32) throws -> String {
    var name = [CChar](repeating: 0, count: 256)
    let code = ttyname_r(terminal, &name, name.count)
    guard code == 0 else { throw SystemFailure(call: "ttyname_r", code: code) }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
