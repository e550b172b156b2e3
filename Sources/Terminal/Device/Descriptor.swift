import Glibc

/// A file descriptor, read and written completely, despite interruptions and full pipes.
package struct Descriptor: Sendable {
  package static let input = Descriptor(STDIN_FILENO)
  package static let output = Descriptor(STDOUT_FILENO)
  package static let error = Descriptor(STDERR_FILENO)

  private let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Writes everything.
  package func write(_ bytes: ArraySlice<UInt8>) throws(DescriptorFault) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0, errno == EAGAIN {
        var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if written == 0 || errno != EINTR {
        throw DescriptorFault(code: written == 0 ? EIO : errno)
      }
    }
  }

  /// Writes a text, ignoring errors.
  package func say(_ text: String) { try? write(Array(text.utf8)[...]) }

  /// Reads to the end, or until at least `limit` bytes were read.
  package func readAll(atMost limit: Int) throws(DescriptorFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let chunk = try read(4096)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Reads a pipe that was opened with `O_NONBLOCK`. If nothing has it open for writing yet, calls
  /// `waiting`, then waits for a writer.
  package func readPipe(
    atMost limit: Int, waiting: () -> Void
  ) throws(DescriptorFault) -> [UInt8] {
    var event = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    var start: [UInt8] = []
    if poll(&event, 1, 0) == 0 {
      // Without input or a hang-up: the end means no writer, EAGAIN a writer that has written
      // nothing.
      if let bytes = try? read(1) {
        start = bytes
        if bytes.isEmpty { waiting() }
      }
      while poll(&event, 1, -1) < 0, errno == EINTR {}
    }
    _ = fcntl(number, F_SETFL, 0)
    return start + (try readAll(atMost: limit))
  }

  /// Reads a line without its end; nil at the end of input. Reads byte by byte: the rest belongs to
  /// the next reader.
  func readLine() throws(DescriptorFault) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      guard let byte = try read(1).first else { return line.isEmpty ? nil : line }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
  }

  /// Reads up to `count` bytes; empty at the end of input.
  func read(_ count: Int) throws(DescriptorFault) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: count)
    while true {
      let got = Glibc.read(number, &chunk, count)
      if got >= 0 { return Array(chunk.prefix(got)) }
      if errno != EINTR { throw DescriptorFault(code: errno) }
    }
  }
}

/// Why a descriptor cannot be read or written.
package struct DescriptorFault: Error {
  /// The `errno`.
  package let code: Int32
}
