import Accounts
import AccountsDocument
import LosslessJSON

package struct RecordedAttempt: Sendable, Hashable {
  /// The seconds since 1970.
  package let time: Int
  package var account: String?
  /// The account's id; nil if none counted.
  package var id: AccountID?
  package let answer: String
  package let service: String?
  package let address: String?

  package init(
    time: Int, account: String?, id: AccountID? = nil, answer: String, service: String?,
    address: String?
  ) {
    (self.time, self.account, self.id, self.answer) = (time, account, id, answer)
    (self.service, self.address) = (service, address)
  }
}

extension RecordedAttempt {
  /// Parses a line of the record; nil if regapp did not write it.
  init?(_ line: ArraySlice<UInt8>) {
    guard let object = JSONObject(parsing: Array(line)),
      let time = object.text("at").flatMap(UTC.seconds),
      let answer = object.text("answer").flatMap(LoginOutcome.Answer.init)
    else { return nil }
    let (account, service, address) = (
      object.text("account"), object.text("service"), object.text("from")
    )
    let origin = LoginOrigin(service: service, address: address)
    guard origin.service == service, origin.address == address,
      account.map({ $0.isEmpty || $0.utf8.contains(0) }) != true
    else { return nil }
    self.init(
      time: time, account: account, id: object.text("id").flatMap { AccountID($0) },
      answer: answer.rawValue, service: service, address: address)
  }
}
