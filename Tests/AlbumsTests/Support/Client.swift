import Foundation
import LoopbackHTTP
import Testing

@testable import Albums

extension ITunesClient {
  /// A client of a server on this machine, with a stopped clock.
  static func of(
    _ address: String, region: String = "us", cache: AnswerCache? = nil,
    clock: ManualClock = ManualClock(), limits: TransferLimits = .still
  ) throws -> ITunesClient {
    ITunesClient(
      address: try #require(ITunesAddress(address)), region: Country(region: region), cache: cache,
      clock: clock.clock, limits: limits)
  }
}

extension TransferLimits {
  /// An answer may take for ever by `ManualClock`, and be silent for longer than any test lasts, so
  /// a request that is not cancelled never ends.
  static let still = TransferLimits(silence: 3600, total: .seconds(3600))
}

extension Country {
  static func of(_ code: String) throws -> Country { try #require(Country(code)) }
}

/// The error that `body` throws; fails the test if it throws none.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation,
  of work: () async throws(AlbumsError) -> some Any
) async -> AlbumsError? {
  do throws(AlbumsError) {
    _ = try await work()
    Issue.record("it ended without an error", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// A directory that is removed with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("albums-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func files(_ directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(directory)")) ?? []).sorted()
  }

  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.posixPermissions]
      as? Int
  }
}

/// Answers stored in the project.
enum Fixture {
  static func data(_ name: String) throws -> Data {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: root.appendingPathComponent("Fixtures/itunes/\(name)"))
  }

  static func rows(_ name: String) throws -> [AnswerRow] {
    try AnswerReader.rows(Array(data(name)))
  }
}
