import Foundation

/// A failed system call that a test cannot do without.
public struct SystemFailure: Error, CustomStringConvertible {
  public let call: String
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  public var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// The result of a call that returns -1 and sets errno on failure.
  @discardableResult
  public static func checked(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw SystemFailure(call: call, code: errno) }
    return result
  }
}
