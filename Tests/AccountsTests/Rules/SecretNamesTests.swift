import LosslessJSON
import Testing

@testable import Accounts

@Suite struct SecretNamesTests {
  @Test(
    "names of passwords are secret, also misspelt, in any case and in other programs",
    arguments: [
      "password", "Password", "PASSWORD", "pasword", "passwrod", "pa\u{FFFD}sword", "password_hash",
      "passwordHash", "userPassword", "unicodePwd", "sambaNTPassword", "hash", "client_secret",
      "userPKCS12", "Пароль", "Passwort", "old password",
    ])
  func secret(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(
    "other names are not",
    arguments: [
      "email", "username", "firstName", "groups", "passport", "note", "word", "shell", "", "age",
    ])
  func open(name: String) { #expect(!SecretName.isSecret(name)) }

  @Test("only the keys of hashes look like secrets in a rulebook, and only the password of fields")
  func ownKeys() {
    let names = Set(
      RulebookKey.allCases.flatMap { $0.rawValue.split(separator: ".").map { String($0) } })
    #expect(
      names.filter(SecretName.isSecret).sorted() == ["hash", "password", "upgradesHashes"])
    #expect(Field.allCases.filter { SecretName.isSecret($0.rawValue) } == [.password])
  }

  @Test("a rulebook that does not parse shows its keys, words, numbers and flags")
  func brokenRulebook() {
    let text = """
      {"rules": {"from": "standard", "login": {"upgradesHashes": true, "unknown": "refuse"},
      "fields": {"password": {"hash": "bcrypt", "cost": 12, "blocklistFile": "/x"},
      "groups": {"allowed": ["staff"]}},}
      """
    let masked = text.replacing("/x", with: "*").replacing("staff", with: "*")
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    JSONSecrets.ofAccounts.forEach(in: bytes, isJSON: JSONSecrets.isJSON(bytes, dialect: .json)) {
      result += bytes[end..<$0.lowerBound] + [UInt8(ascii: "*")]
      end = $0.upperBound
    }
    #expect(String(decoding: result + bytes[end...], as: UTF8.self) == masked)
  }
}
