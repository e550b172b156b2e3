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
/// program must start: an end that lives on elsewhere would keep a terminal or a pipe open.
enum Descriptors {
  static let lock = Mutex(())

  static func pair(_ make: (UnsafeMutablePointer<Int32>) -> Int32) throws -> (Int32, Int32) {
    try lock.withLock { _ in
      var pair: [Int32] = [-1, -1]
      try SystemFailure.checked(
        "pair",
        pair.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(make) ?? -1 })
      for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return (pair[0], pair[1])
    }
  }
}

extension Descriptors {
  /// The name under which a terminal can be opened. (`ttyname` has one buffer for all threads.)
  static func terminalName(_ terminal: Int32) throws -> String {
    var name = [CChar](repeating: 0, count: 256)
    let code = ttyname_r(terminal, &name, name.count)
    guard code == 0 else { throw SystemFailure(call: "ttyname_r", code: code) }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A program that was started at the head of a session of its own, with three descriptors, the
/// environment that it was given and the usual answers to signals.
struct ChildProcess: Sendable {
  let id: pid_t

  /// Where a descriptor of the child comes from.
  enum Source {
    case descriptor(Int32)
    /// Opened by the child. A terminal becomes the one that controls it.
    case file(String)
  }

  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  init(
    _ program: String, _ words: [String], environment: [String: String], _ sources: [Source]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, source) in sources.enumerated() {
      switch source {
      case .descriptor(let own):
        posix_spawn_file_actions_adddup2(&actions, own, Int32(number))
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let setsid: Int32 = 0x80  // POSIX_SPAWN_SETSID, which the Glibc module leaves out
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | setsid
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments = ([program] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let code = Descriptors.lock.withLock { _ in
      posix_spawnp(&id, program, &actions, &attributes, &arguments, &variables)
    }
    guard code == 0 else { throw SystemFailure(call: "posix_spawn \(program)", code: code) }
    self.id = id
  }

  /// Waits until it has ended. Blocks.
  func waitForEnd() throws -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemFailure(call: "waitpid", code: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Work that blocks, on a thread of its own: no test holds up the others.
func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: work)) }.start()
  }
}

/// How long something may take before it counts as stuck. No test waits for it to pass.
let patience: Duration = .seconds(40)

/// Whether a condition comes to hold.
func comesTrue(_ condition: @escaping @Sendable () throws -> Bool) async throws -> Bool {
  try await blocking {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try condition() { return true }
      sched_yield()
    }
    return false
  }
}
