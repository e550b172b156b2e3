import Synchronization

/// How far sealing has come, and what it left.
public struct SealOutcome: Sendable {
  /// How many typed passwords became hashes.
  public var sealed: Int
  /// What is wrong with the typed passwords that were left as they are.
  public let refused: [Problem]
  /// The accounts file, to name the places of problems by.
  public let path: String
  /// What else there is to say.
  public var notices: [Notice]
}

extension Registry {
  /// Everything that is wrong with the accounts, and everything worth a warning.
  public func check() async throws -> Findings {
    var findings = try await base.check(hasher)
    let isReadable = (try? await base.rulebook()) != nil
    switch try await desk.session() {
    case .broken(let path, let problem): findings.beside.append(.init(path: path, problem: problem))
    case .loggedIn(let email) where isReadable:
      let isThere = try await !base.find(email: email).accounts.isEmpty
      if !isThere { findings.beside.append(pointsNowhere(desk.sessionPath, "email", email)) }
    case .none, .loggedOut, .loggedIn: break
    }
    do throws(AccountsError) {
      if let edit = try await desk.edit(), isReadable {
        let emails = [edit.email, edit.newEmail]
        var isThere = false
        for email in emails where !isThere {
          isThere = try await !base.find(email: email).accounts.isEmpty
        }
        if !isThere { findings.beside.append(pointsNowhere(desk.editPath, "email", edit.email)) }
      }
    } catch .noteBroken(let path, let problem) {
      findings.beside.append(.init(path: path, problem: problem))
    }
    return findings
  }

  private func pointsNowhere(_ path: String, _ key: String, _ email: String) -> Findings.Beside {
    Findings.Beside(path: path, problem: Problem(.key(key), .pointsNowhere(email: email)))
  }

  /// The same for another accounts file.
  public func check(file path: String) async throws -> Findings {
    let disk = Disk(queue: DiskQueue())
    let other = FileAccountBase(path: path, today: today(), disk: disk)
    guard try await other.exists() else {
      throw AccountsError.disk(DiskFault(action: .read, path: path, reason: .missing))
    }
    return try await other.check(hasher)
  }

  /// Makes every typed password that the rules allow a hash, in batches: what is done stays done,
  /// wherever it is interrupted.
  ///
  /// - Parameter progress: called with how many are done of how many, on any thread.
  public func seal(
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> SealOutcome {
    let typed = try await base.typedPasswords()
    let counter = Counter(total: typed.allowed.count, report: progress)
    var outcome = SealOutcome(sealed: 0, refused: typed.refused, path: typed.path, notices: [])
    var rest = typed.allowed[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.batch))
      rest = rest.dropFirst(batch.count)
      let hashes = try await hasher.hashes(of: batch.map(\.password)) { counter.count() }
      let sealed = zip(batch, hashes).map { SealedPassword(typed: $0, hash: $1) }
      let receipt = try await base.seal(sealed)
      outcome.sealed += receipt.applied.count
      outcome.notices += notices(of: receipt.uncertain).filter { !outcome.notices.contains($0) }
      for one in receipt.applied {
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

  /// How many are hashed between two writes of the file.
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
