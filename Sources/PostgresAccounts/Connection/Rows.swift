import CPostgres

/// The rows of an answer. libpq only reads them once they are there.
final class Rows: @unchecked Sendable {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  var count: Int { Int(PQntuples(result)) }
  var columns: Int { Int(PQnfields(result)) }

  /// A value; nil for null.
  subscript(row: Int, column: Int) -> String? {
    withBytes(row, column) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Calls `body` with the bytes of a value; nil for null.
  func withBytes<Result>(
    _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    let (row, column) = (Int32(clamping: row), Int32(clamping: column))
    guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
    else { return body(nil) }
    let count = Int(PQgetlength(result, row, column))
    return value.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  func number(_ row: Int, _ column: Int) -> Int? { self[row, column].flatMap { Int($0) } }

  func flag(_ row: Int, _ column: Int) -> Bool { self[row, column] == "t" }

  /// The SQLSTATE of an answer that is an error, empty if it has none, and the object that refused.
  var refusal: (state: String, ServerRefusal) {
    // The parts of an error have names of one letter; C has them as character constants.
    func part(_ name: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(bitPattern: name.value)).map { String(cString: $0) } ?? ""
    }
    let (severity, shown) = (part("V"), part("S"))
    // A standby says of a transaction that is to write that there is no such thing.
    let isOfStandby = part("C") == "0A000" && part("R") == "call_bool_check_hook"
    return (
      isOfStandby ? "25006" : part("C"),
      ServerRefusal(
        severity: severity.isEmpty ? shown : severity, function: part("R"), schema: part("s"),
        table: part("t"), column: part("c"), type: part("d"), constraint: part("n"),
        ownFunction: ServerRefusal.ownFunction(in: part("W")))
    )
  }
}
