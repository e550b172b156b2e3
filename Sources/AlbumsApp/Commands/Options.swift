import Albums
import CommandKit

extension Arguments {
  func country() throws -> Country? {
    guard let text = self["--country"] else { return nil }
    guard let country = Country(text) else {
      throw Report.usage(
        "--country must be two letters, not '\(visible(text))'",
        ru: "--country: нужны две буквы, а не «\(visible(text))»",
        hint: "write --country ru", ru: "напишите --country ru")
    }
    return country
  }
}
