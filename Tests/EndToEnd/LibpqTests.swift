import Foundation
import Testing

/// Anything else in its place is found before anything is asked, without a crash.
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
    let triple = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu" }
    return try #require(
      (triple + ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]).map { "\($0)/libm.so.6" }
        .first { FileManager.default.fileExists(atPath: $0) })
  }
}
