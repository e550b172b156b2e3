import AccountsFile
import Terminal
import TextTools

extension Field {
  /// Whether it holds a day.
  var isDate: Bool {
    switch row.kind {
    case .day, .birthDay: true
    case .email, .username, .password, .text, .phone, .list, .yesNo, .lock, .id: false
    }
  }
}

/// One field of a form being filled in.
struct FormRow: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case text(TextInput)
    case masked(MaskedInput)
    case tags(TagInput)
    case flag(Bool)
  }

  let field: Field
  /// Whether it is on or off, and not typed.
  var isFlag: Bool { if case .flag = input { true } else { false } }
  /// Whether this is the second field of a new password.
  let isRepeat: Bool
  var input: Input
  /// Whether its problems are shown: it was left once, or the form was submitted.
  var isTouched = false
  /// Whether the password is shown in clear.
  var isRevealed = false
  /// The value in the file, in the form it takes in this field. Equal text is not a change, even if
  /// the field cannot show all of the file's value.
  private var start: String?
  /// The value that an open edit would give it; nil if the edit does not touch it.
  private var drafted: String??
  /// Why the store rejected exactly this text.
  var refusal: FieldRule?
  /// Whether the account's field breaks a rule: its content may differ from the display.
  var isBroken = false

  init(
    _ field: Field, under rulebook: Rulebook, text: String? = nil, isRepeat: Bool = false
  ) {
    self.field = field
    self.isRepeat = isRepeat
    switch rulebook[field].kind {
    case .phone(let rule) where rule.mask != .digits:
      let mask = rule.mask
      var input = MaskedInput(mask: mask.text, prefixes: [mask.country, mask.trunk])
      if let text { Self.put(text, into: &input, mask) }
      self.input = .masked(input)
    case .day, .birthDay:
      var input = MaskedInput(mask: "****-**-**")
      if let text { input.replace(with: text) }
      self.input = .masked(input)
    case .list: input = .tags(TagInput(text ?? ""))
    case .yesNo: input = .flag(text == "true")
    case .email, .username, .password, .text, .phone, .lock, .id:
      // The rules decide what is too long. A password keeps every byte, so that they see it.
      self.input = .text(
        TextInput(
          text ?? "", limit: TextInput.greatestSize, isVerbatim: field == .password))
    }
    start = self.text
  }

  var differs: Bool { !sameText(text, start) }

  /// Whether it was typed or drafted here.
  var isOurs: Bool { differs || drafted != nil }

  /// Whether saving must include the field, also to undo a change of an open edit.
  var isToBeSaved: Bool { isOurs || isBroken }

  /// Whether the text was changed since the form was opened.
  var isChanged: Bool { !sameText(text, drafted ?? start) }

  /// Takes over the value that an open edit would give the field.
  mutating func takeDraft(_ text: String?, under rulebook: Rulebook) {
    replace(with: text, under: rulebook)
    drafted = .some(self.text)
  }

  /// The typed text; nil if the field is empty.
  var text: String? {
    switch input {
    case .text(let input):
      if field == .password { return input.text.isEmpty ? nil : input.text }
      return FieldValues.trimmed(input.text, for: field)
    case .masked(let input): return input.isEmpty ? nil : input.text
    case .tags(let input): return input.text
    case .flag(let isSet): return isSet ? "true" : nil
    }
  }

  /// Leaves the row: the text of an unfinished tag becomes a tag.
  mutating func leave() {
    if text != nil { isTouched = true }
    isRevealed = false
    guard case .tags(var input) = input else { return }
    _ = input.finish()
    self.input = .tags(input)
  }

  /// Adds a whole group, in place of what is being typed.
  mutating func add(group: String) {
    guard case .tags(var input) = input else { return }
    input.add(group)
    self.input = .tags(input)
    (isTouched, refusal) = (true, nil)
  }

  /// Applies a key; returns whether it means anything in this field.
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
    case .tags(var input):
      let count = input.tags.count
      isMeant = input.apply(key)
      // A whole tag is no longer being typed, so what is wrong with it can be said.
      if input.tags.count > count { isTouched = true }
      self.input = .tags(input)
    case .flag(let isSet):
      isMeant = key == .character(" ")
      if isMeant { input = .flag(!isSet) }
    }
    if !sameText(text, before) { refusal = nil }
    return isMeant
  }

  /// Inserts pasted text; if there is no room for all of it, none, and says so.
  mutating func paste(_ pasted: String, under rulebook: Rulebook) {
    refusal = nil
    switch input {
    case .text(var input):
      // An address or a name is often copied with surrounding space.
      let isSecret = field == .password
      if input.insert(
        isSecret ? pasted : FieldValues.trimmed(pasted.typedLine, for: field) ?? "")
      {
        self.input = .text(input)
      } else {
        refusal = .maximumBytes(isSecret ? PasswordText.maximumBytes : TextInput.greatestSize)
        isTouched = true
      }
    case .tags(var input):
      if !input.paste(pasted) { refusal = .maximumBytes(TextInput.greatestSize) }
      isTouched = true
      self.input = .tags(input)
    case .flag: break
    case .masked(var input):
      if field == .phone, input.isEmpty {
        Self.put(pasted, into: &input, rulebook.fields.phone.mask)
      } else {
        input.insert(pasted)
      }
      self.input = .masked(input)
    }
  }

  /// Replaces the text with the account's value or a chosen one.
  mutating func replace(with text: String?, under rulebook: Rulebook) {
    var new = FormRow(field, under: rulebook, text: text, isRepeat: isRepeat)
    new.isTouched = isTouched
    new.start = start
    new.drafted = drafted
    new.isBroken = isBroken
    self = new
  }

  /// Returns the row under another rulebook, which may write a phone number in another way.
  func under(_ rulebook: Rulebook) -> FormRow {
    var row = self
    if field == .phone { row.replace(with: text, under: rulebook) }
    row.refusal = nil
    return row
  }

  /// Starts again from the account's current value; keeps the typed text if asked to.
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

  /// A complete number is parsed by the rules; of anything else only the digits are used.
  private static func put(_ text: String, into input: inout MaskedInput, _ mask: PhoneMask) {
    if let filled = mask.fill(with: text) {
      // The country's digits precede the first place.
      let own = filled.filter { $0.asciiValue?.isASCIIDigit == true }.dropFirst(mask.country.count)
      input.replace(with: String(own))
    } else {
      input.insert(text)
    }
  }
}
