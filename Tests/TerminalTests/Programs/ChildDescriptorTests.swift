import Foundation
import TestSupport
import Testing

@testable import Terminal

/// A child has the descriptors that it is handed, and none that is open beside them.
@Suite struct ChildDescriptorTests {
  /// The shell lists its own descriptors: the program that reads them has one more.
  private static let shell = ["/bin/sh", "-c", "/bin/ls /proc/$$/fd; :"]
  private static let onlyThree = "0\n1\n2\n"

  /// Opens and closes sockets as libcurl has them: a child inherits each unless it is kept from it.
  private func besideSockets(_ body: () throws -> Void) throws {
    for _ in 0..<20 {
      let open = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(open) }
      try #require(open > STDERR_FILENO)
      try body()
    }
  }

  @Test("a program whose output is kept has none of ours") func captured() throws {
    try besideSockets {
      let run = CapturedRun(Self.shell)
      #expect(run == CapturedRun(exit: 0, out: Array(Self.onlyThree.utf8), err: []))
    }
  }

  @Test("a program that tests start has none of ours") func started() throws {
    let directory = TemporaryDirectory("regapp-child")
    let output = "\(directory.path)/output"
    try besideSockets {
      try Data().write(to: URL(fileURLWithPath: output))
      let child = try ChildProcess(
        Self.shell[0], Array(Self.shell.dropFirst()), environment: [:],
        ["/dev/null", output, "/dev/null"].map { .file($0) })
      #expect(try child.waitForEnd() == .exit(0))
      #expect(try String(contentsOfFile: output, encoding: .utf8) == Self.onlyThree)
    }
  }
}
