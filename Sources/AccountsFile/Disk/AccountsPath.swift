import Accounts
import Glibc

/// The place of an accounts file. Its name may change to the other one while a program runs, so it
/// is looked up for each operation, and again before anything is replaced.
enum AccountsPath: Sendable, Hashable {
  /// A given file.
  case file(String)
  /// In a documents directory: `accounts.json`, or `accounts.jsonc` if only that exists.
  case documents(String)
  /// A new `accounts.jsonc` in a documents directory.
  case newWithComments(String)

  static let plain = "accounts.json"
  static let commented = "accounts.jsonc"
  /// The possible names of accounts in a documents directory.
  static let names = [plain, commented]

  var directory: String {
    switch self {
    case .file(let path): FilePath.directory(of: path)
    case .documents(let directory), .newWithComments(let directory):
      FilePath.directory(of: "\(directory)/\(Self.plain)")
    }
  }

  /// The path if no file exists.
  var usual: String {
    switch self {
    case .file(let path): path
    case .documents(let directory): "\(directory)/\(Self.plain)"
    case .newWithComments(let directory): "\(directory)/\(Self.commented)"
    }
  }

  /// The path of the file; throws if both names exist.
  func chosen(_ disk: Disk) throws(DiskFault) -> String {
    let directory: String
    switch self {
    case .file(let path): return path
    case .documents(let path), .newWithComments(let path): directory = path
    }
    let here = OpenDirectory(descriptor: AT_FDCWD, path: ".")
    func exists(_ name: String) throws(DiskFault) -> Bool {
      do throws(DiskFault) {
        return try disk.stamp(of: here.file("\(directory)/\(name)"), for: .read) != nil
      } catch {
        // The usual name says more than that of a file that is probably not there.
        throw DiskFault(action: error.action, path: usual, reason: error.reason)
      }
    }
    if case .newWithComments = self {
      guard try !exists(Self.plain) else { throw fault }
      return usual
    }
    guard try exists(Self.commented) else { return usual }
    guard try !exists(Self.plain) else { throw fault }
    return "\(directory)/\(Self.commented)"
  }

  /// The fault of both names existing.
  var fault: DiskFault {
    let (first, other) = (FilePath.join(directory, Self.plain), Self.commented)
    return DiskFault(action: .read, path: first, reason: .twoAccountsFiles(other))
  }

  /// The file of the accounts in an open documents directory, whose rights other files get.
  static func file(in directory: OpenDirectory, _ disk: Disk) -> DirectoryFile {
    func exists(_ name: String) -> Bool {
      (try? disk.stamp(of: directory.file(name), for: .read)) ?? nil != nil
    }
    return directory.file(exists(commented) && !exists(plain) ? commented : plain)
  }
}
