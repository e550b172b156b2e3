import Foundation
import Synchronization

@testable import Accounts
@testable import AccountsFile

/// System calls that fail when a test says so, and are recorded.
final class FailingCalls: Sendable {
  private struct State {
    var log: [String] = []
    var failures: [String: (errno: Int32, times: Int)] = [:]
  }
  private let state = Mutex(State())
  private let directories = Mutex<Set<Int32>>([])

  /// The recorded calls, such as `write`, `fsync file` or `rename accounts.json`.
  var log: [String] { state.withLock { $0.log } }

  /// Makes a call fail with an errno this many times.
  func fail(_ call: String, with code: Int32, times: Int = .max) {
    state.withLock { $0.failures[call] = (code, times) }
  }

  /// The errno with which a call should fail now; nil if it should succeed.
  private func failure(of call: String) -> Int32? {
    state.withLock { state in
      state.log.append(call)
      guard let failure = state.failures[call], failure.times > 0 else { return nil }
      state.failures[call] = (failure.errno, failure.times - 1)
      return failure.errno
    }
  }

  private func failed<Number: SignedInteger>(_ call: String) -> Number? {
    guard let code = failure(of: call) else { return nil }
    errno = code
    return -1
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.open = { directory, path, flags, mode in
      let name = Self.kind(of: path, flags: flags)
      if let failed: Int32 = self.failed("open \(name)") { return failed }
      let descriptor = usual.open(directory, path, flags, mode)
      self.directories.withLock {
        if flags & O_DIRECTORY != 0 { $0.insert(descriptor) } else { $0.remove(descriptor) }
      }
      return descriptor
    }
    calls.read = { self.failed("read") ?? usual.read($0, $1, $2) }
    calls.pread = { self.failed("pread") ?? usual.pread($0, $1, $2, $3) }
    calls.write = { self.failed("write") ?? usual.write($0, $1, $2) }
    calls.fsync = { descriptor in
      let isDirectory = self.directories.withLock { $0.contains(descriptor) }
      return self.failed(isDirectory ? "fsync directory" : "fsync file") ?? usual.fsync(descriptor)
    }
    calls.fchmod = { self.failed("fchmod") ?? usual.fchmod($0, $1) }
    calls.fchown = { self.failed("fchown") ?? usual.fchown($0, $1, $2) }
    calls.flock = { self.failed("flock") ?? usual.flock($0, $1) }
    calls.rename = { directory, from, to in
      self.failed("rename \(to)") ?? usual.rename(directory, from, to)
    }
    calls.mkdir = { self.failed("mkdir") ?? usual.mkdir($0, $1, $2) }
    return calls
  }

  private static func kind(of name: String, flags: Int32) -> String {
    // The one that is forced to the disk, not the one in which files are found.
    if flags & O_DIRECTORY != 0 { return name == "." ? "directory" : "directory by path" }
    return name.hasSuffix(".tmp") ? "temporary" : name.hasSuffix(".lock") ? "lock" : name
  }
}
