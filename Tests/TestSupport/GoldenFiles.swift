import Foundation

/// The files with which pictures are compared. `UPDATE_GOLDEN=1` rewrites those that differ and
/// fails the run, so that an update never passes for a success; it is refused if `CI` is set.
package struct GoldenFiles: Sendable {
  package let directory: URL

  /// - Parameter file: a file in a folder beside the one that is named `Golden`.
  package init(beside file: String = #filePath) {
    directory = URL(fileURLWithPath: file)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")
  }

  private static func isSet(_ name: String) -> Bool {
    !["", "0"].contains(ProcessInfo.processInfo.environment[name] ?? "")
  }

  /// The complaint about a picture; nil if it is as the file has it.
  package func complaint(about picture: Picture, _ name: String) -> String? {
    let file = directory.appending(path: "\(name).txt")
    let actual = directory.appending(path: "\(name).actual")
    let kept = try? String(contentsOf: file, encoding: .utf8)
    guard kept != picture.text else { return nil }
    if Self.isSet("UPDATE_GOLDEN") {
      if Self.isSet("CI") { return "UPDATE_GOLDEN is refused where CI is set" }
      do {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(picture.text.utf8).write(to: file)
        try? FileManager.default.removeItem(at: actual)
        return "\(name) was written anew: look at it"
      } catch {
        return "\(name) cannot be written: \(error)"
      }
    }
    // The new picture lies beside the file, if it can be written.
    try? Data(picture.text.utf8).write(to: actual)
    return "\(name) is another picture\n\(kept ?? "(there was none)\n")"
      + "instead of which came\n\(picture.text)"
  }
}
