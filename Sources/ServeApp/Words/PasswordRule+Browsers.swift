import Accounts

extension PasswordRule {
  /// The rule as browsers and password managers read it before they make a password
  /// (`passwordrules`).
  var forBrowsers: String {
    var parts = ["minlength: \(leastCharacters)"]
    // A limit that every password keeps is left out.
    if maximumCharacters != nil || hash != .yescrypt {
      parts.append("maxlength: \(mostCharacters)")
    }
    if lowercase > 0 { parts.append("required: lower") }
    if uppercase > 0 { parts.append("required: upper") }
    if letters > lowercase + uppercase { parts.append("required: lower, upper") }
    if digits > 0 { parts.append("required: digit") }
    parts.append("allowed: \(onlyLettersAndDigits ? "lower, upper, digit" : "ascii-printable")")
    return parts.map { "\($0);" }.joined(separator: " ")
  }
}
