import Albums
import CommandKit

extension Arguments {
  func country() throws -> Country? {
    guard let text = self["--country"] else { return nil }
    guard let country = Country(text) else {
      throw Report.usage(
        "--country must be two letters, not '\(visible(text))'", hint: "write --country ru")
    }
    return country
  }
}
