import Foundation

/// A session at a server over the system's libpq, which runs SQL as psql does, without a process.
///
/// Several statements at once are one transaction, unless they say otherwise.
struct Session: ~Copyable {
  private let libpq: Libpq
  private let connection: OpaquePointer

  init(at address: String) throws {
    let libpq = try Self.libpq.get()
    let connection = try libpq.connection(to: address)
    (self.libpq, self.connection) = (libpq, connection)
  }

  deinit { libpq.finish(connection) }

  /// Returns the lines of all rows, their columns separated by `|`.
  @discardableResult
  func run(_ sql: String) throws -> [String] {
    guard libpq.send(connection, sql) == 1 else {
      throw ServerFailure(String(cString: libpq.fault(connection)))
    }
    var rows: [String] = []
    var fault: String?
    while let result = libpq.result(connection) {
      defer { libpq.clear(result) }
      let words = String(cString: libpq.faultOfResult(result))
      if !words.isEmpty { fault = fault ?? words }
      for row in 0..<libpq.rows(result) {
        let columns = (0..<libpq.columns(result)).map { column in
          String(cString: libpq.value(result, row, column))
        }
        rows.append(columns.joined(separator: "|"))
      }
    }
    if let fault { throw ServerFailure(fault) }
    return rows.flatMap {
      $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let libpq = Result { try Libpq() }

  /// The functions of libpq that a session needs.
  private struct Libpq: Sendable {
    typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
    typealias Text = UnsafePointer<CChar>

    let connect: @convention(c) (Text) -> OpaquePointer?
    let status: @convention(c) (OpaquePointer) -> Int32
    let fault: @convention(c) (OpaquePointer) -> Text
    let receiveNotices:
      @convention(c) (OpaquePointer, Receiver, UnsafeMutableRawPointer?) -> OpaquePointer?
    let finish: @convention(c) (OpaquePointer) -> Void
    let send: @convention(c) (OpaquePointer, Text) -> Int32
    let result: @convention(c) (OpaquePointer) -> OpaquePointer?
    let faultOfResult: @convention(c) (OpaquePointer) -> Text
    let rows: @convention(c) (OpaquePointer) -> Int32
    let columns: @convention(c) (OpaquePointer) -> Int32
    let value: @convention(c) (OpaquePointer, Int32, Int32) -> Text
    let clear: @convention(c) (OpaquePointer) -> Void

    init() throws {
      guard let library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL) else {
        throw ServerFailure(dlerror().map { String(cString: $0) } ?? "no libpq.so.5")
      }
      func function<Type>(_ name: String, _ type: Type.Type = Type.self) throws -> Type {
        guard let address = dlsym(library, name) else { throw ServerFailure("no \(name)") }
        return unsafeBitCast(address, to: type)
      }
      connect = try function("PQconnectdb")
      status = try function("PQstatus")
      fault = try function("PQerrorMessage")
      receiveNotices = try function("PQsetNoticeReceiver")
      finish = try function("PQfinish")
      send = try function("PQsendQuery")
      result = try function("PQgetResult")
      faultOfResult = try function("PQresultErrorMessage")
      rows = try function("PQntuples")
      columns = try function("PQnfields")
      value = try function("PQgetvalue")
      clear = try function("PQclear")
    }

    func connection(to address: String) throws -> OpaquePointer {
      guard let made = connect(address) else { throw ServerFailure("no memory") }
      _ = receiveNotices(made, { _, _ in }, nil)
      guard status(made) == 0 else {
        defer { finish(made) }
        throw ServerFailure(String(cString: fault(made)))
      }
      return made
    }
  }
}
