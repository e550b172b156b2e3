import Foundation
import TestSupport

/// A pipe whose ends no other program inherits.
struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    (readEnd, writeEnd) = try Descriptors.pair { pipe($0) }
  }
}

/// A file opened for a program that is about to start.
func opened(_ path: String, _ flags: Int32) throws -> Int32 {
  try SystemFailure.checked("open \(path)", open(path, flags | O_CLOEXEC | O_NOCTTY))
}

/// Keeps the number of programs that run at once within what a small machine bears: each hash
/// takes 64 MiB.
actor Gate {
  static let programs = Gate(places: 4)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func pass<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { leave() }
    return try await work()
  }

  private func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
