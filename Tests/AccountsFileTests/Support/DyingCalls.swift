import Glibc
import Synchronization

@testable import AccountsFile

/// System calls of a program that is killed after so many that change the disk: from then on, none
/// does anything.
final class DyingCalls: Sendable {
  private let left: Mutex<Int>
  /// Whether a write at an offset is the last call, and then does half of it.
  private let tears: Bool

  init(after count: Int, tears: Bool = false) {
    left = Mutex(count)
    self.tears = tears
  }

  /// Whether it was killed.
  var isDead: Bool { left.withLock { $0 < 0 } }

  /// Counts a call that changes something; whether it is done at all.
  private func lives() -> Bool {
    left.withLock { left in
      left -= left >= 0 ? 1 : 0
      return left >= 0
    }
  }

  private func dying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    if lives() { return call() }
    errno = EIO
    return -1
  }

  private func unlessDead<Number: SignedInteger>(_ call: () -> Number) -> Number {
    if !isDead { return call() }
    errno = EIO
    return -1
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.open = { directory, name, flags, mode in
      let call = { usual.open(directory, name, flags, mode) }
      return flags & O_CREAT != 0 ? self.dying(call) : self.unlessDead(call)
    }
    calls.read = { read, buffer, count in self.unlessDead { usual.read(read, buffer, count) } }
    calls.pread = { read, buffer, count, offset in
      self.unlessDead { usual.pread(read, buffer, count, offset) }
    }
    calls.write = { file, buffer, count in self.dying { usual.write(file, buffer, count) } }
    calls.copy = { source, range, target in self.dying { usual.copy(source, range, target) } }
    calls.pwrite = { file, buffer, count, offset in
      let isLast = self.left.withLock { $0 == 0 }
      if isLast, self.tears { _ = usual.pwrite(file, buffer, count / 2, offset) }
      return self.dying { usual.pwrite(file, buffer, count, offset) }
    }
    calls.ftruncate = { file, size in self.dying { usual.ftruncate(file, size) } }
    calls.allocate = { file, size in self.dying { usual.allocate(file, size) } }
    calls.fsync = { file in self.dying { usual.fsync(file) } }
    calls.fchmod = { file, mode in self.dying { usual.fchmod(file, mode) } }
    calls.fchown = { file, user, group in self.dying { usual.fchown(file, user, group) } }
    calls.removeList = { file, list in self.dying { usual.removeList(file, list) } }
    calls.link = { directory, from, to in self.dying { usual.link(directory, from, to) } }
    calls.rename = { directory, from, to in self.dying { usual.rename(directory, from, to) } }
    calls.unlink = { directory, name in self.dying { usual.unlink(directory, name) } }
    calls.mkdir = { directory, name, mode in self.dying { usual.mkdir(directory, name, mode) } }
    return calls
  }
}
