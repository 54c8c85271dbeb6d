import Pictures
import Scenes
import StarSlider

/// A sheet of small pictures of the screen, one for each frame, in reading order.
final class Filmstrip {
  /// The maximum number of frames; later ones are dropped.
  private static var capacity: Int { 60 }
  private static var columns: Int { 5 }

  private var sheet: PictureSheet
  private(set) var count = 0

  init(screen: Size<PhysicalSpace>) { sheet = PictureSheet(of: screen, upTo: 240, gap: 6, gray: 0x60) }

  /// Adds a picture of the screen.
  func add(_ surface: Surface) {
    if count == Self.capacity { return }
    if count > 0 && count % Self.columns == 0 { sheet.endRow() }
    sheet.add(ScenePicture(surface))
    count += 1
  }

  /// Returns the sheet as a PNG file.
  func png() throws(PNGError) -> [UInt8] { try sheet.picture.png() }
}
