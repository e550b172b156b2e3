import Glibc
import Synchronization
import Terminal

extension Console {
  /// The process's own streams and terminal; stdout is buffered until `flush`.
  package static func standard(_ output: OutputBuffer) -> Console {
    Console(
      write: { try output.write(Array($0.utf8)[...]) },
      writeBytes: { try output.write($0) },
      flush: { try output.flush() },
      say: { words in
        // Earlier output must appear first.
        try? output.flush()
        Descriptor.error.say(words)
      },
      readInput: { limit in
        try reading { () throws(DescriptorFault) in try Descriptor.input.readAll(atMost: limit) }
      },
      readPipe: { path, limit, waiting in
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFIFO else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try reading { () throws(DescriptorFault) in
          try Descriptor(descriptor).readPipe(atMost: limit, waiting: waiting)
        }
      },
      columns: { Size(ofTerminal: STDIN_FILENO).columns },
      ask: { question in
        try output.flush()
        return try answer(question, isSecret: false).map {
          String(decoding: $0, as: UTF8.self)
        }
      },
      askSecretly: { question in
        try output.flush()
        return try answer(question, isSecret: true)
      },
      runEditor: { command, path, line, lastWords in
        try? output.flush()
        return Editor.run(command, on: path, at: line, lastWords: lastWords)
      },
      runProgram: { words, takesOurPlace in
        try? output.flush()
        return takesOurPlace ? ChildProgram.become(words) : ChildProgram.run(words)
      },
      capture: { CapturedRun($0, setting: $1) },
      readFile: { readFile($0) },
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  private static func answer(
    _ question: String, isSecret: Bool
  ) throws(ConsoleError) -> [UInt8]? {
    try reading { () throws(DescriptorFault) in
      try TerminalQuestion.ask(question, isSecret: isSecret)
    }
  }

  private static func reading<Value>(
    _ read: () throws(DescriptorFault) -> Value
  ) throws(ConsoleError) -> Value {
    do throws(DescriptorFault) { return try read() } catch {
      throw .input(errno: error.code)
    }
  }

  private static func readFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = try? Descriptor(descriptor).readAll(atMost: 1 << 20)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}

/// Buffered output for stdout. Every write after a failure throws it again: it cannot be hidden.
package final class OutputBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var failure: ConsoleError?
  }

  private let state = Mutex(State())

  package init() {}

  func write(_ bytes: ArraySlice<UInt8>) throws(ConsoleError) {
    let isFull = state.withLock { state in
      state.bytes += bytes
      return state.bytes.count >= 1 << 16
    }
    if isFull { try flush() }
  }

  package func flush() throws(ConsoleError) {
    let failure = state.withLock { state -> ConsoleError? in
      if state.failure == nil {
        do throws(DescriptorFault) {
          try Descriptor.output.write(state.bytes[...])
        } catch {
          state.failure = error.code == EPIPE ? .outputClosed : .output(errno: error.code)
        }
      }
      state.bytes = []
      return state.failure
    }
    if let failure { throw failure }
  }
}
