import Testing

@testable import Accounts

@Suite struct SecretNamesTests {
  @Test(
    "names of passwords are secret, also misspelt, in any case and in other programs",
    arguments: [
      "password", "Password", "PASSWORD", "pasword", "passwrod", "pa\u{FFFD}sword", "password_hash",
      "passwordHash", "userPassword", "unicodePwd", "sambaNTPassword", "hash", "client_secret",
      "userPKCS12", "Пароль", "Passwort", "old password", "Pass", "pw",
    ])
  func secret(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(
    "other names are not",
    arguments: [
      "email", "username", "firstName", "groups", "passport", "passage", "note", "word", "shell",
      "", "age",
    ])
  func open(name: String) { #expect(!SecretName.isSecret(name)) }

  @Test("only the keys of hashes look like secrets in a rulebook, and only the password of fields")
  func ownKeys() {
    let names = Set(
      RuleKey.all.flatMap { $0.path.split(separator: ".").map { String($0) } })
    #expect(
      names.filter(SecretName.isSecret).sorted() == ["hash", "password", "upgradesHashes"])
    #expect(Field.allCases.filter { SecretName.isSecret($0.key) } == [.password])
  }
}
