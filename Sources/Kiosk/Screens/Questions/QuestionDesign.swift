import Settings
import StarSlider

/// How a question is answered, and its position in the survey.
package struct QuestionDesign: Hashable, Sendable {
  package var kind: QuestionKind
  /// The number of faces, or of other values.
  package var size: Int32
  /// Whether several options can be chosen.
  package var choosesSeveral: Bool
  /// The question's own stars; `nil` if it has the kiosk's.
  package var slider: SliderConfiguration?
  /// The icons of the options or reasons, in their order; empty without icons.
  package var icons: [Image?] = []
  /// The number of questions before this one, and the number of questions of the whole visit; `nil` to use the order of the questions.
  package var progress: VisitProgress?

  package init(
    _ kind: QuestionKind = .stars, size: Int32 = 0, choosesSeveral: Bool = false, slider: SliderConfiguration? = nil,
    progress: VisitProgress? = nil
  ) {
    (self.kind, self.size, self.choosesSeveral) = (kind, size, choosesSeveral)
    (self.slider, self.progress) = (slider, progress)
  }
}

/// The progress of a visit: the number of questions before this one, and the number of all questions of the visit.
package struct VisitProgress: Hashable, Sendable {
  package let index: Int32
  package let count: Int32

  package init(index: Int32, count: Int32) { (self.index, self.count) = (index, count) }
}
