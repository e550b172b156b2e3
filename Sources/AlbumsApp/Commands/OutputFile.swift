import CFiles
import CommandKit
import Glibc
import TextTools

/// A file that a command writes: whole or not at all. A new one is its user's alone; an existing
/// file keeps its mode, and of an access control list the rights of its group. No list is on the
/// new text: what a directory puts on new files would let others in once the mode is set.
struct OutputFile {
  let path: String

  func write(_ bytes: [UInt8]) throws(Report) {
    var info = stat()
    let isThere = stat(path, &info) == 0
    guard !isThere || info.st_mode & S_IFMT == S_IFREG else {
      throw Report(
        .cannotCreate, "output", "\(visible(path)) is there, and is not a regular file",
        hint: "name another file")
    }
    // A link stays: its target is replaced.
    let target = realPath ?? path
    let new = "\(target).\(UInt64.random(in: .min ... .max).hexadecimal).new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failed(errno) }
    let isWritten =
      Self.write(bytes, to: descriptor)
      && regapp_remove_list(descriptor, 0) == 0
      && (!isThere || fchmod(descriptor, modeWithoutList(info.st_mode & 0o7777)) == 0)
    var code = errno
    if close(descriptor) != 0, isWritten { code = errno }
    guard isWritten, rename(new, target) == 0 else {
      if isWritten { code = errno }
      unlink(new)
      throw failed(code)
    }
  }

  /// The mode for a new text without a list. Of a file with one, the bits of the group are its
  /// mask.
  private func modeWithoutList(_ old: mode_t) -> mode_t {
    guard old & 0o070 != 0 else { return old }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // If its user may not look at it, the group gets nothing.
    guard descriptor >= 0 else { return old & ~0o070 }
    defer { close(descriptor) }
    let rights = regapp_group_rights_of_list(descriptor)
    return rights < 0 ? old : old & ~0o070 | mode_t(rights) << 3
  }

  private var realPath: String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func failed(_ code: Int32) -> Report {
    Report(
      .cannotCreate, "output", "cannot write \(visible(path)): \(systemMessage(code))",
      hint: "check that its directory exists and is yours to write")
  }
}
