import Basics
import Settings
import StarSlider

extension Conformance {
  /// The report as JSON, indented by two spaces.
  var json: String {
    var json = JSONWriter(indented: true)
    json.object { json in
      json.add("standard", "EN 301 549 V3.2.1" as StaticString)
      json.add("version", Version.number)
      json.add("configuration", subject.file)
      json.add("board", subject.board.utf8.isEmpty ? nil : subject.board)
      json.object("screen") { json in
        json.add("width_px", Int64(subject.size.width))
        json.add("height_px", Int64(subject.size.height))
        json.add("panel_width_mm", subject.settings.screen.area.map { Int64($0.width) })
        json.add("panel_height_mm", subject.settings.screen.area.map { Int64($0.height) })
      }
      json.object("counts") { json in
        for outcome in Finding.Outcome.allCases { json.add(outcome.name, Int64(count(outcome))) }
      }
      json.array("clauses") { json in
        for clause in clauses { Self.add(clause, to: &json) }
      }
    }
    return json.text
  }

  private static func add(_ clause: Clause, to json: inout JSONWriter) {
    json.object { json in
      json.add("clause", clause.number)
      json.add("title", clause.title)
      json.add("outcome", clause.finding.outcome.name)
      json.add("reason", clause.finding.reason)
      if !clause.finding.figures.isEmpty {
        json.array("figures") { json in
          for figure in clause.finding.figures {
            json.object { json in
              json.add("name", figure.name)
              json.add("value", figure.value)
              json.add("at_least", figure.required.utf8.isEmpty ? nil : figure.required)
            }
          }
        }
      }
      if !clause.finding.tests.isEmpty { json.add("tests", clause.finding.tests) }
    }
  }
}
