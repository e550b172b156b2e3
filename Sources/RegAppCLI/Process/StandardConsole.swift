import Glibc
import Synchronization

extension Console {
  /// The process's own stdin, stdout, stderr and terminal. What is written to stdout gathers
  /// until `flush`, so that a long list costs few system calls.
  package static func standard(_ output: OutputBuffer) -> Console {
    Console(
      write: { try output.write($0) },
      say: { words in
        // What was printed so far comes first, as it happened.
        try? output.flush()
        _ = try? writeAll(Array(words.utf8)[...], to: STDERR_FILENO)
      },
      readInput: { try readInput(atMost: $0) },
      ask: { question in
        try output.flush()
        return try TerminalQuestion.ask(question, isSecret: false)
          .map { String(decoding: $0, as: UTF8.self) }
      },
      askSecretly: { question in
        try output.flush()
        return try TerminalQuestion.ask(question, isSecret: true)
      },
      runEditor: { command, path, lastWords in
        try? output.flush()
        return Editor.run(command, on: path, lastWords: lastWords)
      },
      runProgram: { words, takesOurPlace in
        try? output.flush()
        return takesOurPlace ? ChildProgram.become(words) : ChildProgram.run(words)
      },
      readFile: { readFile($0) },
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  private static func readInput(atMost limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard let chunk = try readChunk(STDIN_FILENO), !chunk.isEmpty else { break }
      bytes += chunk
    }
    return bytes
  }

  private static func readFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20, let chunk = try? readChunk(descriptor), !chunk.isEmpty {
      bytes += chunk
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What is left to be written to stdout. A failure is kept and told again at every later write:
/// whoever could not tell it does not make it good.
package final class OutputBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var failure: ConsoleError?
  }

  private let state = Mutex(State())

  package init() {}

  func write(_ text: String) throws(ConsoleError) {
    let isFull = state.withLock { state in
      state.bytes += Array(text.utf8)
      return state.bytes.count >= 1 << 16
    }
    if isFull { try flush() }
  }

  /// Writes all that has gathered.
  package func flush() throws(ConsoleError) {
    let failure = state.withLock { state -> ConsoleError? in
      if state.failure == nil {
        do throws(ConsoleError) {
          try writeAll(state.bytes[...], to: STDOUT_FILENO)
        } catch {
          state.failure = error
        }
      }
      state.bytes = []
      return state.failure
    }
    if let failure { throw failure }
  }
}

func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(ConsoleError) {
  var rest = bytes
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { buffer -> Int in
      guard let start = buffer.baseAddress else { return 0 }
      return Glibc.write(descriptor, start, buffer.count)
    }
    if written > 0 {
      rest = rest.dropFirst(written)
    } else if written < 0, errno == EPIPE {
      throw .outputClosed
    } else if written < 0, errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    } else if written == 0 || errno != EINTR {
      throw .output(errno: written == 0 ? EIO : errno)
    }
  }
}

/// Some bytes; none at the end of input.
func readChunk(_ descriptor: Int32) throws(ConsoleError) -> [UInt8]? {
  var chunk = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = chunk.withUnsafeMutableBytes { buffer -> Int in
      guard let start = buffer.baseAddress else { return 0 }
      return read(descriptor, start, buffer.count)
    }
    if count >= 0 { return Array(chunk.prefix(count)) }
    if errno != EINTR { throw .input(errno: errno) }
  }
}
