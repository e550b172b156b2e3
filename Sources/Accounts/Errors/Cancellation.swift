/// Throws `cancelled` in a cancelled task. Call it before waiting or beginning; never once
/// something is written.
package func checkCancellation() throws(AccountsError) {
  if Task.isCancelled { throw .cancelled }
}

/// Runs steps to their end even if the task is cancelled: those that follow a write, or count a
/// checked password.
package func uncancelled<Value: Sendable>(
  _ steps: @escaping @Sendable () async throws(AccountsError) -> Value
) async throws(AccountsError) -> Value {
  // A task of its own does not learn that this one is cancelled.
  let steps = Task { () async -> Result<Value, AccountsError> in
    do throws(AccountsError) { return .success(try await steps()) } catch { return .failure(error) }
  }
  return try await steps.value.get()
}
