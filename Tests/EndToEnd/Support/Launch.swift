import Foundation
import TestSupport

/// A run of a program from its start to its end, with all that it writes.
struct Launch: Sendable {
  /// The stdin of the program.
  enum Input: Sendable {
    case nothing
    /// Text that fits into a pipe.
    case text(String)
  }

  /// The target of stdout.
  enum Output: Sendable {
    case captured
    /// A pipe that nobody reads any more.
    case closedPipe
  }

  private let child: ChildProcess
  private let output: Int32?
  private let errors: Int32

  init(
    _ program: String, _ words: [String], environment: [String: String], input: Input = .nothing,
    output: Output = .captured
  ) throws {
    var temporary: [Int32] = []
    defer { for descriptor in temporary { close(descriptor) } }
    let input = try Self.descriptor(of: input)
    temporary.append(input)
    let errorPipe = try Pipe()
    temporary.append(errorPipe.writeEnd)
    errors = errorPipe.readEnd
    let pipe = try Pipe()
    temporary.append(pipe.writeEnd)
    switch output {
    case .captured: self.output = pipe.readEnd
    case .closedPipe:
      close(pipe.readEnd)
      self.output = nil
    }
    child = try ChildProcess(
      program, words, environment: environment,
      [input, temporary[2], errorPipe.writeEnd].map { .descriptor($0) })
  }

  /// The process, while it has not been waited for.
  var process: pid_t { child.id }

  /// Reads what the program writes until it ends. Blocks.
  func finish() throws -> Ran {
    var outBytes: [UInt8] = []
    var errBytes: [UInt8] = []
    let deadline = ContinuousClock.now + patience
    var isStuck = false
    var open = [output, errors].compactMap(\.self)
    while !open.isEmpty {
      var events = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if poll(&events, nfds_t(events.count), milliseconds(until: deadline)) == 0 {
        // Its children may have its pipes, and outlive it.
        isStuck = true
        kill(-child.id, SIGKILL)
        break
      }
      for event in events where event.revents != 0 {
        let chunk = Self.chunk(from: event.fd)
        if event.fd == errors { errBytes += chunk } else { outBytes += chunk }
        guard chunk.isEmpty else { continue }
        open.removeAll { $0 == event.fd }
        close(event.fd)
      }
    }
    for descriptor in open { close(descriptor) }
    let end = Ran.End(try child.waitForEnd())
    return Ran(
      isStuck ? .killedAsStuck : end, out: String(decoding: outBytes, as: UTF8.self),
      err: String(decoding: errBytes, as: UTF8.self))
  }

  private static func chunk(from descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  static func descriptor(of input: Input) throws -> Int32 {
    let bytes: [UInt8]
    switch input {
    case .nothing: return try opened("/dev/null", O_RDONLY)
    case .text(let text): bytes = Array(text.utf8)
    }
    let pipe = try Pipe()
    defer { close(pipe.writeEnd) }
    let written = write(pipe.writeEnd, bytes, bytes.count)
    guard written == bytes.count else { throw SystemFailure(call: "write", code: errno) }
    return pipe.readEnd
  }
}
