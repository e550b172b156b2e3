import Accounts
import Glibc

/// Where an accounts file is looked for. Which of its two names it has may change while a program runs,
/// so that is asked anew for each operation, and once more before anything is replaced.
enum AccountsPath: Sendable, Hashable {
  /// A file that was named.
  case file(String)
  /// In a documents directory: `accounts.json` or, if there is that alone, `accounts.jsonc`.
  case documents(String)
  /// `accounts.jsonc`, which is about to be begun in a documents directory.
  case newWithComments(String)

  static let plain = "accounts.json"
  static let commented = "accounts.jsonc"
  /// The names that accounts in a documents directory may have.
  static let names = [plain, commented]

  /// The directory of the path.
  var directory: String {
    switch self {
    case .file(let path): FilePath.directory(of: path)
    case .documents(let directory), .newWithComments(let directory):
      FilePath.directory(of: "\(directory)/\(Self.plain)")
    }
  }

  /// The path that it has unless another is found.
  var usual: String {
    switch self {
    case .file(let path): path
    case .documents(let directory): "\(directory)/\(Self.plain)"
    case .newWithComments(let directory): "\(directory)/\(Self.commented)"
    }
  }

  /// The path of the file; throws where both names are taken.
  func chosen(_ disk: Disk) throws(DiskFault) -> String {
    let directory: String
    switch self {
    case .file(let path): return path
    case .documents(let path), .newWithComments(let path): directory = path
    }
    let here = OpenDirectory(descriptor: AT_FDCWD, path: ".")
    func exists(_ name: String) throws(DiskFault) -> Bool {
      try disk.stamp(of: here.file("\(directory)/\(name)"), for: .read) != nil
    }
    if case .newWithComments = self {
      guard try !exists(Self.plain) else { throw fault }
      return usual
    }
    guard try exists(Self.commented) else { return usual }
    guard try !exists(Self.plain) else { throw fault }
    return "\(directory)/\(Self.commented)"
  }

  /// That there are both, or would be.
  var fault: DiskFault {
    let (first, other) = (FilePath.join(directory, Self.plain), Self.commented)
    return DiskFault(action: .read, path: first, reason: .twoAccountsFiles(other))
  }

  /// The file of the accounts in an open documents directory, after which others are shared.
  static func file(in directory: OpenDirectory, _ disk: Disk) -> DirectoryFile {
    func exists(_ name: String) -> Bool {
      (try? disk.stamp(of: directory.file(name), for: .read)) ?? nil != nil
    }
    return directory.file(exists(commented) && !exists(plain) ? commented : plain)
  }
}
