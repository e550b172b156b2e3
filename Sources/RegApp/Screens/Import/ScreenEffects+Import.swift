import AccountsFile
import CommandKit
import Exchange

extension ScreenEffects {
  func look(at request: ImportRequest) async -> ScreenMessage {
    await importing {
      let text = ExchangeText(try await WholeFile(request.path, sparing: registry).bytes())
      let source = try ImportSource(
        path: request.path, text, request.format, ReadingOptions())
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
      let source = preview.source
      let outcome = try await FileImport(request, of: source, registry)
        .run(isDryRun: false, progress: progress)
      guard !outcome.isStopped else {
        return .importLook(request, ImportPreview(outcome, of: source), isRefused: true)
      }
      let refused = outcome.refusal?.items.count ?? 0
      return .changed(
        [ScreenText.imported(outcome.report.value)]
          + ScreenText.words(of: outcome.report.notices),
        leaving: refused > 0 ? ScreenText.leftOut(refused) : nil)
    }
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
      skipsInvalid: request.skipsInvalid)
  }
}
