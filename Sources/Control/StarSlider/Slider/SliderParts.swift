/// Everything that a slider computes from its configuration and bounds: the layout and the sprites. They are replaced together.
final class SliderParts {
  let layout: SliderLayout
  /// Whether the slider is interactive and enabled.
  let takesInput: Bool
  /// The sprites of each style, for each of its first `faceCount` stars. Their memory belongs to `cache`.
  let sprites: [StarSprites]
  let faceCount: Int32
  /// The sprites of the whole row for each style, if it has any.
  let rows: [RowSprites?]
  let cache: SpriteCache
  let backgrounds: [Color]
  let places: StarPlaces
  /// The rectangle of all stars and the gaps between them, on the scanout.
  let row: Rect<PhysicalSpace>
  /// The parts of the bounds around the row, and the parts between stars, on the scanout.
  let surroundings: [Rect<PhysicalSpace>]
  let gaps: [Rect<PhysicalSpace>]

  /// Computes the layout, and renders the sprites of all faces that are not in the cache.
  init(
    _ configuration: SliderConfiguration, styles: [Face], bounds: Rect<LayoutSpace>, on transform: ScreenTransform,
    format: PixelFormat, cache: SpriteCache
  ) throws(SliderError) {
    if !Rect(transform.layout).contains(bounds) { throw .outsideScreen }
    guard let layout = SliderLayout(configuration, bounds: bounds) else {
      throw SliderLayout.isTooLarge(bounds) ? .tooLarge : .noRoom
    }
    self.layout = layout
    let count = layout.scale.starCount
    let shown = configuration.shownFaces.prefix(Int(count))
    var (sprites, rows, backgrounds): ([StarSprites], [RowSprites?], [Color]) = ([], [], [])
    for faces in [Array(shown)] + styles.map({ [Face](repeating: $0, count: shown.count) }) {
      let keys = faces.map {
        SpriteCache.Key(
          face: $0, side: layout.starSize, rotation: transform.rotation, direction: layout.direction, format: format,
          mixes: layout.isFine)
      }
      for (star, key) in keys.enumerated() {
        sprites.append(cache.sprites(for: key, fills: layout.partialFills(ofStar: Int32(star))))
      }
      rows.append(keys.count == 1 ? cache.row(for: keys[0], starCount: count, advance: layout.advance) : nil)
      backgrounds.append(faces[0].background)
    }
    takesInput = configuration.takesInput
    (self.sprites, self.rows, self.backgrounds, self.cache) = (sprites, rows, backgrounds, cache)
    faceCount = Int32(shown.count)
    places = StarPlaces(layout, transform)
    row = transform.toPhysical(layout.row)
    surroundings = layout.surroundings.map { transform.toPhysical($0) }
    gaps = layout.gaps.map { transform.toPhysical($0) }
  }

  @inline(__always)
  func sprites(ofStar star: Int32, _ shown: FrameState) -> StarSprites {
    sprites[Int(shown.style &* faceCount &+ min(star, faceCount &- 1))]
  }

  /// Returns the value under a point.
  @inline(never) func hit(_ point: Point<LayoutSpace>) -> Hit { layout.hit(point) }
}
