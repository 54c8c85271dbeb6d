import Settings

extension BoardProfile {
  /// Reads a profile as far as it can be read: for a terminal, which says what it cannot use when it comes to it. `name` is its
  /// folder's.
  @export(interface) package init(reading lines: IniText, name: String) {
    self.init(name: name)
    var section = ""
    for (number, content) in lines.lines {
      switch content {
      case .section(let header): section = header
      case .entry(let key, let text): take(section, key, text, number)
      case .blank, .foreign, .tooLong: break
      }
    }
  }

  private mutating func take(_ section: String, _ key: String, _ text: String, _ line: Int32) {
    if section.utf8.elementsEqual("sources".utf8) {
      let word = text.utf8.prefix { $0 != UInt8(ascii: ":") }
      for i in facts.indices where facts[i].evidence == nil && facts[i].name.utf8.elementsEqual(key.utf8) {
        facts[i].evidence = Evidence.allCases.first { Array("\($0.name)".utf8) == Array(word) } ?? .unverified
        facts[i].source = text
        break
      }
      return
    }
    if section.utf8.elementsEqual("board".utf8) {
      if key.utf8.elementsEqual("title".utf8) {
        title = text
        return
      }
      for rule in BoardRule.Key.allCases where "\(rule.name)".utf8.elementsEqual(key.utf8) { self.rule.add(rule, text) }
    }
    facts.append(Fact(section: section, key: key, text: text, line: line))
  }
}
