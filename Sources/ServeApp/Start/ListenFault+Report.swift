import CommandKit
import Glibc
import HTTP

extension Report {
  /// Why nothing listens.
  init(_ fault: ListenFault, at place: Listener.Place) {
    let (name, group) =
      switch place {
      case .socket(let path, let group): (visible(path), visible(group ?? ""))
      case .port(let loopback, let port): ("\(loopback.rawValue):\(port)", "")
      case .inherited: ("systemd", "")
      }
    switch fault {
    case .tooLong:
      self.init(
        .usage, "usage", "the path of a socket has at most 107 bytes: \(name)",
        hint: "choose a shorter path, such as /run/regapp/door.sock")
    case .unknownGroup:
      self.init(
        .usage, "usage", "there is no group \(group)", hint: "see getent group")
    case .notInGroup:
      self.init(
        .noPermission, "group", "you are not in the group \(group)",
        hint: "name a group that the user who runs this is in")
    case .notOneListener:
      self.init(
        .usage, "usage", "systemd must pass one listening stream socket",
        hint: "put one ListenStream= into the socket unit, and no Accept=yes")
    case .notLoopback:
      self.init(
        .usage, "usage", "systemd must pass a socket or a port of this machine alone",
        hint: "write ListenStream=127.0.0.1:8466 into the socket unit, and put a proxy before it")
    case .inUse:
      self.init(
        .cannotCreate, "inUse", "another program serves at \(name)",
        hint: "end it, or choose another place")
    case .occupied:
      self.init(
        .cannotCreate, "occupied", "\(name) is there, and is not a socket",
        hint: "remove it, or choose another path")
    case .failed(let code):
      self.init(
        .cannotCreate, "socket", [Phrase("cannot serve at \(name): \(systemMessage(code))")],
        hint: Self.hint(code, at: place))
    }
  }

  private static func hint(_ code: Int32, at place: Listener.Place) -> Phrase? {
    switch (place, code) {
    case (_, EMFILE), (_, ENFILE): Phrase("allow it more open files: ulimit -n")
    case (_, ENOMEM), (_, ENOBUFS): nil
    case (.socket, _): Phrase("check that its directory exists and is yours to write")
    case (.port, EACCES): Phrase("take a port above 1023, or let systemd open it")
    case (.port, EADDRNOTAVAIL), (.port, EAFNOSUPPORT):
      Phrase("try the other of 127.0.0.1 and [::1]")
    case (.port, _), (.inherited, _): nil
    }
  }
}
