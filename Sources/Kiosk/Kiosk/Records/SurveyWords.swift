import Basics
import Fleet
import KioskStatus
import Settings
import StarSlider

/// What an answer means: the questions, their order and their words in all languages, as JSON, and a version that stands for exactly these.
struct SurveyWords {
  /// 16 hexadecimal digits: the 64-bit FNV-1a hash of the words.
  let version: String
  /// One line of JSON, which docs/courier.md describes.
  let json: [UInt8]

  init(_ settings: Settings) {
    var words = JSONWriter()
    words.object { Self.add(settings, to: &$0) }
    let hash = checksum(words.bytes)
    version = Hexadecimal.text([56, 48, 40, 32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: hash >> $0) })
    let version = version
    var json = JSONWriter()
    json.object { json in
      json.add("version", version)
      Self.add(settings, to: &json)
    }
    self.json = json.bytes
  }

  private static func add(_ settings: Settings, to json: inout JSONWriter) {
    json.array("questions") { json in
      for question in settings.questions { json.object { add(question, settings, to: &$0) } }
    }
    json.array("languages") { json in
      for language in settings.languages { json.object { add(language, to: &$0) } }
    }
  }

  private static func add(_ question: QuestionSettings, _ settings: Settings, to json: inout JSONWriter) {
    json.add("id", question.id)
    json.add("kind", question.kind.name)
    if let scale = settings.scale(of: question) { json.add("star_count", Int64(scale.starCount)) }
    if question.tiles.isEmpty { return }
    json.add(question.kind == .choice ? "options" : "reasons", question.tiles)
    json.add("order", question.order.name)
  }

  private static func add(_ language: LanguageSettings, to json: inout JSONWriter) {
    json.add("language", language.tag)
    for (key, texts) in [
      ("questions", language.questions), ("options", language.options), ("reasons", language.reasons),
      ("ends", language.ends),
    ] as [(StaticString, [LanguageSettings.Text])] where !texts.isEmpty {
      json.array(key) { json in
        for text in texts {
          json.object { json in
            json.add("id", text.id)
            json.add("text", text.text)
          }
        }
      }
    }
    if !language.starWords.utf8.isEmpty { json.add("star_words", language.starWordList) }
  }
}
