import Foundation
import Synchronization

@testable import Accounts
@testable import AccountsFile

/// System calls that fail when a test says so, and are recorded.
final class FailingCalls: Sendable {
  private struct State {
    var log: [String] = []
    var failures: [String: (errno: Int32, skipped: Int, times: Int)] = [:]
  }
  private let state = Mutex(State())
  private let directories = Mutex<Set<Int32>>([])
  private let histories = Mutex<Set<Int32>>([])
  /// The open temporary files, which may be linked to a place.
  private let temporaries = Mutex<[String: Int32]>([:])

  /// The recorded calls, such as `write`, `fsync file`, `fsync history` or `rename accounts.json`.
  var log: [String] { state.withLock { $0.log } }

  /// Makes a call fail with an errno this many times, after it succeeded some times.
  func fail(_ call: String, with code: Int32, after skipped: Int = 0, times: Int = .max) {
    state.withLock { $0.failures[call] = (code, skipped, times) }
  }

  /// The errno with which a call should fail now; nil if it should succeed.
  private func failure(of call: String) -> Int32? {
    state.withLock { state in
      state.log.append(call)
      guard let failure = state.failures[call], failure.times > 0 else { return nil }
      guard failure.skipped == 0 else {
        state.failures[call]?.skipped -= 1
        return nil
      }
      state.failures[call]?.times -= 1
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
      if path.hasSuffix(".tmp") { self.temporaries.withLock { $0[path] = descriptor } }
      self.histories.withLock {
        if path == "history.jsonl" { $0.insert(descriptor) } else { $0.remove(descriptor) }
      }
      return descriptor
    }
    calls.read = { self.failed("read") ?? usual.read($0, $1, $2) }
    calls.pread = { descriptor, buffer, count, offset in
      self.failed(self.name("pread", descriptor)) ?? usual.pread(descriptor, buffer, count, offset)
    }
    calls.write = { self.failed("write") ?? usual.write($0, $1, $2) }
    calls.copy = { self.failed("copy") ?? usual.copy($0, $1, $2) }
    calls.pwrite = { descriptor, buffer, count, offset in
      let call = self.name("pwrite", descriptor)
      // A part of it is written before it fails.
      if let half: Int = self.failed("half a \(call)") {
        let code = errno
        _ = usual.pwrite(descriptor, buffer, count / 2, offset)
        errno = code
        return half
      }
      return self.failed(call) ?? usual.pwrite(descriptor, buffer, count, offset)
    }
    calls.ftruncate = {
      self.failed(self.name("ftruncate", $0)) ?? usual.ftruncate($0, $1)
    }
    calls.allocate = {
      self.failed(self.name("allocate", $0)) ?? usual.allocate($0, $1)
    }
    calls.fsync = { descriptor in
      let isDirectory = self.directories.withLock { $0.contains(descriptor) }
      let name = isDirectory ? "fsync directory" : self.name("fsync", descriptor, orElse: "file")
      return self.failed(name) ?? usual.fsync(descriptor)
    }
    calls.fstat = { self.failed(self.name("fstat", $0)) ?? usual.fstat($0, &$1) }
    calls.fchmod = { self.failed(self.name("fchmod", $0)) ?? usual.fchmod($0, $1) }
    calls.fchown = { self.failed("fchown") ?? usual.fchown($0, $1, $2) }
    calls.flock = { self.failed($1 == LOCK_UN ? "unlock" : "flock") ?? usual.flock($0, $1) }
    calls.rename = { directory, from, to in
      self.failed("rename \(to)") ?? usual.rename(directory, from, to)
    }
    calls.link = { directory, from, to in
      if let failed: Int32 = self.failed("link \(to)") { return failed }
      let made = self.temporaries.withLock { $0.removeValue(forKey: from) }
      if to == "history.jsonl", let made { self.histories.withLock { _ = $0.insert(made) } }
      return usual.link(directory, from, to)
    }
    calls.access = { self.failed("access") ?? usual.access($0, $1, $2) }
    calls.mkdir = { self.failed("mkdir") ?? usual.mkdir($0, $1, $2) }
    return calls
  }

  /// A call's name, which says so if it is one on the history.
  private func name(_ call: String, _ descriptor: Int32, orElse kind: String? = nil) -> String {
    let isHistory = histories.withLock { $0.contains(descriptor) }
    return ([call] + [isHistory ? "history" : kind].compactMap { $0 }).joined(separator: " ")
  }

  private static func kind(of name: String, flags: Int32) -> String {
    // The one that is forced to the disk, not the one in which files are found.
    if flags & O_DIRECTORY != 0 { return name == "." ? "directory" : "directory by path" }
    return name.hasSuffix(".tmp") ? "temporary" : name.hasSuffix(".lock") ? "lock" : name
  }
}
