import Foundation
import Synchronization

/// A certification authority of the tests, and certificates that it signed.
package final class Certificates: Sendable {
  /// A server's certificate and its key. Keeps the files.
  package struct Certificate: Sendable {
    let owner: Certificates
    let name: String

    package var file: String { "\(owner.directory.path)/\(name).crt" }
    package var key: String { "\(owner.directory.path)/\(name).key" }
  }

  /// The authority's own certificate, for `sslrootcert`.
  package var authority: String { "\(directory.path)/authority.crt" }

  private let directory: ServerDirectory
  /// openssl keeps a list of what it signed, and does not lock it.
  private let signing = Mutex(())

  package init() throws {
    directory = try ServerDirectory()
    let path = directory.path
    try directory.write("", to: "index.txt")
    try directory.write(
      """
      [ca]
      default_ca = own
      [own]
      database = \(path)/index.txt
      new_certs_dir = \(path)
      certificate = \(path)/authority.crt
      private_key = \(path)/authority.key
      rand_serial = yes
      unique_subject = no
      default_md = sha256
      policy = any
      copy_extensions = copy
      [any]
      commonName = supplied
      """, to: "openssl.cnf")
    try openssl(
      Self.request("authority", subject: "Tests") + ["-x509", "-days", "10", "-out", authority])
  }

  /// - Parameters:
  ///   - host: the name that it is for.
  ///   - hasExpired: it was good for a day in 2020.
  package func certificate(
    for host: String = "localhost", hasExpired: Bool = false
  ) throws -> Certificate {
    let name = "server-\(UInt64.random(in: 0 ... .max))"
    let certificate = Certificate(owner: self, name: name)
    try openssl(
      Self.request(name, subject: host)
        + ["-addext", "subjectAltName=DNS:\(host)", "-out", "\(name).csr"])
    let dates =
      hasExpired ? ["200101000000Z", "200102000000Z"] : ["200101000000Z", "491231000000Z"]
    try signing.withLock { _ in
      try openssl([
        "ca", "-batch", "-notext", "-config", "openssl.cnf", "-in", "\(name).csr", "-out",
        certificate.file, "-startdate", dates[0], "-enddate", dates[1],
      ])
    }
    return certificate
  }

  private static func request(_ name: String, subject: String) -> [String] {
    ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
      + ["-subj", "/CN=\(subject)", "-keyout", "\(name).key"]
  }

  private func openssl(_ words: [String]) throws {
    try directory.run(ServerFailure.unwrap(ServerPrograms.openssl), words)
  }
}
