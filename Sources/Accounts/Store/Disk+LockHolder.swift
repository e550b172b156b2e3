import Glibc

extension Disk {
  /// Who holds the lock on an open file, told from `/proc/locks`; nil where the kernel does not
  /// say. Only the name of the program is taken: its arguments may hold a password.
  func holder(of descriptor: Int32) -> LockHolder? {
    var info = stat()
    guard retrying({ calls.fstat(descriptor, &info) }) == 0,
      let locks = text(ofSystemFile: "/proc/locks")
    else { return nil }
    for line in locks.split(separator: "\n") {
      // `1: FLOCK  ADVISORY  WRITE 712 fe:00:3801 0 EOF`; waiting ones have an arrow behind the number.
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]),
        words[5].split(separator: ":").last.flatMap({ UInt($0) }) == UInt(info.st_ino)
      else { continue }
      let command = text(ofSystemFile: "/proc/\(process)/comm") ?? ""
      return LockHolder(process: process, command: String(command.prefix { $0 != "\n" }))
    }
    return nil
  }

  /// The text of a file that the kernel makes up when it is read, and whose size is not known.
  private func text(ofSystemFile path: String) -> String? {
    let descriptor = retrying { calls.open(path, O_RDONLY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = retrying {
        chunk.withUnsafeMutableBytes { buffer in
          buffer.baseAddress.map { calls.read(descriptor, $0, buffer.count) } ?? 0
        }
      }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
