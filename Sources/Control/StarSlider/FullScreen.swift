import Geometry
import Raster

extension SliderConfiguration {
  /// Where a row goes that has a screen to itself: stars as large as the screen allows, with a margin of 1/26 of its width
  /// at both ends and of 1/10 of its height above and below. 144 px a star on 800x480.
  package static func bounds(onScreen size: Size<LayoutSpace>) -> Rect<LayoutSpace> {
    let (x, y) = (size.width / 26, size.height / 10)
    return Rect(minX: x, minY: y, maxX: size.width - x, maxY: size.height - y)
  }
}
