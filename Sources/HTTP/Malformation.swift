/// The rule of ``RequestParser`` that a request breaks, in words for the answer and for a log. They
/// hold nothing of the request.
package enum Malformation: String, Sendable, CaseIterable {
  // The first line.
  case methodCharacter = "the method holds a character that it cannot"
  case longMethod = "the method is longer than 32 characters"
  case targetCharacter = "the target holds a character that it cannot"
  case targetForm = "the target is neither a path nor an address of http"
  case emptyHost = "the address in the target has no host"
  case targetEncoding = "a % in the target is without two hexadecimal digits"
  case version = "the version does not begin with HTTP/1."
  case minorVersion = "the version has no digit after HTTP/1."
  case longLine = "the first line does not end after the version"
  /// A later line may have it, too.
  case lineEnd = "a carriage return is without its line feed"

  // The headers.
  case nameCharacter = "a header's name holds a character that it cannot"
  case valueCharacter = "a header's value holds a character that it cannot"
  case transferEncoding = "there is a Transfer-Encoding"
  case secondLength = "there is a second Content-Length"
  case secondHost = "there is a second Host"
  case length = "the Content-Length is not made of digits alone"
  case noHost = "the head has no Host"

  // The body.
  case bodyOfGet = "a GET or HEAD has a body"
  case formType = "the form is not application/x-www-form-urlencoded"
  case formEncoding = "the form is not urlencoded UTF-8"
  case secondField = "the form has a field twice"
  /// The parser is asked for more than one request.
  case afterEnd = "bytes follow the request"
}
