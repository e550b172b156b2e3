import Foundation
import HTTP

// Parses requests from stdin, each behind its length in four bytes, and prints a line of JSON for
// each: its parts in hexadecimal, or why it is refused. Only Scripts/check/http runs it.

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

func line(_ bytes: [UInt8]) -> [String: Any] {
  var parser = RequestParser()
  do throws(RequestRefusal) {
    guard let (request, rest) = try parser.take(bytes[...]) else {
      return ["refused": "unfinished"]
    }
    let method =
      switch request.method {
      case .get: "GET"
      case .head: "HEAD"
      case .post: "POST"
      case .other(let name): name
      }
    return [
      "method": method, "minor": request.minorVersion, "used": bytes.count - rest.count,
      "path": hexadecimal(request.path.utf8),
      "query": request.query.map { hexadecimal($0.utf8) } ?? NSNull(),
      "fields": request.fields.indices.map { place in
        let (name, value) = request.fields[place]
        return [hexadecimal(name), hexadecimal(value)]
      },
      "body": hexadecimal(request.body),
    ]
  } catch {
    return ["refused": "\(error)"]
  }
}

var input = FileHandle.standardInput.readDataToEndOfFile()[...]
var output = Data()
while input.count >= 4 {
  let count = input.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  let bytes = Array(input.dropFirst(4).prefix(count))
  input = input.dropFirst(4 + bytes.count)
  output += try JSONSerialization.data(withJSONObject: line(bytes)) + [0x0A]
}
FileHandle.standardOutput.write(output)
