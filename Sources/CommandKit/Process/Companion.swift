import Glibc

/// Another program that belongs to this one.
package struct Companion: Sendable {
  package let name: String

  package init(name: String) { self.name = name }

  /// Its path: beside this program, else on PATH; nil if not found.
  package func path(_ environment: Environment) -> String? {
    var candidates: [String] = []
    if let own = Self.ownDirectory() { candidates.append(own) }
    candidates += (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return candidates.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static func ownDirectory() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
