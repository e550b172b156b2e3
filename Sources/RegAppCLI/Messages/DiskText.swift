import Accounts
import Glibc

extension ErrorText {
  init(_ fault: DiskFault) {
    let path = visible(fault.path)
    if fault.action == .makeDurable {
      self.init(Self.notDurable(path), hint: "see that the disk is well, then write again")
      return
    }
    self.init("cannot \(fault.action.verb) \(path): \(fault.reason.name)", hint: fault.reason.hint)
  }

  static func notDurable(_ path: String) -> String {
    "\(visible(path)) is written, but may not survive a power cut"
  }
}

extension DiskFault.Action {
  fileprivate var verb: String {
    switch self {
    case .createDirectory: "make the directory"
    case .createFile: "create"
    case .read: "read"
    case .write, .makeDurable: "write"
    }
  }
}

extension DiskFault.Reason {
  fileprivate var name: String {
    switch self {
    case .errno(let code): systemMessage(code)
    case .danglingLink: "it is a symbolic link that leads nowhere"
    case .linkLoop: "it is a symbolic link that leads in a circle"
    case .isLink: "it is a symbolic link, which is never followed here"
    case .hardLink: "it has other names (hard links), which would keep the old text"
    case .notRegularFile: "it is no ordinary file"
    case .isMountPoint: "it is a mount point, which cannot be replaced"
    case .ownerCannotBeKept: "its owner and group cannot be kept"
    case .missing: "there is no such file"
    case .tooLarge(let maximum): "it is larger than \(maximum) bytes"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .errno(ENOSPC), .errno(EDQUOT): "make room on the disk; the old file is untouched"
    case .errno(EACCES), .errno(EPERM): "see who owns it: ls -ld shows that"
    case .errno(EROFS): "the file system is mounted read-only"
    case .errno, .notRegularFile, .missing, .tooLarge: nil
    case .danglingLink, .linkLoop: "mend or remove the link; the old file is untouched"
    case .isLink: "remove the link"
    case .hardLink: "make it a file of one name: cp it, then mv the copy over it"
    case .isMountPoint: "mount the directory that holds it instead of the file"
    case .ownerCannotBeKept: "run regapp as the file's owner; the old file is untouched"
    }
  }
}

/// The system's words for an errno, lower case as all our messages.
func systemMessage(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  let text = buffer.withUnsafeMutableBufferPointer { pointer -> String in
    guard let start = pointer.baseAddress else { return "" }
    return strerror_r(code, start, pointer.count) == 0 ? String(cString: start) : ""
  }
  return text.isEmpty ? "error \(code)" : text.prefix(1).lowercased() + text.dropFirst()
}
