import Glibc

/// A program that was run to its end, with nothing on its stdin and what it printed kept.
package struct CapturedRun: Sendable, Equatable {
  /// Its exit code, as a shell would tell it.
  package let exit: Int32
  package let out: [UInt8]
  package let err: [UInt8]

  package init(exit: Int32, out: [UInt8], err: [UInt8]) {
    (self.exit, self.out, self.err) = (exit, out, err)
  }

  /// Runs a program by its path and waits for its end; nil if it cannot be run.
  ///
  /// - Parameter variables: what its environment has besides ours, or in place of it.
  package init?(_ words: [String], setting variables: [String: String] = [:]) {
    guard var out = Pipe(), var err = Pipe() else { return nil }
    let child = ChildProgram.start(words, setting: variables) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, out.end, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, err.end, STDERR_FILENO)
    }
    guard let child else { return nil }
    out.closeEnd()
    err.closeEnd()
    (self.out, self.err) = Self.read(out, err)
    guard let exit = ChildProgram.end(child) else { return nil }
    self.exit = exit
  }

  /// Reads both to their ends, whichever has something first: a full pipe would stop the program.
  private static func read(_ out: borrowing Pipe, _ err: borrowing Pipe) -> ([UInt8], [UInt8]) {
    var texts: [[UInt8]] = [[], []]
    var sources = [out.source, err.source].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while sources.contains(where: { $0.fd >= 0 }) {
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { break }
      for index in sources.indices where sources[index].fd >= 0 && sources[index].revents != 0 {
        if let chunk = try? Descriptor(sources[index].fd).read(4096), !chunk.isEmpty {
          texts[index] += chunk
        } else {
          sources[index].fd = -1
        }
      }
    }
    return (texts[0], texts[1])
  }

  /// Two descriptors, closed when it goes.
  private struct Pipe: ~Copyable {
    let source: Int32
    private(set) var end: Int32

    init?() {
      var descriptors: [Int32] = [-1, -1]
      guard pipe(&descriptors) == 0 else { return nil }
      for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      (source, end) = (descriptors[0], descriptors[1])
    }

    /// Closes what the program writes to: then its end is the end of what there is to read.
    mutating func closeEnd() {
      close(end)
      end = -1
    }

    deinit {
      close(source)
      if end >= 0 { close(end) }
    }
  }
}
