import Testing
import TextTools

@Suite("Punycode") struct PunycodeTests {
  @Test(
    "is that of RFC 3492, section 7.1",
    arguments: [
      ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
      ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
      ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
      ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
      ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
      ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
      (
        "세계의모든사람들이한국어를이해한다면얼마나좋을까",
        "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
      ),
      ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
      ("PorquénopuedensimplementehablarenEspañol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
      ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
      ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
      ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
      ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("-> $1.00 <-", "-> $1.00 <--"),
    ])
  func vectors(label: String, encoded: String) { #expect(Punycode.encoded(label) == encoded) }
}

@Suite("A host name in ASCII") struct HostNameTests {
  @Test(
    "is in lower case and composed first",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("вики.рф", "xn--b1amah.xn--p1ai"),
      ("Straße.example", "xn--strae-oqa.example"), ("ελλάς.example", "xn--hxarsa0b.example"),
      ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("한국.example", "xn--3e0b707e.example"),
      ("नमस्ते.example", "xn--h2bhs4b8d8a.example"), ("ü.", "xn--tda."),
      ("wiki.xn--p1ai.ü", "wiki.xn--p1ai.xn--tda"), ("example.com", "example.com"),
    ])
  func accepted(name: String, ascii: String) { #expect(HostName.ascii(name) == ascii) }

  @Test(
    "is there for nothing that no host is called",
    arguments: [
      "", ".", "ü..", ".ü", "a..ü", "😀.example", "ü_.example", "*.ü", "ü@x", "ü:1", "ü x",
      "-ü.example", "ü-.example", "ab--ü.example", "ü。example", "\u{301}ü.example",
      "a\u{AD}ü.example", "ü\u{200D}.example", "ﬁ.ü", "ＡＢ.ü", "①.ü", "ª.ü", "ـü.example", "ᄀ.ü",
      String(repeating: "ü", count: 60),
      Array(repeating: "bücher", count: 20).joined(separator: "."),
    ])
  func refused(name: String) { #expect(HostName.ascii(name) == nil) }
}
