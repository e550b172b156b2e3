import Albums
import RegAppCLI

extension OptionSpec {
  static let country = OptionSpec(
    "--country", "CC",
    help: Phrase(
      "the store to ask, two letters; else the term and your region decide",
      ru: "какой магазин спросить, две буквы; иначе решают запрос и ваш регион"))
  static let catalogue: [OptionSpec] = [
    country,
    OptionSpec(
      "--refresh",
      help: Phrase("ask anew, whatever is kept", ru: "спросить заново, что бы ни было сохранено")),
    OptionSpec(
      "--offline",
      help: Phrase(
        "look among what is kept, and ask nobody",
        ru: "искать среди сохранённого и никого не спрашивать")),
    OptionSpec(
      "--covers",
      help: Phrase(
        "show the covers, where the terminal has the colours",
        ru: "показать обложки, если терминалу хватает цветов")),
  ]
}

extension Arguments {
  func country() throws -> Country? {
    guard let text = self["--country"] else { return nil }
    guard let country = Country(text) else {
      throw UsageError(
        Phrase(
          "--country must be two letters, not '\(visible(text))'",
          ru: "--country: нужны две буквы, а не «\(visible(text))»"),
        hint: Phrase("write --country ru", ru: "напишите --country ru"))
    }
    return country
  }

  func number(_ name: String) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text) else {
      throw UsageError(
        Phrase(
          "\(name) must be a number, not '\(visible(text))'",
          ru: "\(name): нужно число, а не «\(visible(text))»"),
        hint: Phrase("write \(name) 50", ru: "напишите \(name) 50"))
    }
    return number
  }
}
