import Geometry
import Raster

/// The finished pictures of all faces on a screen. Sliders that are made with one library share the pictures of equal
/// faces of equal size, so a hundred averages cost the tiles of one. The pictures live as long as the library, and each of
/// its sliders holds on to it.
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

  deinit {
    for made in tiles { made.release() }
  }

  /// How many faces' pictures were rendered.
  public var count: Int { keys.count }

  /// The pictures for a key, rendered at the first request. A screen has a handful, so they are searched one by one.
  func tiles(for key: Key) -> Tiles {
    for (known, made) in zip(keys, tiles) where known == key { return made }
    let made = key.face.tiles(side: key.side, rotation: key.rotation, direction: key.direction, format: key.format)
    keys.append(key)
    tiles.append(made)
    return made
  }

  /// Each star's pictures in a row: `faces` in order, one or more, and the last one's for stars beyond it.
  func tiles(
    of faces: [Face], starCount: Int32, side: Int32, rotation: Rotation, direction: FillDirection, format: PixelFormat
  ) -> [Tiles] {
    var row: [Tiles] = []
    for face in faces.prefix(Int(starCount)) {
      row.append(
        tiles(for: Key(face: face, side: side, rotation: rotation, direction: direction, format: format)))
    }
    while row.count < Int(starCount) { row.append(row[row.count - 1]) }
    return row
  }
}
