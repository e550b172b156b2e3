package import Accounts
import Glibc

/// Lists the names in a directory, for completing paths.
package actor DirectoryNames {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private let path: String

  package init(of path: String, _ registry: Registry) {
    self.path = path
    disk = registry.disk
  }

  /// The names that begin with a text, unsorted; directories end with a slash. Names with a leading
  /// dot are listed only if the text has it, and `.` and `..` never.
  package func beginning(with text: String) throws(AccountsError) -> [String] {
    try onDisk { () throws(DiskFault) in
      let directory = try disk.directory(path, for: .read, orMissing: path)
      defer { disk.close(directory) }
      guard let names = disk.calls.names(directory.descriptor) else {
        throw DiskFault(action: .read, path: path, reason: .errno(errno))
      }
      return names.filter { name in
        name.utf8.starts(with: text.utf8) && name != "." && name != ".."
          && (name.utf8.first != UInt8(ascii: ".") || !text.isEmpty)
      }.map { name in
        var status = stat()
        let isDirectory =
          disk.calls.stat(directory.descriptor, name, 0, &status) == 0
          && status.st_mode & S_IFMT == S_IFDIR
        return isDirectory ? name + "/" : name
      }
    }
  }
}
