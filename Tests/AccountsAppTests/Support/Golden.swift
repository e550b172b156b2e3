import Foundation
import TestSupport
import Testing

/// The golden frames of these tests; see `GoldenFiles`.
enum Golden {
  private static let files = GoldenFiles()
  static var directory: URL { files.directory }

  static func expect(
    _ picture: Picture, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let complaint = files.complaint(about: picture, name) else { return }
    Issue.record("\(complaint)", sourceLocation: sourceLocation)
  }
}
