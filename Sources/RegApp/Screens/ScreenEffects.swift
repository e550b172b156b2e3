import AccountsFile
import CommandKit
import Terminal

/// Runs the screens' effects: each is its own task, with file access on the background queue and
/// hashing on separate threads.
struct ScreenEffects: Sendable {
  let registry: Registry
  let today: @Sendable () -> CalendarDay

  /// Starts an effect; its result is posted.
  func perform(_ effect: ScreenEffect, _ mailbox: Mailbox<ScreenMessage>) {
    Task.detached { mailbox.post(await outcome(of: effect)) }
  }

  func outcome(of effect: ScreenEffect) async -> ScreenMessage {
    (try? await result(of: effect)) ?? .failed(.internalFault)
  }

  /// The same for a caller that can ask: `confirm` is called before an account is created, and its
  /// errors are rethrown.
  func result(
    of effect: ScreenEffect, confirm: () async throws -> Void = {}
  ) async throws -> ScreenMessage {
    do {
      switch effect {
      case .open(let reading): return .opened(reading, await opening())
      case .submit(.logIn(let request)):
        var warnings: [Phrase] = []
        let outcome = try await registry.login(
          request, confirm: confirm, uncounted: { warnings.append(ScreenText.uncounted($0)) })
        return .done(await opening(ScreenText.words(of: outcome.notices) + warnings))
      case .submit(.register(let values, let password)):
        let outcome = try await registry.register(values, password: password)
        return .done(await opening(ScreenText.words(of: outcome.notices)))
      case .submit(.save(let request)):
        let outcome = try await registry.edit(request)
        let words =
          outcome.edit.fields.isEmpty
          ? [ScreenText.nothingChanged] : [ScreenText.saved(outcome.edit)]
        return .done(await opening(words + ScreenText.words(of: outcome.notices)))
      case .logOut:
        _ = try await registry.logOut()
        return .done(await opening())
      case .albums: return .cameBack(nil)
      }
    } catch let error as AccountsError {
      return .failed(error)
    }
  }

  /// Reads the accounts and decides which screen to show.
  func opening(_ notes: [Phrase] = []) async -> Opening {
    let rulebook: Rulebook
    do throws(AccountsError) {
      rulebook = try await registry.rulebook()
    } catch {
      return .broken(ScreenText.lines(of: error))
    }
    do {
      let profile = try await registry.show()
      let warnings = profile.editFault.map { [ScreenText.editUnknown($0)] } ?? []
      return .profile(
        ProfileState(
          account: profile.account, openEdit: profile.openEdit, rulebook: rulebook,
          today: today()), notes: notes + warnings)
    } catch AccountsError.notLoggedIn(let reason) {
      return .login(rulebook, today(), reason: ScreenText.reason(reason, rulebook))
    } catch let error as AccountsError {
      let lines = ScreenText.lines(of: error)
      if case .accountClosed = error { return .login(rulebook, today(), reason: lines) }
      return .broken(lines)
    } catch {
      return .broken(ScreenText.lines(of: .internalFault))
    }
  }
}
