import AccountsFile
import CommandKit
import Exchange

extension ReadingOptions {
  init(_ invocation: Invocation) throws {
    self.init()
    domain = try invocation.arguments["--domain"].map { text in
      let domain = text.utf8.first == UInt8(ascii: "@") ? String(text.dropFirst()) : text
      guard (try? EmailAddress("a@\(domain)")) != nil else {
        throw Report.usage(
          "--domain must be like example.com, not '\(visible(text))'",
          ru: "--domain: нужен домен вроде example.com, а не «\(visible(text))»",
          hint: "write --domain example.com", ru: "напишите --domain example.com")
      }
      return domain
    }
    ignoresUnknown = invocation.arguments.has("--ignore-columns")
    var last: Field?
    for part in invocation.arguments["--columns"]?.split(
      separator: ",", omittingEmptySubsequences: false) ?? []
    {
      guard let equals = part.firstIndex(of: "=") else {
        // The name of a column may have a comma.
        guard let field = last else { throw Self.notColumns }
        columns[field]?.append(",\(part)")
        continue
      }
      let (name, column) = (part[..<equals], part[equals...].dropFirst())
      guard let field = CSV.field(named: String(name)) else {
        throw Report.usage(
          "--columns: no field is called '\(visible(String(name)))'",
          ru: "--columns: нет поля «\(visible(String(name)))»",
          hint: .instead(of: String(name), among: Field.allCases.map(\.rawValue)))
      }
      guard columns[field] == nil, !column.isEmpty else { throw Self.notColumns }
      columns[field] = String(column)
      last = field
    }
  }

  private static var notColumns: Report {
    .usage(
      "--columns must name each field once, with its column",
      ru: "--columns: нужны поля, каждое один раз, и их столбцы",
      hint: "write --columns email=\"Email Address\",firstName=Vorname",
      ru: "напишите --columns email=\"Email Address\",firstName=Vorname")
  }
}
