import Albums
import RegAppCLI

extension OptionSpec {
  static let country = OptionSpec(
    "--country", "CC", help: "the store to ask, two letters; else the term and your region decide")
  static let catalogue: [OptionSpec] = [
    country,
    OptionSpec("--refresh", help: "ask anew, whatever is kept"),
    OptionSpec("--offline", help: "look among what is kept, and ask nobody"),
    OptionSpec("--covers", help: "show the covers, where the terminal has the colours"),
  ]
}

extension Arguments {
  func country() throws -> Country? {
    guard let text = self["--country"] else { return nil }
    guard let country = Country(text) else {
      throw UsageError(
        "--country must be two letters, not '\(visible(text))'", hint: "write --country ru")
    }
    return country
  }

  func number(_ name: String) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text) else {
      throw UsageError("\(name) must be a number, not '\(visible(text))'", hint: "write \(name) 50")
    }
    return number
  }
}
