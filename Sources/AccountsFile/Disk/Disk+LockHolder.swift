import Accounts
import Glibc
import TextTools

extension Disk {
  /// The process that holds the lock on an open file, from `/proc/locks`; nil if the kernel does
  /// not tell. Only the program's name is read: its arguments may contain a password.
  func holder(of descriptor: Int32) -> LockHolder? {
    var info = stat()
    guard retrying({ calls.fstat(descriptor, &info) }) == 0 else { return nil }
    // The kernel gives the list in parts: while others come and go, a lock can be between two of them.
    for _ in 0..<3 {
      if let holder = holder(of: info) { return holder }
    }
    return nil
  }

  private func holder(of info: stat) -> LockHolder? {
    guard let locks = text(ofSystemFile: "/proc/locks") else { return nil }
    var candidates: [(process: Int32, device: String)] = []
    for line in locks.split(separator: "\n") {
      // `1: FLOCK  ADVISORY  WRITE 712 fe:00:3801 0 EOF`; a waiter has an arrow before the kind.
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]) else { continue }
      let numbers = words[5].split(separator: ":")
      guard numbers.count == 3, UInt(numbers[2]) == UInt(info.st_ino) else { continue }
      candidates.append((process, "\(numbers[0]):\(numbers[1])"))
    }
    // Some file systems show programs another device than they tell the kernel's list.
    let device = Self.deviceName(UInt64(info.st_dev))
    guard let found = candidates.first(where: { $0.device == device }) ?? candidates.first else {
      return nil
    }
    let command = text(ofSystemFile: "/proc/\(found.process)/comm") ?? ""
    return LockHolder(process: found.process, command: String(command.prefix { $0 != "\n" }))
  }

  /// A device as `/proc/locks` writes it: two hexadecimal numbers.
  private static func deviceName(_ device: UInt64) -> String {
    let major = (device >> 8) & 0xfff | (device >> 32) & 0xffff_f000
    let minor = device & 0xff | (device >> 12) & 0xffff_ff00
    return [major, minor].map { String($0, radix: 16).zeroPadded(to: 2) }.joined(separator: ":")
  }

  /// Reads a file that the kernel generates, of unknown size.
  func text(ofSystemFile path: String) -> String? {
    let descriptor = retrying { calls.open(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = try? readAll(descriptor, path: path, expecting: 1 << 20)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
