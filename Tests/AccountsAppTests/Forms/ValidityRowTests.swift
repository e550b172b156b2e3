import Accounts
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The first and the last day in a form") struct ValidityRowTests {
  private func form(_ fields: [Field: String] = [:]) throws -> Form {
    .edit(try .of(fields), isOfOther: true, under: .register, today: .ofTests)
  }

  @Test("are digits in a mask", arguments: [Field.validFrom, .validUntil])
  func mask(field: Field) throws {
    var form = try form()
    form.type("20261", into: field)
    #expect(form[field] == "2026-1*-**" && !form.isReady)
    form.type("201")
    #expect(form[field] == "2026-12-01" && form.isReady)
    #expect(form.editRequest?.fields == [field: "2026-12-01"])
  }

  @Test("have a calendar of any day, which opens today", arguments: [Field.validFrom, .validUntil])
  func calendar(field: Field) throws {
    var form = try form()
    form.focus(on: field)
    let picker = try #require(form.calendar)
    #expect(picker.day == .ofTests)
    #expect(picker.range == .day("1900-01-01")...(.day("2999-12-31")))
    form.type("20270101")
    #expect(form.calendar?.day == .day("2027-01-01"))
  }

  @Test("are in the right order, or the last one says so")
  func order() throws {
    var form = try form([.validFrom: "2026-07-01"])
    form.type("20260630", into: .validUntil)
    #expect(form.row(.validUntil).map(form.brokenRules) == [.dateOrder])
    #expect(form.row(.validFrom).map(form.brokenRules) == [])
    #expect(form.firstProblem?.message == FieldRule.dateOrder.message(of: Field.validUntil.name))
    form.focus(on: .validFrom)
    form.press(.end, .backspace, .backspace)
    #expect(form.row(.validUntil).map(form.brokenRules) == [], "the first day is not whole")
    form.press(.control("u"))
    #expect(form.isReady)
    form.set(.validFrom, to: "2026-06-30")
    #expect(form.isReady, "one day is enough")
  }
}
