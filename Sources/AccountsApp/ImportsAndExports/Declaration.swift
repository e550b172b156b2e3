import AccountsDocument
import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

/// A file that says how accounts are to be: a look at what there is to do, and doing it.
struct Declaration: Sendable {
  let registry: Registry
  /// The name of the file in messages.
  let path: String
  let bytes: [UInt8]
  var pruning = Pruning.none
  var setsPasswords = false
  /// The rulebook with which a new accounts file begins.
  var rules: Rulebook?
  /// The keys to leave out.
  var leftOut = OtherNames()
  /// The key of ids; nil for the one that the file says.
  var idKey: String?
  let today: @Sendable () -> CalendarDay

  /// Says what was done, or would be.
  struct Summary: Sendable {
    let report: Outcome<DeclaredReport>
    /// Everything that is wrong with the file, and with what the accounts would come to; nil if
    /// nothing is. Nothing is done then.
    let refusal: Report?
    /// The keys that were left out, each with the number of its accounts.
    let dropped: [String: Int]
  }

  func run(isDryRun: Bool) async throws -> Summary {
    if rules != nil, try await !registry.list(limit: 1).accounts.isEmpty {
      throw Report.usage(
        "--rules is only for where there are no accounts yet", hint: "leave it out")
    }
    let inForce = try await registry.rulebook()
    let file = try read(under: rules ?? inForce)
    // The rest of a file with problems is judged, too, to report all at once.
    let report: Outcome<DeclaredReport>
    do throws(AccountsError) {
      report = try await registry.apply(
        file.accounts, pruning: file.isSound ? pruning : .none, setsPasswords: setsPasswords,
        rulebook: rules, isDryRun: isDryRun || !file.isSound)
    } catch {
      if case .alreadyInitialised(let subject) = error {
        throw Report.otherRulebook(subject, inForce)
      }
      throw error
    }
    let problems = file.problems(report.refusals)
    return Summary(
      report: report, refusal: problems.isEmpty ? nil : refusal(problems),
      dropped: file.dropped)
  }

  private func read(under rulebook: Rulebook) throws -> DeclaredFile {
    let file: DeclaredFile
    do throws(AccountsError) {
      file = try DeclaredFile(
        path: path, bytes: bytes, under: rulebook, leavingOut: leftOut, idsUnder: idKey,
        today: today())
    } catch {
      guard case .fileInvalid(let problems) = error else { throw error }
      throw refusal(problems)
    }
    if let idKey, !file.hasIDs {
      let fault = ExchangeFault.noColumn(idKey, among: file.keysOfFirst)
      throw Report(.invalid, "noColumn", [fault.message], hint: Phrase("write --columns id=KEY"))
    }
    return file
  }

  /// Says what reads a file that is not JSON; nil for one that is meant to be.
  private func hintOfFormat(_ problems: [Problem]) -> Phrase? {
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    guard case .file(.syntax)? = problems.first?.rule,
      let first, !"{[".utf8.contains(first),
      let format = ExchangeFormat.guess(path: path, ExchangeText(bytes)), format != .json
    else { return nil }
    if let program = format.otherList(in: ExchangeText(bytes)) {
      return ExchangeFault.otherList(program).message
    }
    return Phrase("this is not JSON but \(format.rawValue), which regapp import reads")
  }

  private func refusal(_ problems: [Problem]) -> Report {
    // Perhaps nothing is wrong with this file, but with the accounts that are there.
    let sources = Set(problems.map { $0.place?.source ?? self.path })
    let path = sources.count == 1 ? sources.first ?? self.path : self.path
    let ofList = problems.filter { $0.place.map { $0.source == self.path } ?? true }
    return Report(
      .invalid, "invalid", "\(problems.count, "problem") in \(visible(path)); nothing was changed",
      hint: hintOfFormat(problems)
        ?? (ofList.isEmpty ? problems.hintOfClosed() : ofList.hint(idKey)),
      items: problems.map { problem in
        guard let place = problem.place, place.source != path else { return problem.item }
        return problem.itemElsewhere(place)
      }, listing: .inFile(path))
  }
}

extension Problem {
  /// The problem of an account that is there, among those of the file.
  func itemElsewhere(_ place: Place) -> Report.Item {
    let item = item
    return Report.Item(
      field: item.field, rule: item.rule, message: item.message, subject: item.subject,
      more: item.more,
      sentence: Phrase(same: "\(place.words): ") + (item.sentence ?? item.message))
  }
}

extension [Problem] {
  fileprivate func hint(_ idKey: String?) -> Phrase {
    if contains(where: { $0.rule == .file(.sameRules) }) {
      return FileRule.hintOfSameRules
    }
    return hintOfOthers(inTable: false, idKey: idKey) ?? hintOfNewerVersion
      ?? Phrase("fix the file; regapp rules shows what an account must look like")
  }
}

extension DeclaredReport {
  /// Further facts about the result.
  var notes: [Phrase] {
    var notes: [Phrase] = []
    func names(_ names: [String]) -> String {
      let more = names.count > 3 ? " …" : ""
      return names.prefix(3).map { visible($0) }.joined(separator: ", ") + more
    }
    if !keepingHash.isEmpty {
      notes.append(
        Phrase(
          "\(keepingHash.count, "account") kept a stronger hash than the file has: "
            + "\(names(keepingHash))"))
    }
    if !stayingLocked.isEmpty {
      notes.append(
        Phrase("locked before, and still so with another password: \(names(stayingLocked))"))
    }
    if !uninvited.isEmpty {
      notes.append(.uninvited(uninvited.count))
    }
    return notes + uselessHashes.wordsOfUselessHashes
  }

  /// How many accounts come, change and go.
  func counts(isPlan: Bool) -> Phrase {
    let (added, changed, removed) = (count(.added), count(.changed), count(.removed))
    guard !accounts.isEmpty else {
      return isPlan ? Phrase("nothing to do") : Done.nothing
    }
    return isPlan
      ? Phrase("\(added) to create, \(changed) to change, \(removed) to remove")
      : Phrase("created \(added, "account"), changed \(changed), removed \(removed)")
  }

  /// JSON of the result, for the accounts, for the keys left out and for what else happened.
  func json(_ dropped: [String: Int], _ notices: [Notice]) -> JSONLiteral {
    func list(_ names: [String]) -> JSONLiteral { .array(names.map { .string($0) }) }
    let members: [JSONLiteral.Member] = [
      .init("applied", .bool(isWritten)),
      .init("created", .integer(count(.added))), .init("changed", .integer(count(.changed))),
      .init("removed", .integer(count(.removed))),
      .init("keptHash", list(keepingHash)), .init("locked", list(stayingLocked)),
      .init(
        "accounts",
        .array(
          accounts.map { account in
            let json = account.jsonWithoutID()
            guard case .object(let members) = json else { return json }
            return .object(
              [members[0], .init("does", .string(account.kind.verb))] + members.dropFirst())
          })),
    ]
    let names = dropped.keys.sorted()
    return .object(
      members + (names.isEmpty ? [] : [.init("dropped", list(names))]) + notices.members)
  }
}

extension AccountRecord.Kind {
  /// The word for the action in JSON.
  fileprivate var verb: String {
    switch self {
    case .added: "create"
    case .changed: "change"
    case .removed: "remove"
    }
  }
}
