import Foundation
import Synchronization

/// A system call that failed where a test cannot go on without it.
struct SystemFailure: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// The result of a call that returns -1 and sets errno where it fails.
  @discardableResult
  static func checked(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw SystemFailure(call: call, code: errno) }
    return result
  }
}

/// Pairs of descriptors that no other program inherits. Between a pair's making and its marking no
/// program must start: a writing end that lives on elsewhere would keep its reader waiting.
enum Descriptors {
  static let lock = Mutex(())

  static func closedOnExec(
    _ pair: inout [Int32], _ make: (UnsafeMutablePointer<Int32>) -> Int32
  ) throws {
    try lock.withLock { _ in
      try SystemFailure.checked(
        "pair",
        pair.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map(make) ?? -1
        })
      for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }
}

/// A pipe whose ends no other program inherits.
struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try Descriptors.closedOnExec(&ends) { pipe($0) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }
}

/// A file opened for a program that is about to start.
func opened(_ path: String, _ flags: Int32) throws -> Int32 {
  try SystemFailure.checked("open \(path)", open(path, flags | O_CLOEXEC | O_NOCTTY))
}

/// Work that blocks, on a thread of its own: no test holds up the others.
func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: work)) }.start()
  }
}

/// How long a program may run before it counts as stuck. No test waits for it to pass.
let patience: Duration = .seconds(90)

func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  Int32(max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1)))
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
