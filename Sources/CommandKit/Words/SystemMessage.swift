import Glibc

/// The message for an errno, in lower case: in English the system's own; in other languages ours
/// for the usual file errors, else the number, since the system's translations need a locale.
package func systemMessage(_ code: Int32) -> Phrase {
  usualMessages[code]
    ?? Phrase(
      "\(systemEnglish(code) ?? "error \(code)")\(hidden: Int(code))\(as: "a system error")")
}

private func systemEnglish(_ code: Int32) -> String? {
  var buffer = [CChar](repeating: 0, count: 256)
  let text = buffer.withUnsafeMutableBufferPointer { pointer -> String in
    guard let start = pointer.baseAddress else { return "" }
    return strerror_r(code, start, pointer.count) == 0 ? String(cString: start) : ""
  }
  return text.isEmpty ? nil : text.prefix(1).lowercased() + text.dropFirst()
}

/// The errors of files, in the words of the system.
private let usualMessages: [Int32: Phrase] = [
  EPERM: Phrase("operation not permitted"),
  ENOENT: Phrase("no such file or directory"),
  EINTR: Phrase("interrupted system call"),
  EIO: Phrase("input/output error"),
  ENXIO: Phrase("no such device or address"),
  EBADF: Phrase("bad file descriptor"),
  EAGAIN: Phrase("resource temporarily unavailable"),
  ENOMEM: Phrase("cannot allocate memory"),
  EACCES: Phrase("permission denied"),
  EBUSY: Phrase("device or resource busy"),
  EEXIST: Phrase("file exists"),
  EXDEV: Phrase("invalid cross-device link"),
  ENODEV: Phrase("no such device"),
  ENOTDIR: Phrase("not a directory"),
  EISDIR: Phrase("is a directory"),
  EINVAL: Phrase("invalid argument"),
  ENFILE: Phrase("too many open files in system"),
  EMFILE: Phrase("too many open files"),
  ETXTBSY: Phrase("text file busy"),
  EFBIG: Phrase("file too large"),
  ENOSPC: Phrase("no space left on device"),
  EROFS: Phrase("read-only file system"),
  EMLINK: Phrase("too many links"),
  EPIPE: Phrase("broken pipe"),
  ENAMETOOLONG: Phrase("file name too long"),
  ENOLCK: Phrase("no locks available"),
  ENOSYS: Phrase("function not implemented"),
  ENOTEMPTY: Phrase("directory not empty"),
  ELOOP: Phrase("too many levels of symbolic links"),
  EOVERFLOW: Phrase("value too large for defined data type"),
  ENOTSUP: Phrase("operation not supported"),
  ETIMEDOUT: Phrase("connection timed out"),
  ESTALE: Phrase("stale file handle"),
  EDQUOT: Phrase("disk quota exceeded"),
]
