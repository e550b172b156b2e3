import Glibc

/// Another program that belongs to this one.
package struct Companion: Sendable {
  package let name: String

  package init(name: String) { self.name = name }

  /// Its path: beside this program, else on PATH; nil if not found.
  package func path(_ environment: Environment) -> String? {
    if let own = Self.ownPath, let end = own.lastIndex(of: "/") {
      let path = "\(own[..<end])/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    return Self.pathOnPath(of: name, environment)
  }

  /// The path of a program on PATH; nil if not found.
  package static func pathOnPath(of name: String, _ environment: Environment) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// The path of this program.
  package static var ownPath: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
