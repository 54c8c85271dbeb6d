import Testing

@testable import Collector

@Suite struct JSONValueTests {
  func value(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

  @Test func valuesOfEveryKindAreRead() {
    let json = value(
      #" {"a": -12, "b" : [true,false , null], "c":"x\"\\\/\b\f\n\r\t", "d": 0.5e-3, "e":{}, "f":[], "g":[[1]]} "#)
    #expect(json?["a"]?.integer == -12)
    #expect(json?["b"] == .array([.bool(true), .bool(false), .null]))
    #expect(json?["c"]?.text == "x\"\\/\u{8}\u{c}\n\r\t")
    #expect(json?["d"] == .decimal && json?["e"] == .object([]) && json?["f"]?.texts == [])
    #expect(json?["g"] == .array([.array([.integer(1)])]))
    #expect(json?["h"] == nil && json?["a"]?["b"] == nil)
    #expect(value("9223372036854775807")?.integer == .max)
    #expect(value("-9223372036854775808")?.integer == .min)
    #expect(value("9223372036854775808") == .decimal)
    #expect(value(#""\u00e4\u20AC\ud83d\ude00ä""#)?.text == "ä€😀ä")
  }

  /// PostgreSQL would refuse some of them, and then the whole batch.
  @Test(arguments: [
    "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[1 2]", "01", "-", "1.", ".5", "1e", "+1", "tru",
    "nul", "\"",
    "\"a", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "1 1",
    "{}{}",
    "[[[[[1]]]]]", "{\"a\":[{\"b\":[{}]}]}", "\u{feff}1", "'a'", "NaN",
  ])
  func anythingElseIsRefused(text: String) { #expect(value(text) == nil) }

  @Test func invalidUTF8IsRefused() {
    #expect(JSONValue([0x22, 0xff, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xc3, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xed, 0xa0, 0x80, 0x22]) == nil)
    #expect(JSONValue([0x22, 0x00, 0x22]) == nil)
  }

  @Test func depthIsBounded() {
    #expect(JSONValue([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) == nil)
    #expect(value("[[[[1]]]]") != nil)
  }
}
