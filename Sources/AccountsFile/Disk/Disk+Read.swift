import AccountsDocument
import Glibc

/// A file's text and the state in which it was read.
struct FileText: Sendable {
  let bytes: [UInt8]
  let stamp: FileStamp
  /// True if any later change must change the stamp.
  let stampWillTell: Bool

  /// The greatest size of an accounts file.
  static let greatestSize = Int(UInt32.max)
  /// The greatest size of a session, a draft or another small file of ours.
  static let greatestNote = 1 << 20
}

extension Disk {
  /// Reads a file, not following a link; nil if there is none. Repeats if the file changes
  /// meanwhile.
  ///
  /// It is read, never mapped: an editor that truncates a mapped file would crash its readers.
  ///
  /// - Parameter isBroken: tells from the beginning of a large file that nothing behind it can be
  ///   of use; then only the beginning is returned.
  func read(
    _ file: DirectoryFile, atMost limit: Int = FileText.greatestSize,
    unless isBroken: ([UInt8]) -> Bool = { _ in false }
  ) throws(DiskFault) -> FileText? {
    let path = file.path
    for _ in 0..<100 {
      guard let descriptor = try open(file) else { return nil }
      defer { close(descriptor) }
      let tick = calls.now()
      let before = try stamp(of: descriptor, path: path, for: .read)
      guard before.isRegularFile else {
        throw DiskFault(action: .read, path: path, reason: .notRegularFile)
      }
      guard before.size <= limit else {
        throw DiskFault(action: .read, path: path, reason: .tooLarge(maximum: limit))
      }
      let isLarge = before.size > Self.largePart
      if isLarge {
        let beginning = try read(descriptor, at: 0, upTo: Self.beginning, path: path)
        if isBroken(beginning) {
          return FileText(bytes: beginning, stamp: before, stampWillTell: false)
        }
      }
      let bytes =
        isLarge
        ? try readInParts(descriptor, path: path, expecting: before.size)
        : try readAll(descriptor, path: path, expecting: before.size)
      let after = try stamp(of: descriptor, path: path, for: .read)
      if before == after, bytes.count == after.size {
        return FileText(bytes: bytes, stamp: after, stampWillTell: after.changed.isOver(by: tick))
      }
    }
    throw DiskFault(action: .read, path: path, reason: .errno(EAGAIN))
  }

  /// Opens a file for reading, not following a link; nil if there is none.
  func open(_ file: DirectoryFile) throws(DiskFault) -> Int32? {
    let descriptor = open(file, O_RDONLY)
    if descriptor >= 0 { return descriptor }
    switch errno {
    case ENOENT: return nil
    case ELOOP: throw file.fault(.read, .isLink)
    // A socket cannot even be opened.
    case ENXIO: throw file.fault(.read, .notRegularFile)
    case let code: throw file.fault(.read, reason(code, opening: file))
    }
  }

  /// Opens a file, not following a link, or creates it for its owner alone; less than 0 if that
  /// fails.
  func open(_ file: DirectoryFile, _ flags: Int32) -> Int32 {
    // Without O_NONBLOCK, a pipe put in the file's place would keep us waiting for ever.
    let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    return retrying { calls.open(file.directory.descriptor, file.name, all, 0o600) }
  }

  /// The reason why a file cannot be opened. Users who can write the directory are told who owns
  /// it.
  func reason(_ code: Int32, opening file: DirectoryFile) -> DiskFault.Reason {
    let isMeant = code == EACCES && sharingGroup(of: file.directory, nil) != nil
    return isMeant ? owner(refusing: file) ?? .errno(code) : .errno(code)
  }

  /// Fills a buffer from an offset, up to the end of the file or a failure. May also be called on
  /// threads that the background queue waits for.
  func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int
  ) -> (count: Int, failure: Int32?) {
    guard let start = buffer.baseAddress else { return (0, nil) }
    var count = 0
    while count < buffer.count {
      let got = calls.pread(descriptor, start + count, buffer.count - count, offset + count)
      if got < 0, errno == EINTR { continue }
      if got < 0 { return (count, errno) }
      if got == 0 { break }
      count += got
    }
    return (count, nil)
  }

  /// Reads bytes at an offset; fewer at the end of the file.
  func read(
    _ descriptor: Int32, at offset: Int, upTo count: Int, path: String
  ) throws(DiskFault) -> [UInt8] {
    queue.assertIsCurrent()
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      (filled, failure) = fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: offset)
    }
    if let failure { throw DiskFault(action: .read, path: path, reason: .errno(failure)) }
    return bytes
  }

  /// Reads the rest of a file. If it grows meanwhile, there are more bytes than expected, and the
  /// stamp shows the change.
  func readAll(
    _ descriptor: Int32, path: String, expecting size: Int
  ) throws(DiskFault) -> [UInt8] {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      preferLargePages(UnsafeMutableRawPointer(start), buffer.count)
      while count < buffer.count {
        let got = retrying { calls.read(descriptor, start + count, buffer.count - count) }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    if let failure { throw DiskFault(action: .read, path: path, reason: .errno(failure)) }
    return bytes
  }

  /// Reads a file from its beginning on all processors: the kernel takes longer to clear the pages
  /// than to copy the bytes.
  private func readInParts(
    _ descriptor: Int32, path: String, expecting size: Int
  ) throws(DiskFault) -> [UInt8] {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      preferLargePages(UnsafeMutableRawPointer(start), buffer.count)
      // Each part is written by one thread, and read when all are done.
      nonisolated(unsafe) let bytes = UnsafeMutableRawBufferPointer(buffer)
      let parts = inParts(size, of: Self.largePart) { part in
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[part])
        return fill(place, from: descriptor, at: part.lowerBound)
      }
      for part in parts {
        count += part.count
        failure = part.failure
        if failure != nil || count % Self.largePart != 0 { break }
      }
    }
    if let failure { throw DiskFault(action: .read, path: path, reason: .errno(failure)) }
    return bytes
  }

  private static let largePart = 1 << 23
  private static let beginning = 1 << 20

  /// Asks the kernel for large pages: clearing thousands of small ones takes longer than copying a
  /// large file. Ignoring the advice only costs time.
  private func preferLargePages(_ start: UnsafeMutableRawPointer, _ count: Int) {
    let page = 1 << 21
    guard count > 4 * page else { return }
    let aligned = start.alignedUp(toMultipleOf: page)
    let length = (count - start.distance(to: aligned)) & ~(page - 1)
    madvise(aligned, length, Int32(MADV_HUGEPAGE))
  }
}
