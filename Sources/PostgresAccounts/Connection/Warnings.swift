import CPostgres

/// The notices of the server: whether it has warned during a statement since this was asked last.
final class Warnings {
  var isAny = false

  /// Takes what the server has to say besides its answers; libpq prints none of it.
  func listen(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        let code = Int32(UInt8(ascii: "V"))
        guard let context, let severity = PQresultErrorField(result, code) else { return }
        // Other warnings are of a transaction that does not exist, or of steps that a migration
        // finds done.
        guard String(cString: severity) == "WARNING" else { return }
        // A notice of an owner's own function is not about the write.
        let place = PQresultErrorField(result, Int32(UInt8(ascii: "R")))
        if let place, String(cString: place) == "exec_stmt_raise" { return }
        Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().isAny = true
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
