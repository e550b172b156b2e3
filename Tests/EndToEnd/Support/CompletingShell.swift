import Foundation
import TestSupport

/// A shell that has read our completions, in a home with a few accounts, and tells what it offers.
final class CompletingShell: Sendable {
  let home: Home
  private let neighbour: Neighbour

  init(_ neighbour: Neighbour) throws {
    self.neighbour = neighbour
    home = try Home(
      Self.accounts([
        "ada@example.com", "adam@example.com", "a=b@example.com", "q`touch$IFS`ran@example.com",
        "o'b$HOME&x@example.com", Self.odd,
      ]))
    for (directory, text) in [
      ("other", Self.accounts(["zoe@example.com"])), ("broken", "{"), ("bin", nil),
      // An account without a name has something else in its place in the list.
      (
        "nameless",
        #"{"rules": "register", "accounts": [{"username": "bob"}, {"firstName": "Ada"}]}"#
      ),
    ] as [(String, String?)] {
      try home.makeDirectory(directory)
      if let text { try home.file("\(directory)/accounts.json").write(text) }
    }
    try home.file("file.json").write("{}")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/bin/regapp", withDestinationPath: BuiltProgram.path)
  }

  /// Only a hand can write such a name; it is offered all the same.
  static let odd = #"n:\e  w's "x" é%s=@*.com"#

  private static func accounts(_ emails: [String]) -> String {
    let list = emails.map { email in
      let text = email.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      return #"{"email": "\#(text)", "password": "12345", "firstName": "Ada"}"#
    }
    return #"{"rules": "register", "accounts": [\#(list.joined(separator: ",\n"))]}"#
  }

  /// The completions that the shell offers for the last word of each line; a directory without its
  /// slash.
  func offered(for lines: [String]) async throws -> [[String]] {
    let words =
      neighbour == .fish
      ? try await completeByCommand(lines)
      : try await taken(for: lines).map { $0.split(separator: " ").map(String.init) }
    return words.map { $0.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.sorted() }
  }

  private func completeByCommand(_ lines: [String]) async throws -> [[String]] {
    let ran = try await home.shell(
      """
      cd; export PATH="$HOME/bin:$PATH"; regapp completions fish >script
      exec fish --no-config -c '
        source script
        for line in (string split \\n -- $argv[1]); complete -C $line; echo "//"; end' "$1"
      """, lines.joined(separator: "\n"))
    guard ran.code == 0, ran.err.isEmpty else { throw Unexpected(what: ran.testDescription) }
    return ran.out.split(separator: "//\n", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
  }

  /// The words on each line in place of its last one, when all that is offered was taken. Types the
  /// line and two keys: Tab takes it into the line, and Ctrl-T hands the line over.
  func taken(for typed: [String]) async throws -> [String] {
    try await Gate.programs.pass {
      let lines = try LinePipe(path: "\(self.home.path)/lines")
      let terminal = try self.home.terminal(
        shell: "cd; export PATH=\"$HOME/bin:$PATH\"; regapp completions \(self.neighbour) >script; "
          + self.start)
      guard try await lines.next() == "ready" else { throw Unexpected(what: terminal.screen) }
      // The shell's output is read all the time, lest the shell wait for that.
      async let end = terminal.finish()
      var completed: [String?] = []
      for line in typed {
        try terminal.type("\(line)\t\u{14}")
        completed.append(try await lines.next())
        try terminal.type("\u{15}")
      }
      try terminal.type("exit\n")
      _ = try await end
      return try zip(typed, completed).map { line, completed in
        let before = line.lastIndex(of: " ").map { line[...$0] } ?? ""
        guard let completed, completed.hasPrefix(before) else {
          throw Unexpected(what: "\(line): \(completed ?? "nothing")\n\(terminal.screen)")
        }
        let offered = completed.dropFirst(before.count)
        // Without an offer the line stays as it is; a taken one has a space behind it.
        return offered == line.dropFirst(before.count) ? "" : String(offered)
      }
    }
  }

  private var start: String {
    neighbour == .bash
      ? #"""
      cat >rc <<'RC'
      . ./script
      bind 'set enable-bracketed-paste off' '"\t": insert-completions'
      bind -x '"\C-t": printf "%s\n" "$READLINE_LINE" >lines'
      PROMPT_COMMAND='echo ready >lines; PROMPT_COMMAND='
      RC
      exec bash --noprofile --rcfile rc -i
      """#
      : #"""
      cat >.zshrc <<'RC'
      autoload -U compinit; compinit -u -D
      . ./script
      all() { _main_complete; compstate[insert]=all; compstate[list]= }
      zle -C all complete-word all; bindkey '^I' all
      tell() { print -r -- "$BUFFER" >lines }
      zle -N tell; bindkey '^T' tell; bindkey '^U' kill-whole-line
      zle-line-init() { print ready >lines; zle -D zle-line-init }
      zle -N zle-line-init
      RC
      exec zsh -d -i
      """#
  }

  struct Unexpected: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
  }
}

/// A named pipe by which a program hands over lines.
final class LinePipe: Sendable {
  private let descriptor: Int32

  init(path: String) throws {
    unlink(path)
    try SystemFailure.checked("mkfifo", mkfifo(path, 0o600))
    // Open for writing too: no writer's end is the pipe's.
    descriptor = try opened(path, O_RDWR)
  }

  deinit { close(descriptor) }

  /// The next line; nil if none comes.
  func next() async throws -> String? { try await blocking { Self.line(of: self.descriptor) } }

  /// The next line of a pipe; nil if none comes. Blocks.
  static func line(of descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    let deadline = ContinuousClock.now + patience
    while isReadable(descriptor, until: deadline), read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
