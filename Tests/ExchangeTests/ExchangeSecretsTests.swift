import Testing

@testable import Exchange

@Suite struct ExchangeSecretsTests {
  private func masked(
    _ text: String, _ format: ExchangeFormat, _ options: ReadingOptions = .ignoringUnknown
  ) -> String {
    let source = ExchangeText(text)
    let reading = format.read(source, options)
    var result: [UInt8] = []
    var end = 0
    format.forEachSecret(in: source, options, isClear: !reading.endedEarly) { secret in
      #expect(secret.lowerBound >= end && !secret.isEmpty)
      result += source.bytes[end..<secret.lowerBound] + Array("***".utf8)
      end = secret.upperBound
    }
    return String(decoding: result + source.bytes[end...], as: UTF8.self)
  }

  @Test(
    "passwords and hashes are hidden",
    arguments: [
      (ExchangeFormat.htpasswd, "ada:$2y$x\n\nb:c:d\n", "ada:***\n\nb:***\n"),
      (.htpasswd, "# old ada:x\nhunter2\r\n", "***\n***\r\n"),
      (.dovecot, "ada:{PLAIN}x:1:2::/home\neve|{SHA512-CRYPT}x\n", "ada:***\neve|***\n"),
      (
        .csv, "email,Password,note\na@x.org,\"h,\"\"i\",n\nb@x.org,x,\"m\"\n",
        "email,Password,note\na@x.org,\"***\",n\nb@x.org,***,\"m\"\n"
      ),
      (.csv, "email;password_hash;enabled\na;b;c\n", "email;password_hash;enabled\na;***;c\n"),
      (.csv, "email,password\na,b,c\nd,e\n", "email,password\n***,***,***\nd,***\n"),
      (.csv, "email,password\na\"b,c\nd,e\n", "email,password\n***,***\n***,***\n"),
      (.csv, "email,password\na,\"b\nc,d\n", "email,password\n***"),
      (.csv, "ada@x.org,hunter2\neve@x.org,geheim1\n", "***,***\n***,***\n"),
      (
        .ldif,
        "dn: uid=a\nuserPassword:: eA==\n eQ==\nmail: a\n b\npwdAccountLockedTime: 0\nstray\n",
        "dn: uid=a\nuserPassword:***\n ***\nmail: a\n b\npwdAccountLockedTime: 0\n***\n"
      ),
      (
        .authelia,
        "users:\n  ada:\n    email: a\n    password: 'x'\n    key: v\n    groups:\n      - g\n",
        "users:\n  ada:\n    email: a\n    password: ***\n    key: ***\n    groups:\n      ***\n"
      ),
      (.authelia, "basic_auth_users:\n  ada: $2y$x\n", "basic_auth_users:\n  ada: ***\n"),
      (
        .json, #"[{"email": "a", "passwordHash": "x", "h": "$2b$x", "n": "m"}]"#,
        #"[{"email": "a", "passwordHash": "***", "h": "***", "n": "m"}]"#
      ),
      (.json, #"{"ada": "{SHA}x", "eve": "$2b$y"}"#, #"{"ada": "***", "eve": "***"}"#),
      (.json, #"{"ada": "hunter2"}"#, #"{"ada": "***"}"#),
      (.json, #"[{"email": "a", "n": x1234}]"#, #"[{"email": "***", "n": ***}]"#),
    ])
  func formats(format: ExchangeFormat, text: String, masked: String) {
    #expect(self.masked(text, format) == masked)
  }

  @Test("the column that is said to be the password's is one")
  func named() {
    var options = ReadingOptions.ignoringUnknown
    options.columns[.password] = "PIN"
    #expect(masked("email,pin\na,1234\n", .csv, options) == "email,pin\na,***\n")
    options.columns[.password] = "pin"
    #expect(masked("dn: a\nPIN: 1234\n", .ldif, options) == "dn: a\nPIN: ***\n")
  }

  @Test("a text that is not UTF-8 is hidden")
  func otherEncoding() {
    let text = ExchangeText(Array("email,password\na,".utf8) + [0xE9, 0x0A])
    var hidden = 0
    ExchangeFormat.csv.forEachSecret(in: text, ReadingOptions(), isClear: false) {
      hidden += $0.count
    }
    #expect(hidden == text.bytes.count - 2)
  }
}
