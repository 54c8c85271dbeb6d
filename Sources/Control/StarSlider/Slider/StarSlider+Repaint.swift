extension StarSlider {
  /// Paints the whole slider in its current state into memory that is not presented. The history of frames does not change.
  @export(interface) package func paintStill(on surface: Surface) {
    check(surface)
    paintAll(state, on: surface)
  }

  /// Updates a buffer that was presented `age` frames ago to show the latest frame. The next `paint` may then be passed the buffer with age
  /// 1. Nothing is presented, and the history of frames does not change.
  ///
  /// `age` has the same meaning as in `paint`: 1 is the latest frame, 0 is unknown.
  ///
  /// | the buffer shows | the latest frame shows | action |
  /// | --- | --- | --- |
  /// | the same style | | stores the pixels that differ |
  /// | another style, or unknown | | paints all |
  /// | anything | unknown, after `invalidate` | none: the next frame paints all |
  @export(interface) package func repaint(_ surface: Surface, age: Int) {
    check(surface)
    guard let latest = history.frame(age: 1) else { return }
    if let shown = history.frame(age: age), shown.style == latest.style {
      paintDifference(from: shown, to: latest, on: surface)
    } else {
      paintAll(latest, on: surface)
    }
  }
}
