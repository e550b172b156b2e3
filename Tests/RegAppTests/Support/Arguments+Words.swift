@testable import CommandKit
@testable import RegApp

extension Arguments {
  init(_ words: [String], of program: ProgramSpec) throws {
    try self.init(ScannedLine(words.map { ScannedLine.Word($0) }, of: program), of: program)
  }
}
