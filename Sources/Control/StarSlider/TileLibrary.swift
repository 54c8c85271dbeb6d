import Geometry
import Raster

/// The finished pictures of all faces on a screen. Sliders that are made with one library share the pictures of equal
/// faces of equal size, so a hundred averages cost the tiles of one. The pictures live as long as the library, and each of
/// its sliders holds on to it.
package final class TileLibrary {
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
  private var rows: [(key: Key, starCount: Int32, advance: Int32, row: StarRow)] = []

  /// A library without pictures.
  package init() {}

  deinit {
    for made in tiles { made.release() }
  }

  /// How many faces' pictures were rendered.
  package var count: Int { keys.count }

  /// The pictures for a key, rendered at the first request. A screen has a handful, so they are searched one by one.
  func tiles(for key: Key) -> Tiles {
    for (known, made) in zip(keys, tiles) where known == key { return made }
    let made = key.face.tiles(side: key.side, rotation: key.rotation, direction: key.direction, format: key.format)
    keys.append(key)
    tiles.append(made)
    return made
  }

  /// Each star's pictures in a row: `keys` in order, one or more, and the last one's for stars beyond it.
  func tiles(for keys: [Key], starCount: Int32) -> [Tiles] {
    var row: [Tiles] = []
    for key in keys { row.append(tiles(for: key)) }
    while row.count < Int(starCount) { row.append(row[row.count - 1]) }
    return row
  }

  /// A whole row's pictures, rendered at the first request; `nil` where stars are better painted one by one. The library
  /// holds on to it.
  func row(for key: Key, starCount: Int32, advance: Int32) -> Unmanaged<StarRow>? {
    for known in rows where known.key == key && known.starCount == starCount && known.advance == advance {
      return .passUnretained(known.row)
    }
    let tiles = tiles(for: key)
    if !StarRow.isFor(tiles, key, starCount: starCount, advance: advance) { return nil }
    let row = StarRow(tiles, key, starCount: starCount, advance: advance)
    rows.append((key, starCount, advance, row))
    return .passUnretained(row)
  }
}
