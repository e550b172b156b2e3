import CFiles
import Glibc

/// Every system call that touches the disk, in one narrow place.
///
/// A name is looked up in an open directory, or as a path for `AT_FDCWD`. Each call does what it
/// says and sets errno on failure; none loops, asserts or interprets. A test replaces one to
/// simulate a full disk or an interrupted write.
struct SystemCalls: Sendable {
  var open: @Sendable (_ directory: Int32, _ name: String, _ flags: Int32, mode_t) -> Int32 = {
    Glibc.openat($0, $1, $2, $3)
  }
  var close: @Sendable (Int32) -> Int32 = { Glibc.close($0) }
  var read: @Sendable (Int32, UnsafeMutableRawPointer, Int) -> Int = { Glibc.read($0, $1, $2) }
  var pread: @Sendable (Int32, UnsafeMutableRawPointer, Int, Int) -> Int = {
    Glibc.pread($0, $1, $2, $3)
  }
  var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }
  var pwrite: @Sendable (Int32, UnsafeRawPointer, Int, Int) -> Int = {
    Glibc.pwrite($0, $1, $2, $3)
  }
  /// Copies a range of a file to the current position in another; it may copy fewer bytes.
  var copy: @Sendable (_ source: Int32, Range<Int>, _ target: Int32) -> Int = {
    var offset = off_t($1.lowerBound)
    return copy_file_range($0, &offset, $2, nil, $1.count, 0)
  }
  /// The first offset of data or of a hole (`SEEK_DATA`, `SEEK_HOLE`) at an offset or behind it.
  var seek: @Sendable (Int32, Int, _ whence: Int32) -> Int = { Glibc.lseek($0, $1, $2) }
  var ftruncate: @Sendable (Int32, Int) -> Int32 = { Glibc.ftruncate($0, $1) }
  /// Reserves disk space for a file, setting its size.
  var allocate: @Sendable (Int32, Int) -> Int32 = {
    errno = posix_fallocate($0, 0, $1)
    return errno == 0 ? 0 : -1
  }
  var fsync: @Sendable (Int32) -> Int32 = { Glibc.fsync($0) }
  var fchmod: @Sendable (Int32, mode_t) -> Int32 = { Glibc.fchmod($0, $1) }
  var fchown: @Sendable (Int32, uid_t, gid_t) -> Int32 = { Glibc.fchown($0, $1, $2) }
  /// Sets the times of modification and access of an open file, in whole seconds.
  var setModified: @Sendable (Int32, _ seconds: Int) -> Int32 = {
    let time = timespec(tv_sec: $1, tv_nsec: 0)
    return Glibc.futimens($0, [time, time])
  }
  var fstat: @Sendable (Int32, inout stat) -> Int32 = { Glibc.fstat($0, &$1) }
  var stat: @Sendable (_ directory: Int32, _ name: String, _ flags: Int32, inout stat) -> Int32 = {
    Glibc.fstatat($0, $1, &$3, $2)
  }
  /// Tests whether the user who runs the program may access a name.
  var access: @Sendable (_ directory: Int32, _ name: String, _ mode: Int32) -> Int32 = {
    Glibc.faccessat($0, $1, $2, AT_EACCESS)
  }
  var flock: @Sendable (Int32, Int32) -> Int32 = { flockCall($0, $1) }
  /// Both names are in the one directory.
  var rename: @Sendable (_ directory: Int32, _ from: String, _ to: String) -> Int32 = {
    Glibc.renameat($0, $1, $0, $2)
  }
  /// Gives a file, not the one that a link leads to, another name in its directory.
  var link: @Sendable (_ directory: Int32, _ from: String, _ to: String) -> Int32 = {
    Glibc.linkat($0, $1, $0, $2, 0)
  }
  var unlink: @Sendable (_ directory: Int32, _ name: String) -> Int32 = {
    Glibc.unlinkat($0, $1, 0)
  }
  var mkdir: @Sendable (_ directory: Int32, _ name: String, mode_t) -> Int32 = {
    Glibc.mkdirat($0, $1, $2)
  }
  /// Reads a link in a directory; for an empty name, the opened link itself.
  var readlink: @Sendable (Int32, _ name: String, UnsafeMutableBufferPointer<CChar>) -> Int = {
    guard let start = $2.baseAddress else { return -1 }
    return Glibc.readlinkat($0, $1, start, $2.count)
  }
  /// The names in an open directory; nil with errno set.
  var names: @Sendable (_ directory: Int32) -> [String]? = { directory in
    let descriptor = Glibc.openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      _ = Glibc.close(descriptor)
      return nil
    }
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
  /// True if something is mounted at a name, so that nothing can be renamed over it; false if the
  /// kernel cannot tell.
  var isMountPoint: @Sendable (_ directory: Int32, _ name: String) -> Bool = {
    regapp_is_mount_point($0, $1) != 0
  }
  /// The kind of file system that an open file is on, or -1 with errno set.
  var fileSystem: @Sendable (Int32) -> Int = {
    regapp_kind_of_file_system($0)
  }
  /// The rights that an access control list leaves an open file's group; -1 if there is no list.
  var groupRightsOfList: @Sendable (Int32) -> Int32 = {
    regapp_group_rights_of_list($0)
  }
  /// True if an open file has an access control list, or a directory one for new files.
  var hasList: @Sendable (Int32, AccessList) -> Bool = { regapp_has_list($0, $1.rawValue) != 0 }
  /// Removes such a list; if there is none, nothing is removed.
  var removeList: @Sendable (Int32, AccessList) -> Int32 = {
    regapp_remove_list($0, $1.rawValue)
  }
  /// The current time of the kernel's clock for stamps.
  var now: @Sendable () -> FileStamp.Moment = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return FileStamp.Moment(time)
  }
  /// Pauses for a fraction of a tick of that clock.
  var pause: @Sendable () -> Void = { usleep(500) }
  /// The user who runs the program.
  var user: @Sendable () -> uid_t = { geteuid() }
}

/// The kinds of access control lists of POSIX.
enum AccessList: Int32, Sendable, CaseIterable {
  /// The list of a file or a directory.
  case access
  /// The list that a directory puts on new files.
  case ofNew
}

// It shares its name with a structure, and so cannot be named through its module.
private func flockCall(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  flock(descriptor, operation)
}
