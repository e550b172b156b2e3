import Foundation
import TestSupport
import Testing

/// `Scripts/serve-itunes`, for as long as a test needs it.
final class CatalogueServer: Sendable {
  let address: String
  /// For a program that asks it, and draws no covers.
  var environment: [String: String] {
    ["REGAPP_ITUNES_URL": address, "NO_COLOR": "1"]
  }
  private let child: ChildProcess

  init() throws {
    let pipe = try Pipe()
    let null = try opened("/dev/null", O_RDWR)
    defer {
      close(pipe.readEnd)
      close(null)
    }
    let environment = ProcessInfo.processInfo.environment
    child = try ChildProcess(
      Self.python ?? "python3", ["\(BuiltProgram.package)/Scripts/serve-itunes", "--quiet"],
      environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin"],
      [null, pipe.writeEnd, null].map { .descriptor($0) })
    close(pipe.writeEnd)
    let text = LinePipe.line(of: pipe.readEnd) ?? "nothing"
    address = String(text.drop { $0 != "=" }.dropFirst())
    guard address.hasPrefix("http://127.0.0.1:") else {
      throw SystemFailure(call: "serve-itunes said \(text)", code: 0)
    }
  }

  deinit {
    kill(child.id, SIGTERM)
    _ = try? child.waitForEnd()
  }

  static let python: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/python3" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips what needs the catalogue's server if there is no Python to run it.
  static var needsPython: Self {
    .enabled(
      if: CatalogueServer.python != nil,
      "python3 is not on PATH: the albums are not tested end to end")
  }
}

extension Home {
  /// A home in which somebody is logged in who may search the catalogue.
  static func loggedInToAlbums() throws -> Home {
    let home = try Home(fixture: "albums")
    try home.session.write("{\"email\": \"ada.lovelace@example.com\"}\n")
    return home
  }
}
