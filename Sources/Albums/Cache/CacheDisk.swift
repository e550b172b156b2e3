import Dispatch
import Glibc
import TextTools

/// The cache's files. They may disappear at any time, so nothing here throws: an unreadable file
/// counts as missing, and a failed write is ignored.
enum CacheDisk {
  private static let queue = DispatchQueue(label: "albums.cache", attributes: .concurrent)

  /// Runs blocking work outside the task threads.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Creates a directory and its parents, private to the user; false if that failed, or if the
  /// directory belongs to another user.
  static func prepare(directory: String) -> Bool {
    var info = stat()
    if stat(directory, &info) != 0 {
      let parts = directory.split(separator: "/", omittingEmptySubsequences: true)
      var path = directory.hasPrefix("/") ? "" : "."
      for part in parts {
        path += "/\(part)"
        _ = mkdir(path, 0o700)
      }
      guard stat(directory, &info) == 0 else { return false }
    }
    guard info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid() else { return false }
    return info.st_mode & 0o077 == 0 || chmod(directory, 0o700) == 0
  }

  /// A regular file's bytes; nil if there is none or it exceeds the limit.
  static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= limit
    else { return nil }
    return read(descriptor, count: Int(info.st_size))
  }

  static func read(_ descriptor: Int32, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let got = Glibc.read(descriptor, start + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let put = bytes[done...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else { return false }
      done += put
    }
    return true
  }

  /// Replaces a file atomically.
  ///
  /// - Parameter time: becomes its modification time, in seconds since 1970.
  static func replace(_ name: String, in directory: String, with bytes: [UInt8], time: Int) -> Bool
  {
    let new =
      "\(directory)/\(temporaryPrefix)\(UInt64.random(in: .min ... .max).hexadecimal)"
    let descriptor = open(
      new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    guard descriptor >= 0 else { return false }
    var times = [timespec](repeating: timespec(tv_sec: time, tv_nsec: 0), count: 2)
    // A new file's mode depends on the umask.
    let isWritten =
      write(bytes, to: descriptor) && fchmod(descriptor, 0o600) == 0
      && futimens(descriptor, &times) == 0
    guard close(descriptor) == 0, isWritten, rename(new, "\(directory)/\(name)") == 0 else {
      unlink(new)
      return false
    }
    return true
  }

  /// The prefix of a file's name until it is complete.
  static let temporaryPrefix = ".new-"

  /// The regular files of a directory.
  static func files(in directory: String) -> [CacheFile] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var files: [CacheFile] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      var info = stat()
      guard lstat("\(directory)/\(name)", &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      files.append(CacheFile(name: name, size: Int(info.st_size), time: info.st_mtim.tv_sec))
    }
    return files
  }
}

struct CacheFile {
  let name: String
  let size: Int
  /// The modification time, in seconds since 1970.
  let time: Int
}
