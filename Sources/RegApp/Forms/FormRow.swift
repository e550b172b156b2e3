import Accounts
import Terminal
import TextTools

/// One field of a form, as it is being filled in.
struct FormRow: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case text(TextInput)
    case masked(MaskedInput)
  }

  let field: Field
  var input: Input
  /// Whether what is wrong with it is told: it was left once, or the form was to be sent.
  var isTouched = false
  /// Whether a password is shown as it is.
  var isRevealed = false
  /// What stands in the file, in the form that it has in a field: that much is no change, even where
  /// a field cannot show all of it.
  private var start: String?
  /// What an open edit would make of it; nil where none touches it.
  private var drafted: String??
  /// What was found wrong with just this text where it was sent.
  var refusal: Rule?

  init(_ field: Field, under rulebook: Rulebook, text: String? = nil) {
    self.field = field
    switch field {
    case .phone:
      let mask = rulebook.fields.phone.mask
      var input = MaskedInput(mask: mask.text, prefixes: [mask.country, mask.trunk])
      if let text { Self.put(text, into: &input, mask) }
      self.input = .masked(input)
    case .birthDate:
      var input = MaskedInput(mask: "****-**-**")
      if let text { input.replace(with: text) }
      self.input = .masked(input)
    default:
      let limit = field == .password ? PasswordText.maximumBytes : 254
      self.input = .text(TextInput(text ?? "", limit: max(limit, text?.count ?? 0)))
    }
    start = self.text
  }

  /// Whether something else stands in the field than in the file.
  var differs: Bool { text != start }

  /// Whether saving has to name the field: also to take back what an open edit would change.
  var isToBeSaved: Bool { differs || drafted != nil }

  /// Whether something was typed over since the form was opened.
  var isChanged: Bool { text != (drafted ?? start) }

  /// Takes over what an open edit would make of the field.
  mutating func draft(_ text: String?, under rulebook: Rulebook) {
    replace(with: text, under: rulebook)
    drafted = .some(self.text)
  }

  /// What the field holds; nil where nothing was typed.
  var text: String? {
    switch input {
    case .text(let input):
      if field == .password { return input.text.isEmpty ? nil : input.text }
      return FieldValues.trimmed(input.text, for: field)
    case .masked(let input): return input.isEmpty ? nil : input.text
    }
  }

  /// Does what a key says; returns whether it means anything in this field.
  mutating func apply(_ key: Key) -> Bool {
    let before = text
    let isMeant: Bool
    switch input {
    case .text(var input):
      isMeant = input.apply(key)
      self.input = .text(input)
    case .masked(var input):
      isMeant = input.apply(key)
      self.input = .masked(input)
    }
    if text != before { refusal = nil }
    return isMeant
  }

  /// Takes pasted text, as far as it fits.
  mutating func paste(_ pasted: String, under rulebook: Rulebook) {
    refusal = nil
    switch input {
    case .text(var input):
      // An address or a name is often copied with the space around it.
      let isSecret = field == .password
      input.insert(isSecret ? pasted : FieldValues.trimmed(pasted, for: field) ?? "")
      self.input = .text(input)
    case .masked(var input):
      if field == .phone, input.isEmpty {
        Self.put(pasted, into: &input, rulebook.fields.phone.mask)
      } else {
        input.insert(pasted)
      }
      self.input = .masked(input)
    }
  }

  /// Puts in what stands there or was chosen.
  mutating func replace(with text: String?, under rulebook: Rulebook) {
    var new = FormRow(field, under: rulebook, text: text)
    new.isTouched = isTouched
    new.start = start
    new.drafted = drafted
    self = new
  }

  /// Begins anew with what stands there now; what was typed stays where it is to be kept.
  mutating func restart(with text: String?, keepingTyped: Bool, under rulebook: Rulebook) {
    let new = FormRow(field, under: rulebook, text: text)
    if keepingTyped {
      start = new.start
    } else {
      let touched = isTouched
      self = new
      isTouched = touched
    }
  }

  /// A whole number is read as the rules read it; of anything else the digits are taken.
  private static func put(_ text: String, into input: inout MaskedInput, _ mask: PhoneMask) {
    if let filled = mask.fill(with: text) {
      // The country's digits stand before the first place.
      let own = filled.filter { $0.asciiValue?.isASCIIDigit == true }.dropFirst(mask.country.count)
      input.replace(with: String(own))
    } else {
      input.insert(text)
    }
  }
}
