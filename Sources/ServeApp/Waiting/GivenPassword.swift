/// A name and a password as they were given, and the address that they came from.
struct GivenPassword: Sendable, Hashable {
  private let digest: Digest
  let network: String?

  init(_ name: String, _ password: [UInt8], from network: String?, _ digester: Digester) {
    digest = digester.digest([Array(name.utf8), password])
    self.network = network
  }
}
