/// The sprites of all faces on a screen.
///
/// Sliders with the same cache share the sprites of equal faces of equal size: a hundred rows need only the sprites of one star. A sprite
/// lives as long as the cache, which each of its sliders retains.
package final class SpriteCache {
  let memory = SpriteMemory()
  private var stars: [(key: Key, sprites: StarSprites)] = []
  private var filled: [(key: Key, fills: [Fixed], slices: FilledSlices)] = []
  private var rows: [(key: Key, starCount: Int32, advance: Int32, sprites: RowSprites)] = []

  package init() {}

  /// The number of faces whose sprites were rendered.
  package var count: Int { stars.count }

  /// Returns a star's sprites, rendering them at the first request. A screen has few, so the search is linear.
  func sprites(for key: Key) -> StarSprites {
    for star in stars where star.key == key { return star.sprites }
    let sprites = key.sprites(in: memory)
    stars.append((key, sprites))
    return sprites
  }

  /// Returns a star's sprites with finished slices for some fills. Each fill has a fraction. Sliders with the same scale share the sprites.
  func sprites(for key: Key, fills: [Fixed]) -> StarSprites {
    var sprites = sprites(for: key)
    if unsafe fills.isEmpty || sprites.half != nil { return sprites }
    for known in filled where known.key == key && known.fills == fills {
      sprites.filled = known.slices
      return sprites
    }
    sprites.filled = FilledSlices(fills, of: key, in: memory)
    filled.append((key, fills, sprites.filled))
    return sprites
  }

  /// Returns the sprites of a whole row, rendering them at the first request; `nil` if it is better to paint the stars one by one.
  func row(for key: Key, starCount: Int32, advance: Int32) -> RowSprites? {
    for row in rows where row.key == key && row.starCount == starCount && row.advance == advance { return row.sprites }
    guard let sprites = RowSprites(sprites(for: key), key, starCount: starCount, advance: advance, in: memory) else {
      return nil
    }
    rows.append((key, starCount, advance, sprites))
    return sprites
  }
}
