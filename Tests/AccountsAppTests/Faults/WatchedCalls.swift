import Foundation
import Synchronization

@testable import Accounts
@testable import AccountsFile

/// System calls that are recorded, one of which can be made to fail.
///
/// A call is named by what it does and to what: `fsync accounts.json.tmp`, `open directory`. The
/// user of the tests appears to be root, who makes the most calls. The accounts file appears to
/// belong to another user, so that its owner must be kept, and to be old, so that reading it twice
/// does not depend on a clock.
final class WatchedCalls: Sendable {
  /// One call: its name, and its ordinal among calls of that name, from 1.
  struct Call: Sendable, Hashable, CustomStringConvertible {
    let name: String
    let number: Int
    var description: String { number == 1 ? name : "\(name), no. \(number)" }
    var isOfBytes: Bool { name.hasPrefix("read ") || name.hasPrefix("write ") }
    /// Whether such a call can fail with an errno, including EINTR.
    var canFail: Bool { !name.hasPrefix("close ") }
  }

  enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// Fails once.
    case errno(Int32)
    /// Fails from then on.
    case always(Int32)
    /// Fails forty times: enough for a caller without patience.
    case often(Int32)
    /// Is interrupted by a signal three times.
    case interrupted
    /// Transfers one byte.
    case short

    var description: String {
      switch self {
      case .errno(let code): "errno \(code)"
      case .always(let code): "errno \(code) from then on"
      case .often(let code): "errno \(code) forty times"
      case .interrupted: "interrupted"
      case .short: "one byte"
      }
    }
  }

  private struct State {
    var made: [Call] = []
    var counts: [String: Int] = [:]
    var names: [Int32: String] = [:]
    var interruptions = 3
    var hasFailed = false
  }
  private let state = Mutex(State())
  private let directory: String
  private let failing: Call?
  private let fault: Fault
  private let before: @Sendable (_ number: Int) -> Void

  /// - Parameter before: what happens before each call, by its number from 0.
  init(
    in directory: String, failing: Call? = nil, by fault: Fault = .interrupted,
    before: @escaping @Sendable (_ number: Int) -> Void = { _ in }
  ) {
    self.directory = directory
    self.failing = failing
    self.fault = fault
    self.before = before
  }

  /// The calls made, in order.
  var made: [Call] { state.withLock { $0.made } }
  /// Whether the failing call was made.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }
  /// The files that were opened and never closed.
  var open: [String] { state.withLock { $0.names.values.sorted() } }

  /// Records a call; returns its fault, or nil if it should succeed.
  private func fault(at name: String) -> Fault? {
    before(made.count)
    return state.withLock { state in
      let number = state.counts[name, default: 0] + 1
      state.counts[name] = number
      let call = Call(name: name, number: number)
      state.made.append(call)
      guard let failing, failing.name == name else { return nil }
      switch fault {
      case .errno, .short: if number != failing.number { return nil }
      case .always: if number < failing.number { return nil }
      case .often:
        if !(failing.number..<failing.number + 40).contains(number) { return nil }
      case .interrupted:
        // An interrupted call is repeated, under the next ordinals.
        guard number >= failing.number, state.interruptions > 0 else { return nil }
        state.interruptions -= 1
      }
      state.hasFailed = true
      return fault
    }
  }

  private func errnoToSet(at name: String) -> Int32? {
    switch fault(at: name) {
    case .errno(let code), .always(let code), .often(let code): code
    case .interrupted: EINTR
    case .short, nil: nil
    }
  }

  private func call(_ name: String, _ body: () -> Int32) -> Int32 {
    guard let code = errnoToSet(at: name) else { return body() }
    errno = code
    return -1
  }

  private func call(_ name: String, of count: Int, _ body: (Int) -> Int) -> Int {
    switch fault(at: name) {
    case .errno(let code), .always(let code), .often(let code): errno = code
    case .interrupted: errno = EINTR
    case .short: return body(min(count, 1))
    case nil: return body(count)
    }
    return -1
  }

  private func name(_ descriptor: Int32) -> String {
    state.withLock { $0.names[descriptor] ?? "what is not open" }
  }

  private func name(_ path: String, in directory: Int32) -> String {
    path == "." ? name(directory) : name(path)
  }

  private func name(_ path: String) -> String {
    if FilePath.name(of: path) == FilePath.name(of: directory) { return "directory" }
    let name = path.split(separator: "/").last.map(String.init) ?? "/"
    guard name.hasSuffix(".tmp"), name.hasPrefix(".") else { return name }
    return name.dropFirst().split(separator: ".").dropLast(2).joined(separator: ".") + ".tmp"
  }

  private func disguise(_ info: inout stat, of name: String) {
    if info.st_uid == geteuid() { info.st_uid = 0 }
    guard name == "accounts.json" else { return }
    info.st_uid += 1
    (info.st_mtim.tv_sec, info.st_mtim.tv_nsec) = (1, 1)
    (info.st_ctim.tv_sec, info.st_ctim.tv_nsec) = (1, 1)
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.user = { 0 }
    calls.open = { directory, path, flags, mode in
      let name = self.name(path, in: directory)
      // A directory further up fails like the directory itself.
      if flags & O_DIRECTORY != 0, name != "directory" {
        return usual.open(directory, path, flags, mode)
      }
      let descriptor = self.call("open \(name)") { usual.open(directory, path, flags, mode) }
      if descriptor >= 0 { self.state.withLock { $0.names[descriptor] = name } }
      return descriptor
    }
    calls.close = { descriptor in
      let known = self.state.withLock { $0.names[descriptor] }
      guard let name = known else { return usual.close(descriptor) }
      self.state.withLock { $0.names[descriptor] = nil }
      return self.call("close \(name)") { usual.close(descriptor) }
    }
    calls.read = { file, start, count in
      self.call("read \(self.name(file))", of: count) { usual.read(file, start, $0) }
    }
    calls.pread = { file, start, count, offset in
      self.call("read \(self.name(file))", of: count) { usual.pread(file, start, $0, offset) }
    }
    calls.write = { file, start, count in
      self.call("write \(self.name(file))", of: count) { usual.write(file, start, $0) }
    }
    calls.pwrite = { file, start, count, offset in
      self.call("write \(self.name(file))", of: count) { usual.pwrite(file, start, $0, offset) }
    }
    calls.ftruncate = { file, size in
      self.call("ftruncate \(self.name(file))") { usual.ftruncate(file, size) }
    }
    calls.allocate = { file, size in
      self.call("allocate \(self.name(file))") { usual.allocate(file, size) }
    }
    // A test's disk need not survive a power cut.
    calls.fsync = { file in self.call("fsync \(self.name(file))") { 0 } }
    calls.fchmod = { file, mode in
      self.call("fchmod \(self.name(file))") { usual.fchmod(file, mode) }
    }
    calls.fchown = { file, _, _ in self.call("fchown \(self.name(file))") { 0 } }
    calls.flock = { file, how in self.call("flock \(self.name(file))") { usual.flock(file, how) } }
    calls.removeList = { file, list in
      self.call("removeList \(self.name(file))") { usual.removeList(file, list) }
    }
    calls.link = { directory, from, to in
      let result = self.call("link \(self.name(to))") { usual.link(directory, from, to) }
      // From here on it is known by its place.
      guard result == 0 else { return result }
      let (old, new) = (self.name(from), self.name(to))
      self.state.withLock { state in
        for (descriptor, name) in state.names where name == old { state.names[descriptor] = new }
      }
      return result
    }
    calls.rename = { directory, from, to in
      self.call("rename \(self.name(to))") { usual.rename(directory, from, to) }
    }
    calls.unlink = { directory, name in
      self.call("unlink \(self.name(name))") { usual.unlink(directory, name) }
    }
    calls.mkdir = { directory, name, mode in
      self.call("mkdir \(self.name(name))") { usual.mkdir(directory, name, mode) }
    }
    calls.readlink = { directory, name, buffer in
      self.call("readlink \(self.name(name))", of: buffer.count) { _ in
        usual.readlink(directory, name, buffer)
      }
    }
    calls.names = { directory in
      let name = "names \(self.name(directory))"
      return self.errnoToSet(at: name) == nil ? usual.names(directory) : nil
    }
    watchStamps(&calls)
    return calls
  }

  private func watchStamps(_ calls: inout SystemCalls) {
    let usual = SystemCalls()
    calls.fstat = { descriptor, info in
      let name = self.name(descriptor)
      let result = self.call("fstat \(name)") { usual.fstat(descriptor, &info) }
      self.disguise(&info, of: name)
      return result
    }
    calls.stat = { directory, path, flags, info in
      let name = self.name(path)
      let result = self.call("stat \(name)") { usual.stat(directory, path, flags, &info) }
      self.disguise(&info, of: name)
      return result
    }
  }
}
