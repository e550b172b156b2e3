import CommandKit
import HTTP
import TextTools

extension TrustedProxies {
  private static let option = "--trusted-proxies"
  /// The variable that has them.
  static let variable = "REGAPP_SERVE_TRUSTED_PROXIES"

  /// The proxies of the option, else of the variable; nil if neither is there. Throws every slip.
  init?(_ arguments: Arguments, _ environment: Environment) throws {
    let isOption = arguments.has(Self.option)
    let name = isOption ? Self.option : Self.variable
    guard let text = arguments[Self.option] ?? environment[Self.variable] else { return nil }
    var networks: [IPNetwork] = []
    var slips: [Report.Item] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let typed = String(decoding: part.utf8.trimmingSpace, as: UTF8.self)
      do throws(IPNetwork.Fault) { networks.append(try IPNetwork(typed)) } catch {
        slips.append(Report.Item(field: nil, rule: "address", message: error.message(typed, name)))
      }
    }
    guard slips.isEmpty else {
      let hint =
        isOption
        ? Phrase("write --trusted-proxies 10.0.0.7,2001:db8::/64")
        : Phrase("write REGAPP_SERVE_TRUSTED_PROXIES=10.0.0.7,2001:db8::/64")
      throw Report(.usage, "usage", [], hint: hint, items: slips, listing: .each)
    }
    self.init(networks)
  }
}

extension IPNetwork.Fault {
  fileprivate func message(_ typed: String, _ name: String) -> Phrase {
    switch self {
    case .malformed:
      Phrase("\(name): '\(visible(typed))' is neither an IP address nor a network")
    case .hasMoreThanPrefix:
      Phrase(
        "\(name): '\(visible(typed))' has more than its prefix: give the address or the network")
    }
  }
}
