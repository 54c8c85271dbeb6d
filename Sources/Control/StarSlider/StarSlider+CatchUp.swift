import Geometry
import Raster

extension StarSlider {
  /// Brings a buffer that was presented `age` frames ago up to date with the latest frame, without being a frame: nothing is
  /// presented, and what was painted before is remembered as it was. `age` counts as for `paint`: the latest frame itself was
  /// 1 ago, and 0 is unknown. The next `paint` may take the buffer with age 1.
  ///
  /// | the buffer shows | the latest frame shows | then |
  /// | --- | --- | --- |
  /// | the same look | | what differs is stored |
  /// | another look, or nobody knows what | | all is painted |
  /// | anything | nobody knows what (`invalidate`) | nothing: the next frame paints all |
  @export(interface) package func catchUp(_ surface: Surface, age: Int) {
    guard let latest = past.frame(1) else { return }
    if let shown = past.frame(age), shown.look == latest.look {
      paintDifference(from: shown, to: latest, on: surface)
    } else {
      paintAll(latest, on: surface)
    }
  }
}
