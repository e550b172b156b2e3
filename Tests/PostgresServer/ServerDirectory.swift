import Foundation
import TestSupport

/// A directory for one server, and the life of everything that runs in it.
///
/// A watcher, a shell, reads a pipe whose other end only this process has. Once that is closed, be
/// it because this object goes, the tests end, or they are killed, the watcher kills every process
/// whose current directory lies in here and removes the directory.
package final class ServerDirectory: Sendable {
  package let path: String
  /// The end of the pipe that keeps everything alive.
  package let lifeline: Int32
  package let watcher: ChildProcess

  package init() throws {
    var template = Array("/tmp/regapp-server-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemFailure(call: "mkdtemp", code: errno) }
    path = String(cString: made)
    if let user = ServerPrograms.ordinaryUser {
      try SystemFailure.checked("chown", chown(path, user.id, user.group))
    }
    let (read, write) = try Descriptors.pair { pipe($0) }
    lifeline = write
    defer { close(read) }
    let words = ServerPrograms.asOrdinaryUser + ["/bin/sh", "-c", Self.script, path, path, "END"]
    watcher = try ChildProcess(
      words[0], Array(words.dropFirst()), environment: Self.environment(home: "/"),
      [.descriptor(read), .file("/dev/null"), .file("/dev/null")])
  }

  deinit {
    close(lifeline)
    _ = try? watcher.waitForEnd()
  }

  /// Run as `sh -c SCRIPT NAME DIRECTORY SIGNAL`. It looks at one link of each process, and reads no
  /// directory of /proc but the first. What is killed or stopped may start others meanwhile, so both
  /// are repeated. PostgreSQL's shared memory outlives a kill by design; its
  /// number is in the seventh line of postmaster.pid.
  private static let script = #"""
    inside() {
      find /proc/[0-9]*/cwd -maxdepth 0 \( -lname "$1" -o -lname "$1/*" \) 2>/dev/null | cut -d/ -f3
    }
    if [ "$2" = END ]; then while read -r line; do :; done; fi
    case $2 in
    STOP | CONT) for round in 1 2; do kill -s "$2" $(inside "$1") 2>/dev/null; done ;;
    *) while found=$(inside "$1"); [ "$found" ]; do kill -s KILL $found 2>/dev/null; done ;;
    esac
    if [ "$2" = END ]; then
      for file in "$1"/*/postmaster.pid; do
        [ -e "$file" ] && ipcrm -m "$(sed -n '7s/.* //p' "$file")"
      done
      rm -rf "$1"
    fi
    exit 0
    """#

  package enum Signal: String {
    case kill = "KILL"
    case pause = "STOP"
    case resume = "CONT"
  }

  /// Sends a signal to every process in the directory. After `kill` none is left.
  package func signal(_ signal: Signal) throws {
    try run("/bin/sh", ["-c", Self.script, path, path, signal.rawValue], within: "/")
  }

  private static func environment(home: String) -> [String: String] {
    ["PATH": "/usr/bin:/bin:/usr/sbin", "HOME": home, "LC_ALL": "C", "TZ": "UTC"]
  }

  private func spawn(
    _ program: String, _ words: [String], within directory: String,
    _ sources: [ChildProcess.Source]
  ) throws -> ChildProcess {
    let command =
      ServerPrograms.asOrdinaryUser
      + ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory, program] + words
    return try ChildProcess(
      command[0], Array(command.dropFirst()), environment: Self.environment(home: path), sources)
  }

  /// Runs a program to its end as the servers' user, in the directory if not elsewhere.
  ///
  /// - Returns: its standard output. Throws its standard error if it failed.
  @discardableResult
  package func run(
    _ program: String, _ words: [String], input: String = "", within directory: String? = nil
  ) throws -> String {
    let streams = try (0..<3).map { _ in try scratchFile() }
    defer { for stream in streams { close(stream) } }
    let bytes = Array(input.utf8)
    guard pwrite(streams[0], bytes, bytes.count, 0) == bytes.count else {
      throw SystemFailure(call: "pwrite", code: errno)
    }
    let child = try spawn(
      program, words, within: directory ?? path, streams.map { .descriptor($0) })
    let end = try child.waitForEnd()
    guard end == .exit(0) else {
      throw ServerFailure("\(program): \(end): \(Self.text(of: streams[2]))")
    }
    return Self.text(of: streams[1])
  }

  /// Starts a program, its output going into `log`, and waits until it is ready: asks again after
  /// every change in a folder.
  func launch(
    _ program: String, _ words: [String], watching folder: String, until isReady: (pid_t) -> Bool
  ) throws -> ChildProcess {
    let changes = inotify_init1(Int32(O_CLOEXEC))
    try SystemFailure.checked("inotify_init1", changes)
    defer { close(changes) }
    let kinds: UInt32 = 0x2 | 0x8 | 0x80 | 0x100  // modified, closed, moved to, created
    try SystemFailure.checked("inotify", inotify_add_watch(changes, folder, kinds))
    let log = open("\(path)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try SystemFailure.checked("open log", log)
    defer { close(log) }
    // The child has the other end as its standard input; a hang-up means that it is gone.
    let (read, write) = try Descriptors.pair { pipe($0) }
    defer { close(read) }
    let child: ChildProcess
    do {
      defer { close(write) }
      child = try spawn(
        program, words, within: path, [.descriptor(write), .descriptor(log), .descriptor(log)])
    }
    while !isReady(child.id) {
      var polled = [read, changes].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, 2, milliseconds(until: .now + patience))
      if count < 0, errno == EINTR { continue }
      guard count > 0, polled[0].revents == 0 else {
        try signal(.kill)
        _ = try child.waitForEnd()
        throw ServerFailure("\(program) does not start: \(logText.suffix(2_000))")
      }
      var events = [UInt8](repeating: 0, count: 4_096)
      _ = Foundation.read(changes, &events, events.count)
    }
    return child
  }

  /// The server's log.
  package var logText: String {
    (try? String(contentsOfFile: "\(path)/log", encoding: .utf8)) ?? ""
  }

  /// Writes a file that only the servers' user can read.
  func write(_ text: String, to name: String) throws {
    let file = "\(path)/\(name)"
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw ServerFailure("cannot write \(file)") }
    if let user = ServerPrograms.ordinaryUser {
      try SystemFailure.checked("chown", chown(file, user.id, user.group))
    }
  }

  /// A file without a name: unlike a pipe, it is never full.
  private func scratchFile() throws -> Int32 {
    let name = "\(path)/\(UInt64.random(in: 0 ... .max))"
    let file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try SystemFailure.checked("open \(name)", file)
    unlink(name)
    return file
  }

  private static func text(of file: Int32) -> String {
    let length = Int(lseek(file, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(length, 0))
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
