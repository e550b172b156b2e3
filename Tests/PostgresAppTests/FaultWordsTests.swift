import Accounts
import PostgresAccounts
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import PostgresApp

@Suite("What a database did not do") struct FaultWordsTests {
  /// One of each: a new one does not compile until it is here.
  static let samples: [(fault: PostgresFault, exit: Int32, name: String)] = {
    var faults: [PostgresFault] = []
    var next: PostgresFault? = .noLibrary("/a\u{1B}/libpq.so.5: is a directory")
    while let fault = next {
      faults.append(fault)
      next =
        switch fault {
        case .noLibrary: .invalidAddress
        case .invalidAddress: .passwordInAddress
        case .passwordInAddress: .unknownService("ma\u{1B}in")
        case .unknownService: .unreachable
        case .unreachable: .unknownHost("d\u{1B}b2")
        case .unknownHost: .hostNotLookedUp("d\u{1B}b2")
        case .hostNotLookedUp: .full
        case .full: .starting
        case .starting: .oldServer(13_00_11)
        case .oldServer: .refusesConnection("08\u{1B}1")
        case .refusesConnection: .readOnly
        case .readOnly: .noTLS
        case .noTLS: .otherHost
        case .otherHost: .untrusted
        case .untrusted: .noRootCertificate
        case .noRootCertificate: .notAuthenticated
        case .notAuthenticated: .noDatabase
        case .noDatabase: .notPrepared
        case .notPrepared: .olderVersion(found: 1)
        case .olderVersion: .newerVersion(found: 3)
        case .newerVersion: .foreignOwner(object: "public.ba\u{1B}se", role: "mal\u{1B}lory")
        case .foreignOwner(_, _, nil):
          .foreignOwner(object: "public.lo\u{1B}gin", role: "mallory", mend: "DROP VIEW \u{1B}")
        case .foreignOwner: .nameTaken("public.ba\u{1B}se")
        case .nameTaken(_, nil): .nameTaken("public.f\u{1B}()", mend: "DROP ROUTINE \u{1B}")
        case .nameTaken: .incomplete("public.ba\u{1B}se")
        case .incomplete(_, _, nil): .incomplete("a k\u{1B}ey", mend: "ALTER TABLE \u{1B}")
        case .incomplete: .notOwn("trigger a\u{1B}udit", mend: "DROP TRIGGER \u{1B}")
        case .notOwn: .obstructed("the child table \u{1B}", mend: "ALTER TABLE \u{1B}")
        case .obstructed: .unlogged("public.ba\u{1B}se", mend: "ALTER TABLE \u{1B}")
        case .unlogged: .rulebookUnreadable
        case .rulebookUnreadable: .rowsHidden("public.ba\u{1B}se")
        case .rowsHidden: .rightsMissing
        case .rightsMissing: .otherEncoding("LA\u{1B}N1")
        case .otherEncoding: .notPermitted
        case .notPermitted: .forOwner
        case .forOwner: .loginsLeft("a\u{1B}da")
        case .loginsLeft: .locked
        case .locked: .rowsKeptBack
        case .rowsKeptBack: .refusedBy("the unique index mi\u{1B}ne", state: "23505")
        case .refusedBy: .diskFull
        case .diskFull: .tooLong(account: nil, .email)
        case .tooLong(nil, _): .tooLong(account: "ann@host.com", .firstName)
        case .tooLong: .noAnswer
        case .noAnswer: .connectionLost
        case .connectionLost: .mayHaveSaved
        case .mayHaveSaved: .state("53100")
        case .state: nil
        }
    }
    return zip(
      faults,
      [
        (69, "noLibpq"), (64, "invalidAddress"), (64, "passwordInAddress"), (64, "unknownService"),
        (69, "unreachable"), (69, "unknownHost"),
        (69, "noNameService"), (69, "tooManyConnections"), (69, "serverStarting"),
        (69, "oldServer"),
        (69, "connectionRefused"), (69, "readOnly"), (69, "noTLS"), (69, "otherHost"),
        (69, "untrusted"), (69, "noRootCertificate"), (69, "notAuthenticated"),
        (69, "noDatabase"), (78, "notPrepared"), (78, "olderVersion"), (78, "newerVersion"),
        (78, "foreignOwner"), (78, "foreignOwner"), (78, "nameTaken"), (78, "nameTaken"),
        (78, "incomplete"),
        (78, "incomplete"),
        (78, "notOwn"), (78, "obstructed"), (78, "unlogged"),
        (78, "rulebookUnreadable"),
        (78, "rowsHidden"),
        (78, "rightsMissing"),
        (78, "otherEncoding"), (77, "notPermitted"), (77, "forOwner"), (77, "loginsLeft"),
        (75, "locked"), (78, "rowsKeptBack"), (78, "refusedBy"),
        (74, "diskFull"),
        (65, "tooLong"), (65, "tooLong"),
        (74, "noAnswer"), (74, "connectionLost"), (74, "mayHaveSaved"),
        (74, "databaseError"),
      ]
    ).map { ($0, $1.0, $1.1) }
  }()

  private static let place = "postgres://d\u{1B}b1/accounts"

  private static func report(_ fault: PostgresFault) -> Report {
    Report(AccountsError.store(StoreFault(.durability, place, fault)))
  }

  @Test("has its exit code and its name for programs", arguments: samples.indices)
  func exits(index: Int) {
    #expect(Self.samples.count == 47)
    let (fault, exit, name) = Self.samples[index]
    let report = Self.report(fault)
    #expect(report.code.rawValue == exit)
    #expect(report.name == name)
  }

  @Test("is told in our style, in every language, with what helps", arguments: samples.indices)
  func words(index: Int) throws {
    let fault = Self.samples[index].fault
    let report = Self.report(fault)
    let hint = try #require(report.hint)
    #expect(report.lines.count == 1)
    let texts = (report.lines + [hint]).flatMap { words in Language.allCases.map { words[$0] } }
    #expect(Set(texts).count == 4)
    for text in texts {
      #expect(text.isOneMessage, "\(text)")
      #expect(!text.unicodeScalars.contains("\u{1B}"))
    }
    // An address that was not parsed, or cannot be used, may have a password in it.
    let isShown =
      index > 0
      && ![.invalidAddress, .passwordInAddress, .unknownService("ma\u{1B}in")].contains(fault)
    #expect(texts[0].contains("postgres://d\\u{1B}b1/accounts") == isShown, "\(texts[0])")
  }

  @Test("says that a newer program made the tables")
  func versions() {
    let report = Self.report(.newerVersion(found: 3))
    #expect(report.lines.first?[.english].hasSuffix("made by a newer regapp (version 3)") == true)
    #expect(report.hint?[.english] == "install a newer regapp-postgres")
  }

  @Test("is told after what was done before it, too")
  func partlyDone() {
    let report = Report(
      AccountsError.partlyDone(
        .accountSaved(name: "a@b.co"),
        .store(StoreFault(.connection, "db", PostgresFault.unreachable))))
    #expect(
      report.lines.map { $0[.english] }
        == ["saved a@b.co, but then: cannot reach the database db: no server answers"])
  }
}
