import Accounts
import Glibc

extension Disk {
  /// What is in a file that nobody but the user who runs the program and root could have written; nil if
  /// there is none.
  ///
  /// Every directory on the way is looked at too, of links their way as well: who can write one can put
  /// another file in the place. A directory that others can write may be on the way if it is sticky and
  /// the next name in it belongs to that user or root. A group counts as others.
  func trusted(_ path: String, atMost limit: Int) throws(DiskFault) -> [UInt8]? {
    func fault(_ reason: DiskFault.Reason, _ path: String) -> DiskFault {
      DiskFault(action: .read, path: path, reason: reason)
    }
    let user = calls.user()
    func isOurs(_ stamp: FileStamp) -> Bool { stamp.owner == user || stamp.owner == 0 }
    func isOpen(_ stamp: FileStamp) -> Bool { stamp.permissions & 0o022 != 0 }

    var start = path
    if !FilePath.isAbsolute(path) {
      guard let here = getcwd(nil, 0) else { throw fault(.errno(errno), path) }
      defer { free(here) }
      start = FilePath.join(String(cString: here), path)
    }
    guard var directory = try directory("/", for: .read) else { throw fault(.missing, "/") }
    defer { close(directory) }
    var rest = Array(start.split(separator: "/").reversed())
    var links = 0
    while let name = rest.popLast() {
      let here = try stamp(of: directory)
      guard isOurs(here) else { throw fault(.othersMayWrite(directory.path), path) }
      let file = directory.file(String(name))
      guard let stamp = try stamp(of: file, for: .read) else { return nil }
      if isOpen(here) {
        let isSticky = here.permissions & 0o1000 != 0
        guard isSticky, isOurs(stamp) else { throw fault(.othersMayWrite(directory.path), path) }
      }
      if stamp.isLink {
        links += 1
        guard links <= 40 else { throw fault(.linkLoop, path) }
        let target = try linkTarget(of: file, for: .read)
        rest += target.split(separator: "/").reversed()
        guard FilePath.isAbsolute(target), let root = try self.directory("/", for: .read) else {
          continue
        }
        close(directory)
        directory = root
        continue
      }
      guard rest.isEmpty else {
        guard let next = try self.directory(String(name), from: directory, for: .read) else {
          return nil
        }
        close(directory)
        directory = next
        continue
      }
      guard stamp.isRegularFile else { throw fault(.notRegularFile, file.path) }
      guard let text = try read(file, atMost: limit) else { return nil }
      // As it was opened: what was looked at before may have given way.
      guard isOurs(text.stamp), !isOpen(text.stamp) else {
        throw fault(.othersMayWrite(file.path), path)
      }
      return text.bytes
    }
    throw fault(.notRegularFile, path)
  }
}
