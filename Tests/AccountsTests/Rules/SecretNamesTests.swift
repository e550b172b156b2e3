import Testing

@testable import Accounts

@Suite struct SecretNamesTests {
  @Test(
    "names of passwords are secret, also misspelt, in any case and in other programs",
    arguments: [
      "password", "Password", "PASSWORD", "pasword", "passwrod", "pa\u{FFFD}sword", "password_hash",
      "passwordHash", "userPassword", "unicodePwd", "sambaNTPassword", "hash", "client_secret",
      "userPKCS12", "Пароль", "Passwort", "old password", "Pass", "pw",
      "login pin", "login pw", "loginPIN", "access code", "access_token", "accessKey", "unlockCode",
      "invite code", "x-otp", "Contraseña", "Contrasen\u{303}a", "Hasło", "haslo", "Şifre", "密码",
      "mot de passe", "senha",
    ])
  func secret(name: String) { #expect(SecretName.isSecret(name)) }

  @Test(
    "other names are not",
    arguments: [
      "email", "username", "firstName", "groups", "passport", "passage", "note", "word", "shell",
      "", "age", "keyboard", "hasLocation", "encoded", "spinning",
    ])
  func open(name: String) { #expect(!SecretName.isSecret(name)) }

  @Test("few keys look like secrets in a rulebook, and only the password of fields")
  func ownKeys() {
    let names = Set(
      RuleKey.all.flatMap { $0.path.split(separator: ".").map { String($0) } })
    #expect(
      names.filter(SecretName.isSecret).sorted() == ["hash", "key", "password", "upgradesHashes"])
    #expect(Field.allCases.filter { SecretName.isSecret($0.key) } == [.password])
  }
}
