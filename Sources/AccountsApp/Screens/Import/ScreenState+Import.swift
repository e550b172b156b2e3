import AccountsFile
import CommandKit
import Exchange

/// An import: its file is asked for in a prompt, then comes a look at what it would do.
extension ScreenState {
  /// - Parameter isRefused: whether the import was tried, and is not what it was.
  mutating func show(_ preview: ImportPreview, isRefused: Bool) {
    finish()
    note = nil
    if let old = screen.importing {
      screen = .importing(ImportState(preview, old.search))
    } else {
      go(on: .importing(ImportState(preview)))
    }
    if isRefused {
      complain([Phrase("The accounts have changed; nothing was imported. This is how it is now.")])
    }
  }

  /// Asks for the file again, unless it was looked at before.
  mutating func importFailed(_ lines: [Phrase]) {
    prompt = finish()?.prompt
    complain(lines)
  }

  /// Goes on with a path as far as only one name fits, and shows those that do.
  mutating func show(_ completion: PathCompletion) {
    finish()
    prompt?.take(completion)
    if completion.names.isEmpty { forgetsKeys = true }
  }
}

extension Operation.Line {
  /// The line that asks for the file to import.
  static let ofImport = Self(
    title: ScreenText.import, question: { _ in Phrase("File to import:") },
    does: Phrase("[Enter] Look"),
    explains: Phrase("You see whom it would add before anything is written."), completion: .path,
    problem: { $0.isEmpty ? Phrase("Name a file.") : nil })
}

extension ScreenEffects {
  /// Finds out what an import would do, in the format that the file's name or beginning tells.
  /// - Parameter agreed: the columns, or keys, that may be left out. Once the file has another
  ///   unknown one, none is.
  func lookAtImport(of typed: String, leavingOut agreed: [String]) async -> ScreenMessage {
    await importing {
      let path = expanded(typed)
      let bytes = try await WholeFile(path, sparing: registry).bytes()
      let text = ExchangeText(bytes)
      var source = try ImportSource(path: path, text, nil, ReadingOptions())
      let unknown = source.unknown
      if !unknown.isEmpty {
        var options = ReadingOptions()
        options.ignoresUnknown = true
        var without = try ImportSource(path: path, text, nil, options)
        // If the file cannot be read without them either, something else must be mended.
        let isReadable = !without.reading.endedEarly
        if isReadable, Set(unknown).isSubset(of: agreed) {
          without.leftOut = unknown
          source = without
        } else if isReadable {
          source.dispensable = unknown
        }
      }
      let outcome = try await FileImport(registry: registry, source: source).run(isDryRun: true)
      return .importLook(ImportPreview(outcome, of: source), isRefused: false)
    }
  }

  /// Imports what was read for the look.
  func runImport(
    _ preview: ImportPreview, progress: @escaping @Sendable (Int, Int) -> Void
  ) async -> ScreenMessage {
    await importing {
      let source = preview.source
      let outcome = try await FileImport(registry: registry, source: source)
        .run(isDryRun: false, progress: progress)
      guard !outcome.isStopped else {
        return .importLook(ImportPreview(outcome, of: source), isRefused: true)
      }
      return .changed(
        Done(lines: [outcome.report.value.counts], notices: outcome.report.notices))
    }
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

  private func importing(_ body: () async throws -> ScreenMessage) async -> ScreenMessage {
    do { return try await body() } catch AccountsError.cancelled {
      return .importFailed([ScreenText.stopped])
    } catch let error as AccountsError {
      return .importFailed(error.screenLines)
    } catch {
      let report = Report(error)
      return .importFailed(
        report.placedLines + [report.hint, ScreenText.otherChoices].compactMap(\.self))
    }
  }
}

/// How the path of a file may go on.
struct PathCompletion: Equatable, Sendable {
  /// The path typed so far.
  let typed: String
  /// The names that begin as it ends, in order; a directory's ends with a slash.
  let names: [String]
  /// The path as far as all of them are the same.
  let path: String

  /// - Parameter names: in any order. Names that cannot be typed are left out.
  init(typed: String, in directory: String, names: [String]) {
    self.typed = typed
    let names = names.filter { visible($0) == $0 && !$0.unicodeScalars.contains("\u{FFFD}") }
    self.names = names.sorted()
    guard let first = names.first else {
      path = typed
      return
    }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    path = directory + common
  }
}
