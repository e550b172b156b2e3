import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Invocation {
  /// Reads a file that a command is given, and names it; `-` is stdin.
  func input(_ path: String) async throws -> (name: String, bytes: [UInt8]) {
    let greatest = 1 << 30
    let isStdin = ["-", "/dev/stdin"].contains(path)
    let name = isStdin ? "stdin" : path
    func waiting() {
      guard console.errorIsTerminal else { return }
      say("waiting for another program to write to \(visible(path))")
    }
    guard
      let bytes = try isStdin
        ? console.readInput(greatest) : console.readPipe(path, greatest, waiting)
    else { return (name, try await WholeFile(path, sparing: registry).bytes()) }
    guard bytes.count < greatest else {
      throw Report(
        .cannotReadOrWrite, "disk", "\(visible(name)) has 1 GiB or more",
        hint: "write it to a file and name that")
    }
    return (name, bytes)
  }
}

/// A file to import, with what was read from it.
struct ImportSource: Sendable {
  let path: String
  let text: ExchangeText
  let reading: ExchangeReading

  /// The format, as it was named or guessed.
  let format: ExchangeFormat
  /// The column or the key of ids that an option names.
  private let idKey: String?

  init(
    _ path: String, _ named: ExchangeFormat?, _ options: ReadingOptions, _ invocation: Invocation
  ) async throws {
    let (path, bytes) = try await invocation.input(path)
    let text = ExchangeText(bytes)
    // Reading any text that is not UTF-8 as CSV reports its encoding.
    guard let format = named ?? ExchangeFormat.guess(path: path, text) ?? (text.isUTF8 ? nil : .csv)
    else {
      if let refusal = Self.refusal(ofConflictsIn: text, path) { throw refusal }
      throw Report.usage(
        "cannot tell the format of \(visible(path))",
        hint: "give --format, one of \(ExchangeFormat.readable.names)")
    }
    if format == .csv { try options.checkColumns() }
    (self.path, self.text, self.format) = (path, text, format)
    idKey = options.columns[.id]
    var options = options
    options.dialect = JSONDialect(ofFile: path)
    reading = format.read(text, options)
  }

  /// Says how many comments of the file are left out; nil if it has none.
  var comments: Phrase? { Commands.words(ofComments: reading.comments) }

  /// Says in which lines the space around hashes was cut; nil if none was.
  var cutSpace: Phrase? {
    let offsets = reading.cutHashes.sorted()
    guard !offsets.isEmpty else { return nil }
    let first = offsets.prefix(5)
    let numbers = JSONPlace.places(at: Array(first), in: text.bytes).map { "\($0.line)" }
      .joined(separator: ", ")
    let more = offsets.count - first.count
    let lines =
      more > 0
      ? Phrase("lines \(numbers), and \(more) more\(as: "names")")
      : first.count > 1 ? Phrase("lines \(numbers)") : Phrase("line \(numbers)")
    return Phrase("\(visible(path)): cut the space around hashes in \(lines)")
  }

  /// The positions of the accounts that could be read and are not refused.
  func places(without refusals: [Refusal]) -> [Int] {
    let refused = Set(refusals.map(\.index))
    return reading.records.indices.filter {
      !reading.records[$0].isBroken && !refused.contains($0)
    }
  }

  /// All problems in the order of the file; nil if there are none.
  func refusal(
    _ refusals: [Refusal], skipsInvalid: Bool, under rulebook: Rulebook
  ) -> Report? {
    let lines = linesOfEarlier(refusals, by: rulebook.key)
    var found =
      reading.faults + reading.faults(ofRulesUnder: rulebook)
      + refusals.flatMap { located($0, lines, by: rulebook.key) }
    guard !found.isEmpty else { return nil }
    if let refusal = Self.refusal(ofConflictsIn: text, path) { return refusal }
    found.sort { $0.offset < $1.offset }
    let places = JSONPlace.places(at: found.map(\.offset), in: text.bytes)
    var items = zip(found, places).map { Report.Item($0.fault, at: $1) }
    for problem in problemsOfClosed(refusals, by: rulebook.key) {
      if let place = problem.place { items.append(problem.itemElsewhere(place)) }
    }
    let outcome =
      skipsInvalid ? Phrase("accounts with problems were skipped") : Phrase("nothing was imported")
    return Report(
      .invalid, "invalid", "\(items.count, "problem") in \(visible(path)); \(outcome)",
      hint: hint(found.map(\.fault), refusals, isSkipped: skipsInvalid, under: rulebook),
      items: items, listing: .inFile(path))
  }

  /// What closes the accounts that are there already, with their names.
  private func problemsOfClosed(_ refusals: [Refusal], by key: Field) -> [Problem] {
    refusals.flatMap { refusal -> [Problem] in
      guard case .closed(let problems) = refusal.reason else { return [] }
      let name = reading.records[refusal.index].values[text: key]
      return problems.map { Problem($0.subject, $0.rule, at: $0.place, of: name) }
    }
  }

  /// The conflicts that a merge left in the file, from which everything else follows; nil if there
  /// are none.
  private static func refusal(ofConflictsIn text: ExchangeText, _ path: String) -> Report? {
    var line: Int?
    do throws(JSONSyntaxError) {
      if text.bytes.first.map({ "[{<|=>".utf8.contains($0) }) == true {
        _ = try JSONDocument(parsing: text.bytes)
      }
    } catch { line = error.place.line }
    let conflicts = MergeConflict.all(in: text.bytes, wrongAt: line)
    guard !conflicts.isEmpty else { return nil }
    return Report(
      AccountsError.fileInvalid(conflicts.map { $0.problem(of: path) }))
  }

  /// How to import a text in another encoding, or what is not a text.
  private var hintOfEncoding: Phrase {
    if text.bytes.starts(with: [0x1F, 0x8B]) { return Phrase("unpack it first, with gunzip") }
    if text.bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return Phrase("unpack it first, or save it as CSV in its spreadsheet program")
    }
    let encoding = text.isUTF16 ? "UTF-16" : "WINDOWS-1252"
    let name = path.contains { " '\"$\\`".contains($0) } ? "FILE" : visible(path)
    let input = path == "stdin" ? "" : " \(name)"
    let command =
      "iconv -f \(encoding) -t UTF-8\(input) | regapp import - --format \(format.rawValue)"
    return Phrase("convert it: \(command)")
  }

  private func hint(
    _ faults: [ExchangeFault], _ refusals: [Refusal], isSkipped: Bool,
    under rulebook: Rulebook
  ) -> Phrase {
    // None is imported before that is mended.
    let problems = faults.compactMap { fault -> Problem? in
      if case .rule(let problem) = fault { problem } else { nil }
    }
    if let hint = problems.hintOfOthers(inTable: format == .csv, idKey: idKey) { return hint }
    let closed = problemsOfClosed(refusals, by: rulebook.key)
    if !closed.isEmpty, faults.allSatisfy(\.isOfClosed) { return closed.hintOfClosed() }
    for fault in faults {
      switch fault {
      case .notUTF8 where reading.endedEarly: return hintOfEncoding
      case .rule(let problem) where problem.rule == .file(.newerVersion):
        return FileRule.hintOfNewerVersion
      case .rule(let problem) where problem.rule == .file(.sameRules):
        return FileRule.hintOfSameRules
      case .jsonLines(let hasOtherHashes, let hasUsernames):
        let list =
          hasOtherHashes
          ? Phrase(
            "write a list: jq -s 'map(.password //= (.passwordHash // .password_hash) | "
              + "del(.passwordHash, .password_hash))' FILE")
          : Phrase("write a list: jq -s . FILE")
        guard rulebook.key == .username, !hasUsernames else { return list }
        return list
          + Phrase(
            "; accounts with emails alone begin with --rules register, in a directory without "
              + "accounts")
      case .keycloakRealm:
        return Phrase(
          "write a list without them, for import --generate: jq '[.users[] | {username, email, "
            + "firstName, lastName, groups: [.groups[]? | ltrimstr(\"/\")], disabled: (.enabled == "
            + "false), mustChange: ([.requiredActions[]?] | contains([\"UPDATE_PASSWORD\"]))} | "
            + "with_entries(select(.value))]' FILE; where user names are emails, import --without "
            + "username")
      case .otherList("Home Assistant"):
        return Phrase(
          "write lines: jq -r '.data.users[] | .username + \":\" + (.password | @base64d)' FILE | "
            + "regapp import - --format htpasswd")
      case .otherList("LDAP"):
        return Phrase(
          "write it as csv, with the names of the columns in the first line; what stands behind :: "
            + "is base64, and has to be decoded")
      case .otherList:
        return Phrase(
          "write it as csv, with the names of the columns in the first line, or as json; if it is "
            + "another list, give --format")
      case .namesAndHashes:
        return Phrase(
          "write lines: jq -r 'to_entries[] | .key + \":\" + .value' FILE | regapp import - "
            + "--format htpasswd")
      case .noColumn: return Phrase("write --columns as the first line of the file names them")
      case .noEmail:
        return Phrase(
          "use --domain example.com to make emails of the names; accounts with user names begin "
            + "with --rules standard, in a directory without accounts")
      case .noUsername:
        return Phrase(
          "a rulebook that is \"from\": \"standard\" with \"key\": \"email\" takes names of both kinds: "
            + "docs/formats.md, From htpasswd; --skip-invalid leaves these accounts out")
      case .rule(let problem) where problem.rule.isOfForeignHash:
        if faults.contains(where: \.isOfLongHash) {
          return Phrase(
            "passwords that people typed are taken with --typed; in the place of hashes, import "
              + "--without password --generate makes new ones, and --invite sends links")
        }
        return Phrase(
          "import --without password --generate makes new passwords, and --invite sends links; a "
            + "password that really is such a text is set with regapp edit --password-stdin")
      default: continue
      }
    }
    if reading.isRefused { return Phrase("fix the file, or the options that leave something out") }
    if reading.endedEarly {
      return Phrase("fix the file; it cannot be read beyond this")
    }
    if isSkipped {
      return Phrase("fix the file, then import it again with --on-conflict skip")
    }
    // Fields that may be left out, if they are most of what is wrong.
    let dispensable = faults.compactMap { fault -> Field? in
      guard case .rule(let problem) = fault, case .field(let field) = problem.subject,
        field != rulebook.key, Field.ofPeople.contains(field), !rulebook.requires(field)
      else { return nil }
      return field
    }
    if 2 * dispensable.count > faults.count {
      let names = Field.allCases.filter(dispensable.contains).map(\.key)
        .joined(separator: ",")
      return Phrase("fix the file, or run regapp import --without \(names)")
    }
    let taken = refusals.compactMap { if case .taken = $0.reason { $0.index } else { nil } }
    let required = Problem(.field(.password), .field(.required))
    let getsNone = refusals.contains { refusal in
      guard case .invalid(let problems) = refusal.reason else { return false }
      // An account that is there already keeps its own.
      return problems.contains(required) && !taken.contains(refusal.index)
    }
    if getsNone, faults.contains(.rule(required)) {
      return Phrase(
        "fix the file, or run regapp import --generate, which makes the missing passwords")
    }
    if !taken.isEmpty {
      return Phrase("fix the file, or run regapp import --on-conflict skip, or replace")
    }
    return Phrase("fix the file, or use --skip-invalid to import the other accounts")
  }

  /// The lines of the accounts whose name a later one repeats, by their positions.
  private func linesOfEarlier(_ refusals: [Refusal], by key: Field) -> [Int: Int] {
    let earlier = Set(
      refusals.compactMap { refusal -> Int? in
        guard case .repeats(let earlier) = refusal.reason else { return nil }
        return earlier
      })
    let offsets = earlier.map { reading.records[$0].offsets[key] ?? reading.records[$0].offset }
    let places = JSONPlace.places(at: offsets, in: text.bytes)
    return Dictionary(uniqueKeysWithValues: zip(earlier, places.map(\.line)))
  }

  /// Lists the faults that keep an account from being imported, with their places.
  private func located(
    _ refusal: Refusal, _ lines: [Int: Int], by key: Field
  ) -> [(offset: Int, fault: ExchangeFault)] {
    let record = reading.records[refusal.index]
    let name = record.values[text: key] ?? ""
    let place = record.offsets[key] ?? record.offset
    let bare = record.bareName(under: key)
    switch refusal.reason {
    case .invalid(let problems):
      return problems.compactMap { problem in
        guard case .field(let field) = problem.subject else {
          return (record.offset, .rule(problem))
        }
        if field == key, problem.rule == .field(.required), let bare {
          let name = bare.name
          return (bare.offset, key == .email ? .noEmail(name) : .noUsername(name))
        }
        // A field that could not be read is reported as such, not as missing too.
        let isUnread =
          record.isBroken && record.offsets[field] != nil && record.values[field] == nil
        if problem.rule == .field(.required), isUnread { return nil }
        return (record.offsets[field] ?? record.offset, .rule(problem))
      }
    case .repeats(let earlier):
      // The accounts may share another name than the key.
      let other = reading.records[earlier]
      let field = ([key] + Field.keys).first { field in
        let names = [record, other].map { record in
          record.values[text: field].flatMap { FieldValues.trimmed($0, for: field) }
            .map { AccountName($0) }
        }
        return names[0] != nil && names[0] == names[1]
      }
      return [
        (
          field.flatMap { record.offsets[$0] } ?? place,
          .repeats(
            name: field.flatMap { record.values[text: $0] } ?? name, line: lines[earlier] ?? 0)
        )
      ]
    case .taken(let field):
      let taken = record.values[text: field] ?? ""
      return [(record.offsets[field] ?? record.offset, .exists(name: taken, field))]
    case .closed: return [(place, .existsClosed(name: name, key))]
    case .idWouldCount(let field):
      let problem = Problem(.field(field), .field(.idWouldCount))
      return [(record.offsets[field] ?? place, .rule(problem))]
    case .missing, .conflict, .changedSince, .unproven: return []
    }
  }
}

extension Rule {
  fileprivate var isOfForeignHash: Bool {
    if case .field(.foreignHash) = self { true } else { false }
  }
}

extension ExchangeFault {
  /// True if the account that is there is closed.
  fileprivate var isOfClosed: Bool { if case .existsClosed = self { true } else { false } }

  /// True for a text that a person may have typed, though it is as long as a hash.
  fileprivate var isOfLongHash: Bool {
    if case .rule(let problem) = self { problem.rule == .field(.foreignHash(.long)) } else { false }
  }
}
