import AccountsFile
import CommandKit
import Exchange

extension ReadingOptions {
  init(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    self.init()
    notMarks = try LoginMark.names(arguments)
    domain = try arguments["--domain"].map { text in
      let domain = text.utf8.first == UInt8(ascii: "@") ? String(text.dropFirst()) : text
      guard (try? EmailAddress("a@\(domain)")) != nil else {
        throw Report.usage(
          "--domain must be like example.com, not '\(visible(text))'",
          hint: "write --domain example.com")
      }
      return domain
    }
    ignoresUnknown = arguments.has("--ignore-columns")
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
  }

  /// The fields of a list of their names.
  private static func fields(_ typed: String?) throws -> Set<Field> {
    Set(
      try typed?.split(separator: ",", omittingEmptySubsequences: false).map {
        try field(FieldValues.trimmed(String($0), for: .groups) ?? "", of: "--without")
      } ?? [])
  }

  private static func field(_ name: String, of option: String) throws -> Field {
    guard let field = CSV.field(named: name) else {
      throw Report.usage(
        "\(option): no field is called '\(visible(name))'",
        hint: .instead(of: name, among: Field.allCases.map(\.key)))
    }
    return field
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
  static let notMarks = OptionSpec(
    "--not-marks", "KEY,...",
    help: "these keys do not say here who may not log in: state, enabled, …")
}

extension LoginMark {
  /// The names of the marks that --not-marks lists.
  static func names(_ arguments: Arguments) throws -> Set<String> {
    let option = OptionSpec.notMarks.name
    return Set(
      try arguments[option]?.split(separator: ",", omittingEmptySubsequences: false).map { key in
        guard let mark = LoginMark(String(key)) else {
          throw Report.usage(
            "\(option): '\(visible(String(key)))' is no mark of who may not log in",
            hint: .instead(of: String(key), among: LoginMark.table.flatMap(\.names)))
        }
        return mark.name
      } ?? [])
  }
}
