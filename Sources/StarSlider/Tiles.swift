import Geometry
import Raster

/// The finished pictures of one star, whatever the screen's words and however many pictures: one call per star and frame,
/// outside every loop. A boundary is how many pixels of the star's square are filled, 0 ... its side.
protocol StarTiles: AnyObject {
  /// The least rectangle around all pixels that differ between two boundaries, for a star at (`x`, `y`).
  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace>
  /// Stores the pixels that differ between two boundaries, for a star at (`x`, `y`), which lies whole on the surface.
  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed)
  /// Stores the whole star at (`x`, `y`), every pixel once.
  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed)
}

extension Face {
  /// Renders the face's pictures for a square of `side` pixels; `direction` is the fill's, as the viewer sees it.
  func tiles(side: Int32, rotation: Rotation, direction: FillDirection, format: PixelFormat) -> any StarTiles {
    switch format.bytesPerPixel {
    case 2: tiles(of: UInt16.self, side, rotation, direction, format)
    case 3: tiles(of: Pixel24.self, side, rotation, direction, format)
    default: tiles(of: UInt32.self, side, rotation, direction, format)
    }
  }

  private func tiles<Word: PixelWord>(
    of word: Word.Type, _ side: Int32, _ rotation: Rotation, _ direction: FillDirection, _ format: PixelFormat
  ) -> any StarTiles {
    let empty = picture(.empty, side: side, rotation: rotation).words(in: format)
    let full = picture(.full, side: side, rotation: rotation).words(in: format)
    if hasHalf {
      let half = picture(.half, side: side, rotation: rotation).words(in: format)
      return TileTriple<Word>(empty: empty, half: half, full: full, side: Int(side), format: format)
    }
    return TilePair<Word>(
      empty: empty, full: full, side: Int(side), direction: direction.turned(by: rotation), format: format)
  }
}
