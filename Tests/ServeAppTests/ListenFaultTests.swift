import CommandKit
import Glibc
import Testing

@testable import HTTP
@testable import ServeApp

@Suite("Where the server cannot start") struct ListenFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let fault: ListenFault
    let place: Listener.Place
    let code: ExitCode
    let line: String
    let hint: String?

    init(
      _ fault: ListenFault, at place: Listener.Place, _ code: ExitCode, _ line: String,
      hint: String? = nil
    ) {
      (self.fault, self.place, self.code) = (fault, place, code)
      (self.line, self.hint) = (line, hint)
    }

    var testDescription: String { line }
  }

  private static let socket = Listener.Place.socket(path: "/run/a/socket", group: "web")
  private static let port = Listener.Place.port(.v4, 80)

  static let rows = [
    Row(
      .failed(EMFILE), at: port, .cannotCreate,
      "cannot serve at 127.0.0.1:80: too many open files",
      hint: "allow it more open files: ulimit -n"),
    Row(
      .failed(EMFILE), at: socket, .cannotCreate,
      "cannot serve at /run/a/socket: too many open files",
      hint: "allow it more open files: ulimit -n"),
    Row(
      .failed(ENFILE), at: .inherited, .cannotCreate,
      "cannot serve at systemd: too many open files in system",
      hint: "allow it more open files: ulimit -n"),
    Row(
      .failed(EACCES), at: port, .cannotCreate, "cannot serve at 127.0.0.1:80: permission denied",
      hint: "take a port above 1023, or let systemd open it"),
    Row(
      .failed(EACCES), at: socket, .cannotCreate,
      "cannot serve at /run/a/socket: permission denied",
      hint: "check that its directory exists and is yours to write"),
    Row(
      .failed(EADDRNOTAVAIL), at: .port(.v6, 8466), .cannotCreate,
      "cannot serve at [::1]:8466: cannot assign requested address",
      hint: "try the other of 127.0.0.1 and [::1]"),
    Row(
      .failed(ENOMEM), at: socket, .cannotCreate,
      "cannot serve at /run/a/socket: cannot allocate memory"),
    Row(
      .inUse, at: port, .cannotCreate, "another program serves at 127.0.0.1:80",
      hint: "end it, or choose another place"),
    Row(
      .inUse, at: socket, .cannotCreate, "another program serves at /run/a/socket",
      hint: "end it, or choose another place"),
    Row(
      .occupied, at: socket, .cannotCreate, "/run/a/socket is there, and is not a socket",
      hint: "remove it, or choose another path"),
    Row(.unknownGroup, at: socket, .usage, "there is no group web", hint: "see getent group"),
    Row(
      .notInGroup, at: socket, .noPermission, "you are not in the group web",
      hint: "name a group that the user who runs this is in"),
    Row(
      .notOneListener, at: .inherited, .usage,
      "systemd must pass one listening stream socket",
      hint: "put one ListenStream= into the socket unit, and no Accept=yes"),
  ]

  @Test("it names the place, the reason, and a way out that fits", arguments: rows)
  func says(_ row: Row) {
    let report = Report(row.fault, at: row.place)
    #expect(report.code == row.code)
    #expect(report.lines.map { $0[.english] } == [row.line])
    #expect(report.hint?[.english] == row.hint)
  }
}
