import Foundation
import Testing

/// Whatever is in its place is found before anything is asked, and is no crash.
@Suite("The library of a database") struct LibpqTests {
  @Test(
    "that cannot be used is named, with what to install",
    arguments: [
      ("directory", "libpq.so.5: cannot read file data"), ("text", "libpq.so.5: file too short"),
      ("other", "libpq.so.5 has no PQ"),
    ])
  func unfit(what: String, reason: String) async throws {
    let home = try Home()
    try home.makeDirectory("lib")
    let place = "\(home.path)/lib/libpq.so.5"
    switch what {
    case "directory": try home.makeDirectory("lib/libpq.so.5")
    case "text": try home.file("lib/libpq.so.5").write("text")
    default: try FileManager.default.copyItem(atPath: Self.library(), toPath: place)
    }
    for words in [["show"], ["login", "--email", "ada@host.com"], ["list", "--json"]] {
      let ran = try await home.run(
        words,
        environment: [
          "LD_LIBRARY_PATH": "\(home.path)/lib", "REGAPP_DOCUMENTS": "postgres:///accounts",
        ])
      #expect(ran.code == 69 && ran.out == "", "\(ran)")
      #expect(ran.err.contains(reason) && ran.err.contains("apt-get install libpq5"), "\(ran)")
    }
    let help = try await home.run(
      "show", "--help", environment: ["LD_LIBRARY_PATH": "\(home.path)/lib"])
    #expect(help.code == 0)
  }

  /// Another library of the system.
  private static func library() throws -> String {
    let all = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/maps"))
    let paths = String(decoding: all, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: " ").last }
    return String(try #require(paths.first { $0.contains("/libm.so") }))
  }
}
