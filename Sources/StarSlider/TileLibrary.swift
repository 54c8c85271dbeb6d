import Geometry
import Raster

/// The finished pictures of all faces on a screen. Sliders that are made with one library share the pictures of equal
/// faces of equal size, so a hundred averages cost the tiles of one.
public final class TileLibrary {
  /// All that a picture depends on.
  struct Key: Equatable {
    let face: Face
    /// Pixels.
    let side: Int32
    let rotation: Rotation
    let direction: FillDirection
    let format: PixelFormat
  }

  private var keys: [Key] = []
  private var tiles: [Tiles] = []

  /// A library without pictures.
  public init() {}

  /// How many pairs of pictures were rendered.
  public var count: Int { keys.count }

  /// The pictures for a key, rendered at the first request. A screen has a handful, so they are searched one by one.
  func tiles(for key: Key) -> Tiles {
    for (known, made) in zip(keys, tiles) where known == key { return made }
    let made = Tiles(
      face: key.face, side: key.side, rotation: key.rotation, direction: key.direction, format: key.format)
    keys.append(key)
    tiles.append(made)
    return made
  }
}
