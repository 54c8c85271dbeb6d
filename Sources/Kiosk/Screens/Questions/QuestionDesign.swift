import Raster
import Settings
import StarSlider

/// How a question is answered, and where it is in a survey.
package struct QuestionDesign: Hashable, Sendable {
  package var kind: QuestionKind
  /// The number of faces, or of other values.
  package var size: Int32
  /// Whether several options can be chosen.
  package var choosesSeveral: Bool
  /// The stars, if they are not those of the other questions.
  package var slider: SliderConfiguration?
  /// The icons of the options or reasons, in their order; empty without icons.
  package var icons: [Image?] = []
  /// The number of questions before this one, and of those of the whole visit; `nil` for the order of the questions.
  package var progress: VisitProgress?

  package init(
    _ kind: QuestionKind = .stars, size: Int32 = 0, choosesSeveral: Bool = false, slider: SliderConfiguration? = nil,
    progress: VisitProgress? = nil
  ) {
    (self.kind, self.size, self.choosesSeveral) = (kind, size, choosesSeveral)
    (self.slider, self.progress) = (slider, progress)
  }
}

/// Where a visit is: the number of questions before this one, and of all of the visit.
package struct VisitProgress: Hashable, Sendable {
  package let index: Int32
  package let count: Int32

  package init(index: Int32, count: Int32) { (self.index, self.count) = (index, count) }
}

extension ScreenSet.Design {
  /// Whether a question has the stars that all questions without their own have.
  var hasStars: Bool { questions.isEmpty || questions.contains { $0.kind == .stars && $0.slider == nil } }
}
