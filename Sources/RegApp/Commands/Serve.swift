import CommandKit
import Product

extension Commands {
  /// Runs only if `regapp-serve` is not installed; otherwise that program gets the command line.
  static let serve = Command(
    name: "serve",
    summary: "let a web server ask whether somebody may log in; a separate program",
    details: Serving.details,
    options: OptionSpec.serving,
    examples: ["regapp serve --door", "regapp serve --door --socket /run/regapp/door.sock"],
    run: { _ in
      throw Report(
        .unavailable, "serveMissing", "regapp-serve is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-serve, or build it: "
          + "swift build --product regapp-serve")
    })
}
