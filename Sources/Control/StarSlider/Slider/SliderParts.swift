/// Everything that a slider computes from its configuration and bounds: the layout and the sprites. They are replaced together.
final class SliderParts {
  let layout: SliderLayout
  /// Whether the slider is interactive and enabled.
  let takesInput: Bool
  /// The sprites for each part of the scale, followed by those for each further style. Each has `faceCount` entries, for its first stars.
  /// The memory belongs to `cache`.
  let sprites: [StarSprites]
  let faceCount: Int32
  /// The number of parts of the scale, each with its own color; 1 or more.
  private let partCount: Int32
  /// The sprites of the whole row for each part and each further style; `nil` if the stars are painted one by one.
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
    let shown = configuration.shownFaces.map { Array($0.prefix(Int(count))) }
    var (sprites, rows, backgrounds): ([StarSprites], [RowSprites?], [Color]) = ([], [], [])
    for faces in shown + styles.map({ [Face](repeating: $0, count: shown[0].count) }) {
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
    (faceCount, partCount) = (Int32(shown[0].count), Int32(shown.count))
    places = StarPlaces(layout, transform)
    row = transform.toPhysical(layout.row)
    surroundings = layout.surroundings.map { transform.toPhysical($0) }
    gaps = layout.gaps.map { transform.toPhysical($0) }
  }

  /// Returns the index of the sprites that show a value. For style 0, they are those of the value's part of the scale; otherwise, those of
  /// the style.
  @inline(__always)
  func style(_ style: Int, _ value: Int32) -> Int32 {
    let style = Int32(truncatingIfNeeded: style)
    return partCount == 1 ? style : partStyle(style, value)
  }

  @inline(never)
  private func partStyle(_ style: Int32, _ value: Int32) -> Int32 {
    if style > 0 { return style + partCount - 1 }
    return value < 1 ? 0 : Int32(Int64(value - 1) * Int64(partCount) / Int64(layout.scale.maximum))
  }

  @inline(__always)
  func sprites(ofStar star: Int32, _ shown: FrameState) -> StarSprites {
    sprites[Int(shown.style &* faceCount &+ min(star, faceCount &- 1))]
  }

  /// Returns the sprites of a style's first star.
  func sprites(ofStyle style: Int) -> StarSprites { sprites[Int(self.style(style, 0) &* faceCount)] }

  /// Returns the value under a point.
  @inline(never) func hit(_ point: Point<LayoutSpace>) -> Hit { layout.hit(point) }
}
