public import Accounts
import Glibc
import TextTools

/// Sends lines to the system's log, as datagrams to its socket.
///
/// syslog(3) is not used, since it waits if nobody reads. A line that cannot be sent at once is
/// dropped: a login waits for no log.
package struct SystemLog: Sendable {
  /// The log's socket. It cannot be configured, since the caller of a privileged program could
  /// choose it; only tests use another path.
  private let path: String
  /// The seconds since 1970.
  private let now: @Sendable () -> Int

  package init(path: String = "/dev/log", now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.path = path
    self.now = now
  }

  package var logins: LoginLog { LoginLog { send($0, isFailure: $1) } }

  private func send(_ line: String, isFailure: Bool) {
    // LOG_AUTHPRIV, with LOG_NOTICE or LOG_INFO.
    let priority = 10 << 3 | (isFailure ? 5 : 6)
    let text = "<\(priority)>\(Self.stamp(now())) regapp[\(getpid())]: \(line)"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isWhole = withUnsafeMutableBytes(of: &address.sun_path) { place in
      // The last byte stays 0.
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard isWhole else { return }
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        _ = sendto(
          descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
          target, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// The local time in the form of logs: `Nov 22 11:00:00`.
  private static func stamp(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let month = months[min(max(0, Int(parts.tm_mon)), 11)]
    let day = parts.tm_mday < 10 ? " \(parts.tm_mday)" : "\(parts.tm_mday)"
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map {
      String($0).zeroPadded(to: 2)
    }
    return "\(month) \(day) \(clock.joined(separator: ":"))"
  }
}

extension LoginLog {
  /// The system's log: facility `authpriv`, program `regapp`.
  public static var ofSystem: LoginLog { SystemLog().logins }
}
