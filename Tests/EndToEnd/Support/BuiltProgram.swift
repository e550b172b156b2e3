import Foundation

/// The paths of the built `regapp` and the fixtures.
enum BuiltProgram {
  /// The program that `REGAPP_PROGRAM` names; else the one beside the test bundle that runs now:
  /// the same build, wherever it was put.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["REGAPP_PROGRAM"], !named.isEmpty {
      // As /proc tells it, by which a running one is known again.
      return URL(fileURLWithPath: named).resolvingSymlinksInPath().path
    }
    let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = [link, CommandLine.arguments.first ?? ""].map { path in
      URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("regapp").path
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
  }()

  /// Its name in its folder.
  static let name = URL(fileURLWithPath: path).lastPathComponent

  /// The package's own folder.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// A folder among the fixtures. It is read and copied, and never written.
  static func fixture(_ name: String) -> String { "\(package)/Fixtures/\(name)" }
}
