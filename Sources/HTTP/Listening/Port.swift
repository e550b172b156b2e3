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

  /// The address of a port that only this machine can reach; nil for any other.
  static func loopbackName(of descriptor: Int32) -> String? {
    if let address: sockaddr_in = address(of: descriptor, AF_INET) {
      let bytes = UInt32(bigEndian: address.sin_addr.s_addr)
      let text = [24, 16, 8, 0].map { "\(bytes >> $0 & 0xFF)" }.joined(separator: ".")
      return bytes >> 24 == 127 ? "http://\(text):\(UInt16(bigEndian: address.sin_port))/" : nil
    }
    guard let address: sockaddr_in6 = address(of: descriptor, AF_INET6) else { return nil }
    let isLoopback = withUnsafeBytes(of: (address.sin6_addr, in6addr_loopback)) {
      $0.prefix(16).elementsEqual($0.suffix(16))
    }
    return isLoopback ? name(of: .v6, UInt16(bigEndian: address.sin6_port)) : nil
  }

  /// The address of a socket; nil if it is of another family.
  private static func address<Address>(
    of descriptor: Int32, _ family: Int32
  ) -> Address? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout.size(ofValue: storage))
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let isThere = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length) == 0
      }
      guard isThere, Int32(pointer.pointee.ss_family) == family else { return nil }
      return UnsafeRawPointer(pointer).load(as: Address.self)
    }
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
