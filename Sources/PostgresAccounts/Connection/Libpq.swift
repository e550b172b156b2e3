import CPostgres

/// The calls of libpq that send something or wait for it. A test sees each before and after it.
/// Calls that only look at what has come are not among them.
package struct Libpq: Sendable {
  /// Is told of each call by its name, and whether it has been made.
  package var watch: (@Sendable (_ call: String, _ isMade: Bool) -> Void)?

  /// Looks up the addresses of a host, however long that takes.
  var resolve: @Sendable (String) -> HostNames.Answer = HostNames.ofSystem

  package init() {}

  /// Why this machine's libpq cannot be used; nil if it can. It is loaded when this is first asked,
  /// which `DatabaseAddress` does: without an address there is no connection.
  package static let fault = cpostgres_load().map { PostgresFault.noLibrary(String(cString: $0)) }

  func callAsFunction<Result>(_ name: String, _ call: () -> Result) -> Result {
    watch?(name, false)
    defer { watch?(name, true) }
    return call()
  }

  /// Two lists of C strings that end in nil, as libpq takes keywords and their values.
  static func strings<Result>(
    _ keys: [String], _ values: [String],
    _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var starts: [Int] = []
    var all: [CChar] = []
    for text in keys + values {
      starts.append(all.count)
      all += text.utf8CString
    }
    return all.withUnsafeBufferPointer { all in
      let pointers = starts.map { start in all.baseAddress.map { $0 + start } }
      return body(pointers[..<keys.count] + [nil], pointers[keys.count...] + [nil])
    }
  }
}
