public import Accounts
import CPostgres
import Glibc

/// The address of a database: `postgres://host1,host2/name` or `service=NAME`, as libpq reads it.
public struct DatabaseAddress: Sendable {
  /// The address as it was given.
  public let text: String
  /// Its name in messages: hosts and database.
  public let subject: String
  /// The name of a directory of its own: the same for all spellings of the hosts, port and
  /// database.
  public let directoryName: String
  /// The sslmode, if that is weaker than it should be and the server is not on this machine.
  public let weakMode: String?
  /// The file with passwords, if libpq would not read it: others can, or it is not a file.
  public let unfitPasswords: String?
  /// Whether another server may answer if one does not.
  let hasSeveralHosts: Bool
  /// Whether the address asks for a server that may take no writes.
  private(set) var takesStandby = false
  /// Its hosts and their ports, and for how many seconds to wait for each; no hosts where addresses
  /// stand beside them, so that no name is looked up.
  let hosts: (names: [String], ports: [String], seconds: Int)
  /// Settings for libpq besides the address.
  private(set) var settings: [(key: String, value: String)]

  /// This address for servers that take no writes too.
  var ofAnyServer: DatabaseAddress {
    var address = self
    address.settings.append(("target_session_attrs", "any"))
    address.takesStandby = true
    return address
  }

  /// Whether a text names a database.
  public static func isDatabase(_ text: String) -> Bool {
    ["postgres://", "postgresql://", "service="].contains { text.utf8.starts(with: $0.utf8) }
  }

  /// Parses an address, with libpq. A password in it is refused: others see the command line.
  public init(_ text: String) throws(AccountsError) {
    func fault(_ reason: PostgresFault) -> AccountsError {
      .store(StoreFault(.connection, "", reason))
    }
    if let missing = Libpq.fault { throw fault(missing) }
    guard Self.isDatabase(text), let given = Self.parsed(text) else {
      throw fault(.invalidAddress)
    }
    guard given["password"] == nil, given["sslpassword"] == nil else {
      throw fault(.passwordInAddress)
    }
    // A mistyped password may be part of the host or the name, and must not be shown.
    let shown = [given["host"], given["hostaddr"], given["port"], given["dbname"]].compactMap(
      \.self)
    guard
      shown.allSatisfy({ part in
        !part.utf8.dropFirst().contains(UInt8(ascii: "@")) && !part.contains("://")
          && !part.utf8.contains(UInt8(ascii: "="))
      })
    else { throw fault(.invalidAddress) }
    guard let all = Self.resolved(text) else {
      throw fault(given["service"].map { .unknownService($0) } ?? .invalidAddress)
    }
    self.text = text
    guard let place = Self.place(all["host"] ?? all["hostaddr"] ?? "", given["port"] ?? "") else {
      throw fault(.invalidAddress)
    }
    let name = given["dbname"] ?? all["dbname"] ?? ""
    if let service = given["service"] {
      subject = "service=\(service)"
      directoryName = Self.encoded("service=\(service)")
    } else {
      subject = "postgres://\(place)/\(name)"
      directoryName = Self.encoded("\(place)/\(name)")
    }
    takesStandby = ["standby", "prefer-standby", "read-only"].contains(all["target_session_attrs"])
    hasSeveralHosts = [all["host"], all["hostaddr"]].contains { $0?.contains(",") == true }
    func list(_ key: String) -> [String] {
      (all[key] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let seconds = Int(all["connect_timeout"] ?? "3") ?? 0
    hosts = (
      all["hostaddr"] == nil ? list("host") : [], Self.ports(of: text),
      seconds > 0 ? max(seconds, 2) : 86_400
    )
    let (settings, weakMode) = Self.settings(for: all)
    self.weakMode = weakMode
    unfitPasswords = Self.unfitPasswords(all["passfile"])
    // libpq would say so itself, on standard error.
    self.settings =
      settings + (unfitPasswords == nil ? [] : [("passfile", "/dev/null/none")])
  }

  /// The hosts, each with its port if that is not the usual one; nil if a port is not a number.
  private static func place(_ hosts: String, _ ports: String) -> String? {
    let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false)
    var ports = ports.split(separator: ",", omittingEmptySubsequences: false)
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) ?? 0 > 0 }) else { return nil }
    // One is for all hosts.
    if ports.count == 1 { ports = Array(repeating: ports[0], count: hosts.count) }
    return hosts.enumerated().map { index, host in
      let port = index < ports.count ? UInt16(ports[index]) ?? 5432 : 5432
      return port == 5432 ? String(host) : "\(host):\(port)"
    }.joined(separator: ",")
  }

  /// How to connect, and the sslmode if that is weak.
  ///
  /// Unless the address says otherwise, the server must prove that it is the host that was asked
  /// for.
  private static func settings(
    for all: [String: String]
  ) -> (settings: [(key: String, value: String)], weakMode: String?) {
    var settings = [
      ("fallback_application_name", "regapp"), ("client_encoding", "UTF8"),
      ("gssencmode", "disable"), ("tcp_user_timeout", "10000"),
    ]
    if all["connect_timeout"] == nil { settings.append(("connect_timeout", "3")) }
    // A server that only begins transactions as read-only takes writes all the same.
    if [nil, "any", "read-write"].contains(all["target_session_attrs"]) {
      settings.append(("target_session_attrs", "primary"))
    }
    let hosts = (all["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let isElsewhere =
      all["hostaddr"] != nil || hosts.contains { !$0.isEmpty && !"/@".contains($0.prefix(1)) }
    guard isElsewhere else { return (settings, nil) }
    // libpq's own default would go on without TLS.
    let mode = all["sslmode"].flatMap { $0 == "prefer" ? nil : $0 } ?? strongMode
    settings.append(("sslmode", mode))
    if mode.hasPrefix("verify"), all["sslrootcert"] == nil, let authorities {
      settings.append(("sslrootcert", authorities))
    }
    return (settings, mode == strongMode ? nil : mode)
  }

  private static func unfitPasswords(_ given: String?) -> String? {
    if getenv("PGPASSWORD").map({ $0.pointee != 0 }) == true { return nil }
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path = given ?? "\(home)/.pgpass"
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let isFit = status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 == 0
    return isFit ? nil : path
  }

  private static let strongMode = "verify-full"

  /// The system's authorities, unless the user has some of their own where libpq looks for them.
  private static var authorities: String? {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    if !home.isEmpty, access("\(home)/.postgresql/root.crt", R_OK) == 0 { return nil }
    return [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/cert.pem",
    ].first { access($0, R_OK) == 0 }
  }

  /// The values in an address itself; nil if libpq cannot read it.
  private static func parsed(_ text: String) -> [String: String]? {
    guard let options = PQconninfoParse(text, nil) else { return nil }
    defer { PQconninfoFree(options) }
    return values(of: options)
  }

  /// The values with those of its service, the environment and libpq; nil if there is no such
  /// service.
  private static func resolved(_ text: String) -> [String: String]? {
    // libpq tells it of a connection only. One to this port is refused before anything is looked
    // up. With a password it looks into no file for one, whose rights it might complain of.
    let impossible = Libpq.strings(["dbname", "port", "password"], [text, "0", "-"]) {
      PQconnectStartParams($0, $1, 1)
    }
    guard let impossible else { return nil }
    defer { PQfinish(impossible) }
    guard let options = PQconninfo(impossible) else { return nil }
    defer { PQconninfoFree(options) }
    let found = values(of: options)
    return found["port"] == "0" ? found : nil
  }

  /// The ports, as the address, its service or the environment has them: one for all hosts, or one for
  /// each. A connection to no place tells of them.
  private static func ports(of text: String) -> [String] {
    let nowhere = Libpq.strings(["dbname", "host", "password"], [text, "/dev/null/none", "-"]) {
      PQconnectStartParams($0, $1, 1)
    }
    guard let nowhere else { return [] }
    defer { PQfinish(nowhere) }
    guard let options = PQconninfo(nowhere) else { return [] }
    defer { PQconninfoFree(options) }
    return (values(of: options)["port"] ?? "")
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String:
    String]
  {
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val, value.pointee != 0 {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }

  /// A text as one name of a file: what could be another is written as `%` and two digits.
  private static func encoded(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:=".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      // No name begins with a dot, so that none is `..`.
      if plain.contains(byte), !(bytes.isEmpty && byte == UInt8(ascii: ".")) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
