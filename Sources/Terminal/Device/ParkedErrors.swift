import Glibc

/// Keeps stderr off the screen: while screens are shown it goes to an unnamed file, which is copied
/// to the real stderr afterwards.
///
/// Otherwise a crashing program's last message would disappear with its screen.
enum ParkedErrors {
  /// Redirects stderr to the file. Leaves it alone if that fails, and if it is a regular file
  /// already, which may be followed.
  static func begin() {
    let memory = handlerMemory
    var info = stat()
    guard memory.pointee.parked < 0, fstat(STDERR_FILENO, &info) == 0,
      info.st_mode & S_IFMT != S_IFREG
    else { return }
    let errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard errors >= 0 else { return }
    let file = namelessFile()
    guard file >= 0, duplicate(file, STDERR_FILENO) else {
      close(errors)
      if file >= 0 { close(file) }
      return
    }
    memory.pointee.errors = errors
    memory.pointee.copied = 0
    memory.pointee.parked = file
  }

  /// Restores stderr, and copies to it what was written in between.
  static func end() {
    let memory = handlerMemory
    guard memory.pointee.parked >= 0 else { return }
    // Restore first, then copy, so that a concurrent write from another thread is not lost.
    _ = duplicate(memory.pointee.errors, STDERR_FILENO)
    copyParkedErrors()
    close(memory.pointee.parked)
    close(memory.pointee.errors)
    memory.pointee.parked = -1
    memory.pointee.errors = -1
  }

  private static func duplicate(_ descriptor: Int32, _ number: Int32) -> Bool {
    while dup2(descriptor, number) < 0 {
      guard errno == EINTR || errno == EBUSY else { return false }
    }
    return true
  }

  /// In memory if possible, else in a temporary directory; no other process can open it.
  private static func namelessFile() -> Int32 {
    let name = "/terminal-errors-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    var file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    if file >= 0 { shm_unlink(name) }
    let folders = [getenv("TMPDIR").map { String(cString: $0) } ?? "", "/tmp"]
    for folder in folders where file < 0 && !folder.isEmpty {
      var template = Array("\(folder)/terminal-errors-XXXXXX".utf8CString)
      file = mkstemp(&template)
      if file >= 0 { unlink(template) }
    }
    if file >= 0 {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      // A process that reopens it through /dev/stderr would otherwise overwrite it.
      _ = fcntl(file, F_SETFL, O_APPEND)
    }
    return file
  }
}
