import Linux

/// JSON, written as it comes: two blanks of indent, keys in the order given.
struct JSONText {
  private(set) var text = ""
  private var depth = 0
  private var isFirst = true

  private mutating func begin(_ key: StaticString?) {
    if depth > 0 { text += isFirst ? "\n" : ",\n" }
    for _ in 0..<depth { text += "  " }
    isFirst = false
    if let key { text += "\"\(key)\": " }
  }

  mutating func open(_ key: StaticString? = nil, _ bracket: StaticString = "{") {
    begin(key)
    text += "\(bracket)"
    depth += 1
    isFirst = true
  }

  mutating func close(_ bracket: StaticString = "}") {
    depth -= 1
    if !isFirst {
      text += "\n"
      for _ in 0..<depth { text += "  " }
    }
    text += "\(bracket)"
    isFirst = false
  }

  mutating func add(_ key: StaticString?, _ value: String) {
    begin(key)
    text += jsonString(value)
  }

  mutating func add(_ key: StaticString, _ value: StaticString) { add(key, "\(value)") }

  mutating func add(_ key: StaticString, _ value: Int64) {
    begin(key)
    text += "\(value)"
  }

  mutating func add(_ key: StaticString, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// `thousandths` / 1000.
  mutating func add(_ key: StaticString, thousandths: Int64) {
    begin(key)
    text += decimal(thousandths)
  }

  /// A list of numbers in one line, each of them / 1000.
  mutating func add(_ key: StaticString, thousandths: [Int64]) {
    begin(key)
    text += "["
    for (i, value) in thousandths.enumerated() { text += (i == 0 ? "" : ", ") + decimal(value) }
    text += "]"
  }
}
