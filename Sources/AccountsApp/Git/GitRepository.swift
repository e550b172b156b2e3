// `git-setup` writes the attributes of the accounts file and the names to ignore twice.
// `.gitattributes` and `.gitignore` travel with the commits, and show everyone that the file needs
// `git-setup`; a branch from before lacks them. `info/attributes` and `info/exclude` in git's own
// directory count on all branches of a clone: without them, `git add -A` on such a branch took the
// history, and the way back deleted it.

import CommandKit
import Glibc
import Terminal

/// The git repository that a directory is in, as git itself tells.
struct GitRepository {
  /// Runs git; its messages are in English.
  struct Git {
    let path: String
    let console: Console

    init(_ context: Context) throws {
      guard let path = Companion.pathOnPath(of: "git", context.environment) else {
        throw Report(
          .unavailable, "gitMissing", "git is not on PATH", hint: "install git, then try again")
      }
      (self.path, console) = (path, context.console)
    }

    func run(_ words: [String]) throws -> CapturedRun {
      guard let run = console.capture([path] + words, ["LC_ALL": "C"]) else {
        throw Report(.unavailable, "gitMissing", "cannot run \(visible(path))")
      }
      return run
    }
  }

  private let git: Git
  private let directory: String
  /// The top of the working tree.
  let top: String
  /// The path of the directory from the top: empty, or with a slash at its end.
  let prefix: String
  /// The directory of git that all working trees share.
  let common: String

  /// Whether the directory is the top, and git's own is in it.
  var isBeside: Bool { prefix.isEmpty && common == "\(directory)/.git" }

  /// Throws if the directory is in no working tree, or git refuses to look at it.
  ///
  /// - Parameter owner: the directory's owner, if that is another user.
  init(of directory: String, ownedBy owner: String?, _ git: Git) throws {
    func ask(_ words: String...) throws -> String {
      let run = try git.run(["-C", directory, "rev-parse"] + words)
      return try Self.line(Self.checked(run, in: directory, ownedBy: owner))
    }
    guard try ask("--is-inside-work-tree") == "true" else {
      throw Report(
        .unavailable, "noWorkTree", "\(visible(directory)) is not in a working tree of git",
        hint: "a bare repository has no files: run this in a clone of it")
    }
    (self.git, self.directory) = (git, directory)
    top = try ask("--show-toplevel")
    prefix = try ask("--show-prefix")
    let common = try ask("--git-common-dir")
    self.common = common.utf8.first == UInt8(ascii: "/") ? common : "\(directory)/\(common)"
  }

  private static func checked(
    _ run: CapturedRun, in directory: String, ownedBy owner: String? = nil
  ) throws -> CapturedRun {
    guard run.exit != 0 else { return run }
    let words = String(decoding: run.err, as: UTF8.self)
    if words.contains("dubious ownership") {
      throw Report(
        .unavailable, "gitDistrusts",
        "git does not use a repository of another user: \(visible(directory))",
        hint: "as its owner run this, or see safe.directory in git help config")
    }
    if words.contains("not a git repository") {
      throw Report(
        .unavailable, "noRepository", "\(visible(directory)) is not in a git repository",
        hint: owner.map { Phrase("only \(visible($0)), whose directory that is, makes one there") }
          ?? Phrase("git init \(visible(directory)) makes one"))
    }
    let reason = words.split(separator: "\n").first.map { visible(String($0)) } ?? "\(run.exit)"
    throw Report(.cannotReadOrWrite, "git", "git: \(reason)")
  }

  /// Returns the output of a program, without the end of its line.
  private static func line(_ run: CapturedRun) -> String {
    let bytes = run.out.last == UInt8(ascii: "\n") ? run.out.dropLast() : run.out[...]
    return String(decoding: bytes, as: UTF8.self)
  }

  private func run(_ words: [String]) throws -> CapturedRun {
    try git.run(["-C", directory] + words)
  }

  /// The files in the index of git that match some patterns.
  func tracked(_ patterns: [String]) throws -> [String] {
    let words = ["ls-files", "-z", "--"] + patterns.map { ":(glob)\($0)" }
    let run = try Self.checked(run(words), in: directory)
    return run.out.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Sets a value in the repository's own settings; returns whether it was another.
  func configure(_ key: String, _ value: String) throws -> Bool {
    let old = try run(["config", "--local", "--get-all", key])
    guard old.exit != 0 || Self.line(old) != value else { return false }
    _ = try Self.checked(
      run(["config", "--local", "--replace-all", key, value]), in: directory)
    return true
  }

  /// How files are named in a list of patterns at the top.
  func pattern(of name: String) -> String { Self.pattern("/" + prefix + name) }

  /// The files of a pattern in the directory, as a pattern of git's list of what it leaves out.
  func ignorePattern(of pattern: String) -> String {
    "/" + Self.escaped(prefix) + pattern
  }

  private static func escaped(_ path: String) -> String {
    var pattern = ""
    for scalar in path.unicodeScalars {
      if "*?[\\".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }

  /// A path as a pattern that fits it alone, as git's lists of attributes have it.
  static func pattern(_ path: String) -> String {
    let pattern = escaped(path)
    let isPlain = pattern.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    guard !isPlain else { return pattern }
    var quoted = "\""
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        quoted += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: quoted += String(UnicodeScalar(byte))
      default:
        let octal = String(byte, radix: 8)
        quoted += "\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal
      }
    }
    return quoted + "\""
  }
}

extension Companion {
  /// The path of this program, quoted for a shell.
  static var shellWord: String { quoted(ownPath ?? "regapp") }

  /// A word, quoted for a shell.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
