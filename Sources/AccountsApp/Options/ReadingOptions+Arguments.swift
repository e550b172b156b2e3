import AccountsFile
import CommandKit
import Exchange

extension ReadingOptions {
  init(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    self.init()
    domain = try arguments["--domain"].map { text in
      let domain = text.utf8.first == UInt8(ascii: "@") ? String(text.dropFirst()) : text
      guard (try? EmailAddress("a@\(domain)")) != nil else {
        throw Report.usage(
          "--domain must be like example.com, not '\(visible(text))'",
          hint: "write --domain example.com")
      }
      return domain
    }
    without = try Self.fields(arguments["--without"])
    var last: Field?
    let typed = arguments["--columns"]?.split(separator: ",", omittingEmptySubsequences: false)
    for part in typed ?? [] {
      guard let equals = part.firstIndex(of: "=") else {
        // The name of a column may have a comma.
        guard let field = last else { throw Self.notColumns }
        columns[field]?.append(",\(part)")
        continue
      }
      let (name, column) = (part[..<equals], part[equals...].dropFirst())
      let field = try Self.field(String(name), of: "--columns")
      guard columns[field] == nil, !column.isEmpty else { throw Self.notColumns }
      columns[field] = String(column)
      last = field
    }
    others = OtherNames(leavingOut: arguments)
    try others.check { name in Field(name).flatMap { columns[$0] == nil ? $0 : nil } }
  }

  /// Throws for a column of a table that is to be left out, and is a field.
  func checkColumns() throws {
    try others.check { name in
      CSV.field(named: name).flatMap { columns[$0] == nil ? $0 : nil }
    }
  }

  /// The fields of a list of their names.
  private static func fields(_ typed: String?) throws -> Set<Field> {
    Set(
      try typed?.split(separator: ",", omittingEmptySubsequences: false).map {
        try field(FieldValues.trimmed(String($0), for: .groups) ?? "", of: "--without")
      } ?? [])
  }

  private static func field(_ name: String, of option: String) throws -> Field {
    if let field = CSV.field(named: name) { return field }
    let isOfID = Field(name) == .id
    if isOfID, option == "--columns" { return .id }
    throw Report.usage(
      "\(option): no field is called '\(visible(name))'",
      hint: isOfID
        ? Phrase("\(OptionSpec.leaveOut.name) \(name) leaves out ids")
        : .instead(of: name, among: Field.shown.map(\.key)))
  }

  private static var notColumns: Report {
    .usage(
      "--columns must name each field once, with its column",
      hint: "write --columns email=\"Email Address\",firstName=Vorname")
  }
}

extension OptionSpec {
  static let rules = OptionSpec(
    "--rules", "NAME", candidates: .words(Rulebook.builtIns.map(\.name)),
    help: "begin the accounts file with this rulebook")
  static let leaveOut = OptionSpec(
    "--leave-out", "COLUMN", isRepeated: true,
    help: "leave out a column or a key; =VALUE,... names the values that are meant")
}

extension OtherNames {
  /// The columns or keys that the options leave out.
  init(leavingOut arguments: Arguments) {
    self.init()
    for text in arguments.values(of: OptionSpec.leaveOut.name) { leaveOut(option: text) }
  }

  /// Throws for a name that is a field, but for the id.
  ///
  /// - Parameter hint: what to do with the field; by default, how an import leaves it out.
  func check(hint: Phrase? = nil, _ field: (String) -> Field?) throws {
    for name in leftOut {
      guard let field = field(name), field != .id else { continue }
      throw Report.usage(
        "\(OptionSpec.leaveOut.name): \(visible(name)) is a field",
        hint: hint ?? Phrase("import leaves out a field with --without \(field.key)"))
    }
  }
}
