import Glibc

/// Every system call that touches the disk, in one narrow place.
///
/// Each does what its name says and sets errno on failure; none loops, asserts or interprets.
/// A test replaces one to see what a full disk or an interrupted write does.
struct SystemCalls: Sendable {
  var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 = {
    Glibc.open($0, $1, $2)
  }
  var close: @Sendable (Int32) -> Int32 = { Glibc.close($0) }
  var read: @Sendable (Int32, UnsafeMutableRawPointer, Int) -> Int = { Glibc.read($0, $1, $2) }
  var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }
  var fsync: @Sendable (Int32) -> Int32 = { Glibc.fsync($0) }
  var fchmod: @Sendable (Int32, mode_t) -> Int32 = { Glibc.fchmod($0, $1) }
  var fchown: @Sendable (Int32, uid_t, gid_t) -> Int32 = { Glibc.fchown($0, $1, $2) }
  var fstat: @Sendable (Int32, inout stat) -> Int32 = { Glibc.fstat($0, &$1) }
  var lstat: @Sendable (_ path: String, inout stat) -> Int32 = { Glibc.lstat($0, &$1) }
  var stat: @Sendable (_ path: String, inout stat) -> Int32 = { statCall($0, &$1) }
  var flock: @Sendable (Int32, Int32) -> Int32 = { flockCall($0, $1) }
  var rename: @Sendable (_ from: String, _ to: String) -> Int32 = { Glibc.rename($0, $1) }
  var unlink: @Sendable (_ path: String) -> Int32 = { Glibc.unlink($0) }
  var chmod: @Sendable (_ path: String, _ mode: mode_t) -> Int32 = { Glibc.chmod($0, $1) }
  var lchown: @Sendable (_ path: String, uid_t, gid_t) -> Int32 = { Glibc.lchown($0, $1, $2) }
  var mkdir: @Sendable (_ path: String, _ mode: mode_t) -> Int32 = { Glibc.mkdir($0, $1) }
  var readlink: @Sendable (_ path: String, UnsafeMutableBufferPointer<CChar>) -> Int = {
    guard let start = $1.baseAddress else { return -1 }
    return Glibc.readlink($0, start, $1.count)
  }
  /// The names in a directory, or nil with errno set.
  var names: @Sendable (_ directory: String) -> [String]? = { directory in
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }
}

// These two share their names with structures, and so cannot be named through their module.
private func statCall(_ path: String, _ info: inout stat) -> Int32 { stat(path, &info) }
private func flockCall(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  flock(descriptor, operation)
}
