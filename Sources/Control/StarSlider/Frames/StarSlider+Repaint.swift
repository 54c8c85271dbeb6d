import Geometry
import Raster

extension StarSlider {
  /// Paints the whole slider as it is now into memory that is not presented. The history of frames stays as it is.
  @export(interface) package func paintStill(on surface: Surface) { paintAll(state, on: surface) }

  /// Brings a buffer that was presented `age` frames ago up to date with the latest frame. The next `paint` may then get the
  /// buffer with age 1. Nothing is presented, and the history of frames stays as it is.
  ///
  /// `age` counts as for `paint`: 1 is the latest frame, 0 unknown.
  ///
  /// | the buffer shows | the latest frame shows | action |
  /// | --- | --- | --- |
  /// | the same style | | stores the pixels that differ |
  /// | another style, or unknown | | paints all |
  /// | anything | unknown, after `invalidate` | none: the next frame paints all |
  @export(interface) package func repaint(_ surface: Surface, age: Int) {
    guard let latest = history.frame(age: 1) else { return }
    if let shown = history.frame(age: age), shown.style == latest.style {
      paintDifference(from: shown, to: latest, on: surface)
    } else {
      paintAll(latest, on: surface)
    }
  }
}
