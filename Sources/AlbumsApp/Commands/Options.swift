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

  func number(_ name: String) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text) else {
      throw Report.usage(
        "\(name) must be a number, not '\(visible(text))'",
        ru: "\(name): нужно число, а не «\(visible(text))»",
        hint: "write \(name) 20", ru: "напишите \(name) 20")
    }
    return number
  }
}
