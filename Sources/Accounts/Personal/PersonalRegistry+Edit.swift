extension PersonalRegistry {
  /// Adds changes to the account's open edit, or opens one, without saving. Only the fields of the
  /// request are judged; ``save()`` judges all.
  public func keepDraft(_ request: EditRequest) async throws(AccountsError) -> Outcome<EditReport> {
    var request = request
    request.draftUse = .kept
    do throws(AccountsError) {
      return try await registry.edit(request)
    } catch .store(let fault) where fault.kind == .create {
      // The accounts are there: it is the draft that cannot be written.
      throw .store(StoreFault(.write, fault.subject, fault.reason))
    }
  }

  /// Saves the open edit of the account for which it was begun, whatever that is called now, even if
  /// it is not the logged-in user's. If the account was removed, drops the edit and throws
  /// `noSuchAccount`.
  public func save() async throws(AccountsError) -> Outcome<EditReport> {
    try await registry.retrying { () throws(AccountsError) in
      guard let seen = try await sessions.readDraft() else { throw .nothingToSave }
      guard let target = try await registry.account(of: seen) else {
        try await registry.locked { session throws(AccountsError) in
          if try await sessions.readDraft() == seen { try await session.write(draft: nil) }
        }
        throw .noSuchAccount(name: seen.name)
      }
      let isNeeded = seen.changes[.password] != nil
      let current = try await registry.currentPassword(of: target, isNeeded: isNeeded)
      return try await registry.locked { session throws(AccountsError) -> Outcome<EditReport>? in
        guard let edit = try await sessions.readDraft() else { throw .nothingToSave }
        guard edit == seen, let now = try await registry.account(of: edit),
          now.account.values[.password] == target.account.values[.password]
        else { return nil }
        do throws(AccountsError) {
          return try await registry.save(edit.of(now.account) ?? edit, current, of: now, session)
        } catch .noSuchAccount {
          // It was removed meanwhile.
          return nil
        }
      }
    }
  }

  /// The effect of ``cancel(onlyOpen:)``.
  public enum Cancelled: Sendable {
    /// The open edit was dropped; the accounts file is as it was.
    case dropped(EditDraft?)
    /// The last saved edit was taken back. Newer changes stay: `passedOver`, the newest first.
    case takenBack(EditReport, passedOver: [HistoryEntry])
  }

  /// Drops the open edit. Without one, takes back the last saved edit, if its fields still have the
  /// values that it set. Removes an edit file that cannot be read.
  /// - Parameter onlyOpen: never takes back a saved edit.
  public func cancel(onlyOpen: Bool = false) async throws(AccountsError) -> Outcome<Cancelled> {
    do throws(AccountsError) {
      // Without a draft, not even a lock file is left behind.
      if try await sessions.readDraft() == nil {
        guard !onlyOpen, try await registry.hasHistory() else { throw .nothingToCancel }
      }
    } catch .noteBroken {
      // It is dropped below.
    } catch .lacks {
      throw .nothingToCancel
    }
    let dropped = try await registry.locked { session throws(AccountsError) -> Cancelled? in
      let edit: EditDraft?
      do throws(AccountsError) {
        edit = try await sessions.readDraft()
        if edit == nil { return nil }
      } catch .noteBroken {
        edit = nil
      }
      try await session.write(draft: nil)
      return .dropped(edit)
    }
    if let dropped { return Outcome(dropped) }
    guard !onlyOpen else { throw .nothingToCancel }
    return try await reverseOwnEdits()
  }
}
