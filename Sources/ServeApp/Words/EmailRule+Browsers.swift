import Accounts

extension EmailRule {
  /// The least that an address has to be, as browsers read it (`pattern`): a form looks ready only
  /// with that.
  var forBrowsers: String { ".{\(beforeAt),}@[^.]{\(firstLabel),}\\..{\(afterDot),}" }
}
