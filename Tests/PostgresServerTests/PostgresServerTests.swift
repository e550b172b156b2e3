import Foundation
import PostgresServer
import TestSupport
import Testing

@Suite("PostgreSQL for tests", .needsPostgres, .takesPlace)
struct PostgresServerTests {
  @Test("servers and their files go with the process that started them, even if it is killed")
  func holderIsKilled() throws {
    let server = try PostgresServer.start()
    let path = server.directory.path
    let segment = try #require(
      String(contentsOfFile: "\(path)/data/postmaster.pid", encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)[6].split(separator: " ").last)
    #expect(sharedMemory().contains(segment))
    // Another process holds the end of the pipe that is ours otherwise.
    let (read, write) = try Descriptors.pair { pipe($0) }
    defer { close(write) }
    let holder = try ChildProcess(
      "cat", [], environment: ["PATH": "/usr/bin:/bin"],
      [.descriptor(read), .descriptor(server.directory.lifeline), .file("/dev/null")])
    close(read)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, server.directory.lifeline)
    close(nothing)
    #expect(try server.psql("SELECT 1") == ["1"])

    kill(holder.id, SIGKILL)
    #expect(try holder.waitForEnd() == .signal(SIGKILL))
    #expect(try server.directory.watcher.waitForEnd() == .exit(0))
    #expect(processes(in: path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!sharedMemory().contains(segment))
  }

  @Test("a server goes with its object")
  func released() throws {
    let path = try PostgresServer.start().directory.path
    #expect(processes(in: path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// The processes whose current directory lies in a directory.
  private func processes(in directory: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { id in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
      return place.map { $0 == directory || $0.hasPrefix(directory + "/") } ?? false
    }
  }

  /// The numbers of the System V segments that exist.
  private func sharedMemory() -> Set<Substring> {
    // It has no size: all of it is read only by reading to its end.
    let bytes = try? FileHandle(forReadingAtPath: "/proc/sysvipc/shm")?.readToEnd()
    let table = String(decoding: bytes ?? Data(), as: UTF8.self)
    return Set(
      table.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: " ")
        return columns.count > 1 ? columns[1] : nil
      })
  }
}
