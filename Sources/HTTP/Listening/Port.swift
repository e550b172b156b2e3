import CEvents
import Glibc

extension Listener {
  /// Listens on a port of this machine alone; on any free one for 0.
  static func listen(on loopback: Loopback, _ port: UInt16) throws(ListenFault) -> Listener {
    switch loopback {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let descriptor = try bound(AF_INET, &address)
      return Listener(
        descriptor, name: name(of: loopback, UInt16(bigEndian: address.sin_port)),
        isSocket: false)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      let descriptor = try bound(AF_INET6, &address)
      return Listener(
        descriptor, name: name(of: loopback, UInt16(bigEndian: address.sin6_port)),
        isSocket: false)
    }
  }

  private static func name(of loopback: Loopback, _ port: UInt16) -> String {
    "http://\(loopback.rawValue):\(port)/"
  }

  /// A listening socket at an address, which then has the port.
  private static func bound<Address>(
    _ family: Int32, _ address: inout Address
  ) throws(ListenFault) -> Int32 {
    let descriptor = streamSocket(family)
    guard descriptor >= 0 else { throw .failed(errno) }
    var one: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout.size(ofValue: one)))
    var length = socklen_t(MemoryLayout<Address>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0
          && Glibc.listen(descriptor, backlog) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      _ = Glibc.close(descriptor)
      throw code == EADDRINUSE ? .inUse : .failed(code)
    }
    return descriptor
  }

  /// A nonblocking socket; -1 with errno set.
  static func streamSocket(_ family: Int32) -> Int32 {
    socket(
      family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }
}
