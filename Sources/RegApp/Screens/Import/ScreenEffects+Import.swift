import AccountsFile
import CommandKit
import Exchange

extension ScreenEffects {
  func look(at request: ImportRequest) async -> ScreenMessage {
    await importing {
      let path = expanded(request.path)
      let bytes = try await WholeFile(path, sparing: registry).bytes()
      if request.purpose == .applying {
        let declaration = Declaration(
          registry: registry, path: path, bytes: bytes, pruning: request.pruning,
          setsPasswords: request.setsPasswords, today: today)
        return .importLook(
          request, try await preview(of: declaration), isRefused: false)
      }
      let options = try request.options
      let text = ExchangeText(bytes)
      let source = try ImportSource(path: path, text, request.format, options)
      let outcome = try await FileImport(request, of: source, registry).run(isDryRun: true)
      return .importLook(request, ImportPreview(outcome, of: source), isRefused: false)
    }
  }

  /// Imports what was read for the look.
  func run(
    _ request: ImportRequest, _ preview: ImportPreview,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async -> ScreenMessage {
    await importing {
      let source: ImportSource
      switch preview.source {
      case .applying(let declaration, let accounts):
        return try await apply(declaration, request, seen: accounts, progress)
      case .importing(let read): source = read
      }
      let outcome = try await FileImport(request, of: source, registry)
        .run(isDryRun: false, progress: progress)
      guard !outcome.isStopped else {
        return .importLook(request, ImportPreview(outcome, of: source), isRefused: true)
      }
      let refused = outcome.refusal?.items.count ?? 0
      return .changed(
        [ScreenText.imported(outcome.report.value)]
          + ScreenText.words(of: outcome.report.notices),
        leaving: refused > 0 ? ScreenText.leftOut(refused) : nil,
        generated: ShownPasswords(
          outcome.report.value.generated.map { ShownPassword(name: $0.name, password: $0.password) }
        ))
    }
  }

  private func preview(of declaration: Declaration) async throws -> ImportPreview {
    let rulebook = try await registry.rulebook()
    return ImportPreview(
      try await declaration.run(isDryRun: true), of: declaration, under: rulebook)
  }

  /// Does what was seen; if it is something else by now, shows that.
  private func apply(
    _ declaration: Declaration, _ request: ImportRequest, seen accounts: [AccountRecord],
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> ScreenMessage {
    let outcome = try await declaration.run(
      isDryRun: false, expecting: accounts, progress: progress)
    guard outcome.refusal == nil, outcome.report.isWritten else {
      return .importLook(request, try await preview(of: declaration), isRefused: true)
    }
    return .changed(
      [outcome.report.value.counts(isPlan: false)] + ScreenText.words(of: outcome.report.notices),
      leaving: nil, generated: nil)
  }

  /// A path whose `~` is the home directory.
  private func expanded(_ path: String) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  func complete(_ path: String) async throws(AccountsError) -> ScreenMessage {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map(path.utf8.index(after:)) ?? path.startIndex
    let (directory, text) = (String(path[..<start]), String(path[start...]))
    if path == "~", home != nil {
      return .completed(PathCompletion(typed: path, in: "", names: ["~/"]))
    }
    let names = try await DirectoryNames(
      of: directory.isEmpty ? "." : expanded(directory), registry
    ).beginning(with: text)
    return .completed(PathCompletion(typed: path, in: directory, names: names))
  }

  /// Writes passwords that were generated to a file that is not there yet, as the command prints them.
  func write(
    _ passwords: ShownPasswords, to typed: String
  ) async throws(AccountsError) -> ScreenMessage {
    let path = expanded(typed)
    let done = try await WholeFile(path, sparing: registry).create(
      with: Array(passwords.lines.utf8))
    return .written([ScreenText.written(path)] + ScreenText.words(of: done.notices))
  }

  private func importing(_ body: () async throws -> ScreenMessage) async -> ScreenMessage {
    do { return try await body() } catch {
      if let error = error as? AccountsError { return .importFailed(ScreenText.lines(of: error)) }
      return .importFailed(Report(error).lines)
    }
  }
}

extension FileImport {
  fileprivate init(_ request: ImportRequest, of source: ImportSource, _ registry: Registry) {
    self.init(
      registry: registry, source: source, onConflict: request.onConflict,
      generates: request.generates, skipsInvalid: request.skipsInvalid)
  }
}
