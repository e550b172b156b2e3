import Glibc

/// Distinguishes states of a file without reading it.
struct FileStamp: Sendable, Hashable {
  let device: UInt
  let inode: UInt
  let size: Int
  let modified: Moment
  let changed: Moment
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  let links: UInt

  struct Moment: Sendable, Hashable, Comparable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }

    /// True if a file that changed at this moment would get another stamp by changing at `now`.
    ///
    /// The clock that stamps changes ticks every few milliseconds. Some file systems keep seconds
    /// only, two at a time; a moment without fractions may be theirs.
    func isOver(by now: Moment) -> Bool {
      nanoseconds % 10_000_000 == 0 ? seconds + 2 < now.seconds : self < now
    }

    static func < (left: Moment, right: Moment) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  init(_ info: stat) {
    device = UInt(info.st_dev)
    inode = UInt(info.st_ino)
    size = Int(info.st_size)
    modified = Moment(info.st_mtim)
    changed = Moment(info.st_ctim)
    mode = info.st_mode
    owner = info.st_uid
    group = info.st_gid
    links = UInt(info.st_nlink)
  }

  func isSameFile(as other: FileStamp) -> Bool { (device, inode) == (other.device, other.inode) }

  /// True if the stamps differ at most by a rename.
  func isSameContent(as other: FileStamp) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// True if another name would keep the old text. A file that was replaced has none left, and some
  /// file systems count no names at all.
  var hasOtherNames: Bool { links > 1 }

  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
  var isLink: Bool { mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { mode & 0o7777 }
}
