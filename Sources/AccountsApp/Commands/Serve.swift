import CommandKit
import Product

extension Commands {
  /// Runs only if `regapp-serve` is not installed; otherwise that program gets the command line.
  static let serve = Command(
    name: "serve",
    summary: "log people in at a page, and tell web servers who they are; a separate program",
    details: Serving.details,
    options: OptionSpec.serving,
    examples: [
      "regapp serve",
      "regapp serve --socket /run/regapp/socket --url https://accounts.example.com/",
    ],
    run: { _ in
      throw Report(
        .unavailable, "serveMissing", "regapp-serve is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-serve, or build it: "
          + "swift build --product regapp-serve")
    })
}
