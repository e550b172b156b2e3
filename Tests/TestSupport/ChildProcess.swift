import CFiles
import Foundation

/// A program started by `posix_spawn` as leader of a new session, with the given descriptors,
/// environment and default signal handling, whatever this process has.
public struct ChildProcess: Sendable {
  public let id: pid_t

  /// The source of a child's descriptor.
  public enum Source {
    case descriptor(Int32)
    /// Opened by the child. A terminal becomes its controlling one.
    case file(String)
  }

  public enum End: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// - Parameter program: a path, or a name to look up on PATH.
  public init(
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
    posix_spawn_file_actions_addclosefrom_np(&actions, Int32(max(3, sources.count)))
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
    let code = posix_spawnp(&id, program, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemFailure(call: "posix_spawn \(program)", code: code) }
    self.id = id
  }

  /// Waits until it has ended. Blocks. When patience ends, it is killed, with what it has started.
  public func waitForEnd() throws -> End {
    let limit = DispatchWorkItem { [id] in kill(-id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1), execute: limit)
    defer { limit.cancel() }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemFailure(call: "waitpid", code: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Runs blocking work on its own thread, so that no test delays the others.
public func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: work)) }.start()
  }
}
