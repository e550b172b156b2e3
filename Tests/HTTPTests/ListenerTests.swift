import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite struct ListenerTests {
  private let directory = TemporaryDirectory("regapp-http")

  private var path: String { directory.path + "/socket" }

  private func place(_ group: String? = nil) -> Listener.Place {
    .socket(path: path, group: group)
  }

  private func mode() -> mode_t {
    var info = stat()
    return lstat(path, &info) == 0 ? info.st_mode : 0
  }

  @Test("a socket is for its owner and group, serves, and goes at the end") func serves()
    async throws
  {
    let (path, place) = (path, place())
    #expect(mode() == 0)
    try await blocking {
      let listener = try Listener.open(place)
      #expect(listener.isSocket)
      let wire = try Wire(listener) { request in Answer(.ok, body: Array(request.path.utf8)) }
      #expect(try wire.ask(try connected(path), "GET /a HTTP/1.0\r\n\r\n").hasSuffix("/a"))
      #expect(throws: ListenFault.inUse) { try Listener.open(place) }
      var info = stat()
      #expect(lstat(path, &info) == 0)
      #expect(info.st_mode == S_IFSOCK | 0o660)
      wire.server.stop()
      try wire.turn { lstat(path, &info) != 0 }
    }
  }

  @Test("a dead socket is replaced") func dead() throws {
    let socket = Listener.streamSocket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(isBound == 0)
    close(socket)
    let listener = try Listener.open(place())
    #expect(mode() == S_IFSOCK | 0o660)
    listener.close()
  }

  @Test("anything else is left as it is") func occupied() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: ListenFault.occupied) { try Listener.open(place()) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    #expect(throws: ListenFault.occupied) { try Listener.open(place()) }
    #expect(mode() & S_IFMT == S_IFLNK)
  }

  @Test("the socket of another start is not removed") func another() throws {
    let old = try Listener.open(place())
    try FileManager.default.removeItem(atPath: path)
    let new = try Listener.open(place())
    old.close()
    #expect(mode() & S_IFMT == S_IFSOCK)
    new.close()
    #expect(mode() == 0)
  }

  @Test("a path has at most 107 bytes") func length() throws {
    let name = String(repeating: "a", count: 107 - directory.path.utf8.count - 1)
    try Listener.open(.socket(path: "\(directory.path)/\(name)", group: nil)).close()
    #expect(throws: ListenFault.tooLong) {
      try Listener.open(.socket(path: "\(directory.path)/\(name)a", group: nil))
    }
    #expect(throws: ListenFault.tooLong) { try Listener.open(.socket(path: "", group: nil)) }
  }

  @Test("groups and directories that do not exist") func missing() {
    #expect(throws: ListenFault.unknownGroup) { try Listener.open(place("no such group")) }
    #expect(throws: ListenFault.failed(ENOENT)) {
      try Listener.open(.socket(path: "\(directory.path)/none/socket", group: nil))
    }
    #expect(mode() == 0)
  }

  @Test("the socket gets a group that one is in") func group() throws {
    let name = try #require(getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) })
    let listener = try Listener.open(place(name))
    var info = stat()
    #expect(lstat(path, &info) == 0)
    #expect(info.st_gid == getegid())
    listener.close()
  }

  @Test("a port in use is named as that", arguments: [Listener.Loopback.v4, .v6])
  func port(_ loopback: Listener.Loopback) throws {
    // A machine may be without IPv6.
    let listener = try? Listener.open(.port(loopback, 0))
    guard loopback == .v4 || listener != nil else { return }
    let name = try #require(listener?.name)
    let port = name.dropFirst("http://".utf8.count).dropLast()
    let place = try #require(Listener.Place(port: String(port)))
    #expect(throws: ListenFault.inUse) { try Listener.open(place) }
    listener?.close()
  }

  @Test("systemd passes one listening stream socket to this process, or nothing") func inherited() {
    let own = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "2"]
    #expect(Listener.isInherited { own[$0] })
    #expect(throws: ListenFault.notOneListener) {
      try Listener.open(.inherited) { own[$0] }
    }
    let anothers = ["LISTEN_PID": "1", "LISTEN_FDS": "1"]
    #expect(!Listener.isInherited { anothers[$0] })
    #expect(!Listener.isInherited { _ in nil })
  }

  @Test("a lock of another user on the directory does not keep it from starting") func locked()
    throws
  {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let listener = try Listener.open(place())
    #expect(throws: ListenFault.inUse) { try Listener.open(place()) }
    listener.close()
  }

  @Test("systemd may pass a port that only this machine can reach")
  func passedPort() throws {
    for (bytes, isOurs) in [(0x7F00_0001, true), (0x7F01_0203, true), (0, false)] {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(bytes).bigEndian
      let socket = Listener.streamSocket(AF_INET)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(socket, 1) == 0
        }
      }
      #expect(isBound)
      if isOurs {
        let listener = try Listener.passed(socket)
        #expect(!listener.isSocket)
        #expect(listener.name.hasPrefix("http://127."))
        listener.close()
      } else {
        #expect(throws: ListenFault.notLoopback) { try Listener.passed(socket) }
        close(socket)
      }
    }
  }
}
