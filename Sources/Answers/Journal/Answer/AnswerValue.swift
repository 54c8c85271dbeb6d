import Basics

/// What a field of an answer holds, between an `Answer` and the forms in which it is stored and sent.
package enum AnswerValue: Sendable {
  case null
  case integer(Int64)
  /// A decimal number as text, such as "2.5".
  case decimal(String)
  case boolean(Bool)
  case text(String)
  case texts([String])
  case flags(Answer.Flags)

  /// The value as one text: lists between spaces, and null empty.
  package var plain: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .decimal(let text), .text(let text): text
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .texts(let texts): texts.joined(separator: " ")
    case .flags(let flags): flags.texts.joined(separator: " ")
    }
  }

  /// The value as JSON.
  package var json: String {
    var writer = JSONWriter()
    writer.add(nil, self)
    return writer.text
  }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// Binds the value to a parameter, counted from 1.
  func bind(_ parameter: Int32, to statement: Statement) {
    if let number { statement.bind(parameter, number) } else if !isNull { statement.bind(parameter, column) }
  }

  /// The value in SQL. It must need no escapes.
  var sql: String { number.map { "\($0)" } ?? (isNull ? "NULL" : "'" + column + "'") }

  /// The text in the journal.
  private var column: String { if case .texts = self { json } else { plain } }

  /// The number in the journal; `nil` for a text.
  var number: Int64? {
    switch self {
    case .integer(let number): number
    case .boolean(let isTrue): isTrue ? 1 : 0
    case .flags(let flags): Int64(flags.rawValue)
    default: nil
    }
  }

  var int32: Int32? { number.flatMap { Int32(exactly: $0) } }
  var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
  var id: AnswerID? { AnswerID(plain) }
}

extension JSONWriter {
  mutating func add(_ key: StaticString?, _ value: AnswerValue) {
    switch value {
    case .text(let text): add(key, text)
    case .texts(let texts): add(key, texts)
    case .flags(let flags): add(key, flags.texts)
    case .null: add(key, number: "null")
    case .integer, .decimal, .boolean: add(key, number: value.plain)
    }
  }
}
