/// How far a call has come with many accounts or passwords, for whoever shows that to a person.
///
///     try await WorkProgress.told(to: { bar.show($0, of: $1) }) {
///       try await registry.disable(names)
///     }
///
/// A cancelled task writes nothing until all are done, and the call throws `cancelled`.
public enum WorkProgress {
  /// Is told how many of how many are done, on any thread.
  public typealias Listener = @Sendable (_ done: Int, _ of: Int) -> Void

  @TaskLocal private static var listener: Listener?

  /// Runs a body, and tells how far its calls come.
  public static func told<Value, Failure: Error>(
    to listener: Listener?, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $listener.withValue(listener) {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs a body that is a part of a work: what it tells is changed.
  static func asPart<Value, Failure: Error>(
    _ change: @escaping @Sendable (_ done: Int, _ of: Int) -> (done: Int, of: Int),
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let listener else { return try await body() }
    return try await told(
      to: { done, count in
        let (done, count) = change(done, count)
        listener(done, count)
      }, body)
  }

  /// Tells how far the work of this task is.
  package static func tell(_ done: Int, of count: Int) { listener?(done, count) }
}
