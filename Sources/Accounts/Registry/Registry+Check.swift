import Synchronization

/// How far sealing has come, and what it left.
public struct SealOutcome: Sendable {
  /// How many typed passwords became hashes.
  public var sealed: Int
  /// What is wrong with the typed passwords that were left as they are.
  public let refused: [Problem]
  /// Conditions to report.
  public var notices: [Notice]
}

extension Registry {
  /// Everything that is wrong with the accounts, and everything worth a warning.
  public func check() async throws -> Findings {
    guard let store = store as? any CheckableStore else { throw AccountsError.lacks(.checking) }
    var findings = try await store.check(hasher.judge())
    let isReadable = (try? await store.rulebook()) != nil
    func warn(of email: String, in place: Place) {
      let problem = Problem(.key("email"), .pointsNowhere(email: email), at: place)
      findings.beside.append(problem)
    }
    do throws(AccountsError) {
      switch try await sessions.session() {
      case .broken(let problem): findings.beside.append(problem)
      case .loggedIn(let email) where isReadable:
        if try await !isThere(email) { warn(of: email, in: sessions.places.session) }
      case .none, .loggedOut, .loggedIn: break
      }
    } catch .store {
      findings.beside.append(Problem(.file, .readable, at: sessions.places.session))
    }
    do throws(AccountsError) {
      if let edit = try await sessions.draft(), isReadable {
        var isThere = try await isThere(edit.email)
        if !isThere { isThere = try await self.isThere(edit.newEmail) }
        if !isThere { warn(of: edit.email, in: sessions.places.draft) }
      }
    } catch .noteBroken(let problem) {
      findings.beside.append(problem)
    } catch .store {
      findings.beside.append(Problem(.file, .readable, at: sessions.places.draft))
    }
    return findings
  }

  private func isThere(_ email: String) async throws(AccountsError) -> Bool {
    try await !store.find(.name(AccountName(email))).accounts.isEmpty
  }

  /// Makes every typed password that the rules allow a hash, in batches: what is done stays done,
  /// wherever it is interrupted.
  ///
  /// - Parameter progress: called with how many are done of how many, on any thread.
  public func seal(
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> SealOutcome {
    guard let store = store as? any SealingStore else { throw AccountsError.lacks(.sealing) }
    let typed = try await store.typedPasswords()
    let counter = Counter(total: typed.allowed.count, report: progress)
    var outcome = SealOutcome(sealed: 0, refused: typed.refused, notices: [])
    outcome.notices = typed.copies.map { .typedPasswordsInCopy(subject: $0) }
    var rest = typed.allowed[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.batch))
      rest = rest.dropFirst(batch.count)
      let hashes = try await hasher.hashes(of: batch.map(\.password)) { counter.count() }
      let sealed = zip(batch, hashes).map { SealedPassword(typed: $0, hash: $1) }
      let written = try await store.seal(sealed)
      outcome.sealed += written.value.count
      outcome.notices += notices(of: written.uncertain).filter { !outcome.notices.contains($0) }
      for one in written.value {
        guard let email = one.typed.email else { continue }
        do throws(AccountsError) {
          try await carryEdit(of: email, one.typed.password, from: nil, to: one.hash)
        } catch {
          outcome.notices.append(.editNotCarried(error))
        }
      }
    }
    return outcome
  }

  /// How many are hashed between two writes of the store.
  private static let batch = 128
}

/// Counts what is done on many threads.
final class Counter: Sendable {
  private let done = Atomic(0)
  private let total: Int
  private let report: @Sendable (Int, Int) -> Void

  init(total: Int, report: @escaping @Sendable (Int, Int) -> Void) {
    self.total = total
    self.report = report
  }

  func count() {
    let count = done.wrappingAdd(1, ordering: .relaxed).newValue
    report(count, total)
  }
}
