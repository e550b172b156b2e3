import Glibc
import Synchronization

@testable import AccountsFile

/// Real files whose times are those of a clock that a test turns.
///
/// The clock ticks as coarsely as the test wants, so that many changes may get the same time, and
/// can be set back. Every change of a file, of the store or of an editor, is stamped as a kernel
/// does it. Without a tick, all is the kernel's own.
final class ClockedFiles: Sendable {
  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt
  }

  private struct State {
    /// Nanoseconds since 1970, between the ticks too, and where between them the ticks are.
    var now = 1_800_000_000_123_456_789
    var phase = 1_234_567
    var times: [Identity: (modified: Int, changed: Int)] = [:]
    /// How many calls are left until the interruption.
    var patience = Int.max
    var interruption: (@Sendable () -> Void)?
    var indexes: Set<Int32> = []
    var (writtenIndexes, believedIndexes) = (0, 0)
  }

  /// The nanoseconds of a tick; nil for the kernel's own times.
  let tick: Int?
  private let state = Mutex(State())

  init(tick: Int?) { self.tick = tick }

  // The clock

  /// How many indexes were put in place.
  var writtenIndexes: Int { state.withLock { $0.writtenIndexes } }
  /// How often an index was read beyond its beginning, and so was believed.
  var believedIndexes: Int { state.withLock { $0.believedIndexes } }

  /// Lets time pass.
  func pass(_ nanoseconds: Int) { state.withLock { $0.now += nanoseconds } }

  /// Sets the clock, back or ahead; where its ticks are is another matter from then on.
  func setClock(by nanoseconds: Int, phase: Int) {
    guard let tick else { return }
    state.withLock {
      $0.now += nanoseconds
      $0.phase = phase % tick
    }
  }

  /// The time that the clock shows which stamps changes.
  var coarseNow: Int {
    guard let tick else { return 0 }
    return state.withLock { ($0.now - $0.phase) / tick * tick + $0.phase }
  }

  private func stamp(_ info: stat, data: Bool) {
    guard tick != nil else { return }
    let (now, key) = (coarseNow, Self.identity(info))
    state.withLock {
      let modified = data ? now : $0.times[key]?.modified ?? now
      $0.times[key] = (modified, now)
    }
  }

  private func stamp(_ descriptor: Int32, data: Bool) {
    var info = stat()
    if Glibc.fstat(descriptor, &info) == 0 { stamp(info, data: data) }
  }

  private func stamp(_ directory: Int32, _ name: String, data: Bool = false) {
    var info = stat()
    if fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 { stamp(info, data: data) }
  }

  private static func identity(_ info: stat) -> Identity {
    Identity(device: UInt(info.st_dev), inode: UInt(info.st_ino))
  }

  /// Tells the times of the clock in place of the kernel's.
  private func tell(_ info: inout stat) {
    guard tick != nil else { return }
    let (now, key) = (coarseNow, Self.identity(info))
    let times = state.withLock { state in
      let times = state.times[key] ?? (now, now)
      state.times[key] = times
      return times
    }
    info.st_mtim = Self.time(times.modified)
    info.st_ctim = Self.time(times.changed)
  }

  static func time(_ nanoseconds: Int) -> timespec {
    timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  }

  // The store's calls

  /// Has something happen inside a later call of the store.
  func interrupt(after calls: Int, with interruption: @escaping @Sendable () -> Void) {
    state.withLock { ($0.patience, $0.interruption) = (calls, interruption) }
  }

  /// Forgets an interruption that has not come.
  func endInterruption() { state.withLock { ($0.patience, $0.interruption) = (.max, nil) } }

  private func count() {
    let interruption = state.withLock { state -> (@Sendable () -> Void)? in
      state.patience -= 1
      guard state.patience < 0 else { return nil }
      defer { (state.patience, state.interruption) = (.max, nil) }
      return state.interruption
    }
    interruption?()
  }

  /// The calls of a store over these files.
  ///
  /// - Parameter hidesIndex: whether it finds no index and can make none.
  func calls(hidesIndex: Bool = false) -> SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.open = { directory, name, flags, mode in
      self.count()
      if hidesIndex, name.contains(".index") {
        errno = flags & O_CREAT == 0 ? ENOENT : EACCES
        return -1
      }
      let descriptor = usual.open(directory, name, flags, mode)
      if flags & O_EXCL != 0, descriptor >= 0 { self.stamp(descriptor, data: true) }
      self.state.withLock {
        if name.hasSuffix(".index") {
          $0.indexes.insert(descriptor)
        } else {
          $0.indexes.remove(descriptor)
        }
      }
      return descriptor
    }
    calls.read = { descriptor, buffer, count in
      self.count()
      return usual.read(descriptor, buffer, count)
    }
    calls.pread = { descriptor, buffer, count, offset in
      self.count()
      self.state.withLock {
        if offset > 0, $0.indexes.contains(descriptor) { $0.believedIndexes += 1 }
      }
      return usual.pread(descriptor, buffer, count, offset)
    }
    calls.write = { descriptor, buffer, count in
      self.count()
      defer { self.stamp(descriptor, data: true) }
      return usual.write(descriptor, buffer, count)
    }
    calls.pwrite = { descriptor, buffer, count, offset in
      self.count()
      defer { self.stamp(descriptor, data: true) }
      return usual.pwrite(descriptor, buffer, count, offset)
    }
    calls.copy = { source, range, descriptor in
      self.count()
      defer { self.stamp(descriptor, data: true) }
      return usual.copy(source, range, descriptor)
    }
    calls.ftruncate = { descriptor, size in
      self.count()
      defer { self.stamp(descriptor, data: true) }
      return usual.ftruncate(descriptor, size)
    }
    // Nothing here is to survive a power cut.
    calls.fsync = { _ in
      self.count()
      return 0
    }
    calls.fchmod = { descriptor, mode in
      self.count()
      defer { self.stamp(descriptor, data: false) }
      return usual.fchmod(descriptor, mode)
    }
    calls.fchown = { descriptor, user, group in
      self.count()
      defer { self.stamp(descriptor, data: false) }
      return usual.fchown(descriptor, user, group)
    }
    calls.fstat = { descriptor, info in
      self.count()
      let result = usual.fstat(descriptor, &info)
      if result == 0 { self.tell(&info) }
      return result
    }
    calls.stat = { directory, name, flags, info in
      self.count()
      let result = usual.stat(directory, name, flags, &info)
      if result == 0 { self.tell(&info) }
      return result
    }
    calls.rename = { directory, from, to in
      self.count()
      let result = usual.rename(directory, from, to)
      if result == 0 { self.stamp(directory, to) }
      if result == 0, to.hasSuffix(".index") { self.state.withLock { $0.writtenIndexes += 1 } }
      return result
    }
    // Wherever the tests are run.
    calls.fileSystem = { _ in 0xEF53 }
    guard let tick else { return calls }
    calls.now = { FileStamp.Moment(Self.time(self.coarseNow)) }
    calls.pause = { self.pass(tick / 3) }
    return calls
  }

  // An editor's calls

  /// Writes bytes into a file where it is, which may cut it off or make it longer first.
  func write(_ bytes: some Sequence<UInt8>, to path: String, at offset: Int = 0, size: Int? = nil) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    let bytes = Array(bytes)
    if let size { _ = Glibc.ftruncate(descriptor, size) }
    _ = Glibc.pwrite(descriptor, bytes, bytes.count, offset)
    stamp(descriptor, data: true)
    Glibc.close(descriptor)
  }

  /// Makes a file, with the mode of the accounts.
  func create(_ path: String, _ bytes: [UInt8]) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    stamp(descriptor, data: true)
    Glibc.close(descriptor)
  }

  func rename(_ from: String, to path: String) {
    _ = Glibc.rename(from, path)
    stamp(AT_FDCWD, path)
  }

  func link(_ from: String, to path: String) {
    _ = Glibc.link(from, path)
    stamp(AT_FDCWD, path)
  }

  func unlink(_ path: String, otherName: String? = nil) {
    _ = Glibc.unlink(path)
    if let otherName { stamp(AT_FDCWD, otherName) }
  }

  func setMode(_ mode: mode_t, of path: String) {
    _ = Glibc.chmod(path, mode)
    stamp(AT_FDCWD, path)
  }

  /// When a file was last modified, in nanoseconds since 1970.
  func modified(_ path: String) -> Int {
    var info = stat()
    _ = fstatat(AT_FDCWD, path, &info, 0)
    tell(&info)
    return info.st_mtim.tv_sec * 1_000_000_000 + info.st_mtim.tv_nsec
  }

  /// Puts that time back, as `touch -r` and `cp -p` do.
  func setModified(_ path: String, to nanoseconds: Int) {
    let omitted = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    _ = utimensat(AT_FDCWD, path, [omitted, Self.time(nanoseconds)], 0)
    stamp(AT_FDCWD, path)
    var info = stat()
    guard tick != nil, fstatat(AT_FDCWD, path, &info, 0) == 0 else { return }
    state.withLock { $0.times[Self.identity(info)]?.modified = nanoseconds }
  }
}
