import Geometry
import Raster

/// The finished pictures of one star, of whatever word size the screen has: the one switch, once per star and frame,
/// outside every loop. A boundary is how many pixels of the star's square are filled, 0 ... its side.
///
/// An enumeration and not a protocol: the compiler then makes the loops for each word size, where an existential leaves
/// them generic (measured: 18,800 instructions a drag frame instead of 9,400).
enum Tiles {
  case twoBytes(StarPictures<UInt16>)
  case threeBytes(StarPictures<Pixel24>)
  case fourBytes(StarPictures<UInt32>)

  /// The least rectangle around all pixels that differ between two boundaries, for a star at (`x`, `y`).
  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    switch self {
    case .twoBytes(let star): star.damage(atX: x, y: y, from: old, to: new)
    case .threeBytes(let star): star.damage(atX: x, y: y, from: old, to: new)
    case .fourBytes(let star): star.damage(atX: x, y: y, from: old, to: new)
    }
  }

  /// Stores the pixels that differ between two boundaries, for a star at (`x`, `y`), which lies whole on the surface, and
  /// returns what `damage` would.
  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    switch self {
    case .twoBytes(let star): star.paintChange(on: surface, x: x, y: y, from: old, to: new)
    case .threeBytes(let star): star.paintChange(on: surface, x: x, y: y, from: old, to: new)
    case .fourBytes(let star): star.paintChange(on: surface, x: x, y: y, from: old, to: new)
    }
  }

  /// Stores the whole star at (`x`, `y`).
  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    switch self {
    case .twoBytes(let star): star.paint(on: surface, x: x, y: y, boundary: boundary)
    case .threeBytes(let star): star.paint(on: surface, x: x, y: y, boundary: boundary)
    case .fourBytes(let star): star.paint(on: surface, x: x, y: y, boundary: boundary)
    }
  }

  /// Stores the slice in which the fill of the star at (`x`, `y`) ends, where it is mixed: of a pair.
  func paintMixed(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    switch self {
    case .twoBytes(let star): star.paintMixed(on: surface, x: x, y: y, boundary: boundary)
    case .threeBytes(let star): star.paintMixed(on: surface, x: x, y: y, boundary: boundary)
    case .fourBytes(let star): star.paintMixed(on: surface, x: x, y: y, boundary: boundary)
    }
  }

  /// Two pictures that meet at the boundary.
  var isPair: Bool {
    switch self {
    case .twoBytes(let star): star.isPair
    case .threeBytes(let star): star.isPair
    case .fourBytes(let star): star.isPair
    }
  }

  /// Lets go of the pictures; called once, and nothing after it.
  func release() {
    switch self {
    case .twoBytes(let star): star.release()
    case .threeBytes(let star): star.release()
    case .fourBytes(let star): star.release()
    }
  }
}

/// Two pictures that meet at the boundary, or three that are shown one at a time.
///
/// Nobody counts references to them: a count waits for all stores before it, and takes longer than painting a small star.
/// The `TileLibrary` that they are made for lets go of them, and every slider holds on to that.
enum StarPictures<Word: PixelWord> {
  case pair(Unmanaged<TilePair<Word>>)
  case triple(Unmanaged<TileTriple<Word>>)

  init(_ pictures: TilePair<Word>) { self = .pair(.passRetained(pictures)) }
  init(_ pictures: TileTriple<Word>) { self = .triple(.passRetained(pictures)) }

  func release() {
    switch self {
    case .pair(let pictures): pictures.release()
    case .triple(let pictures): pictures.release()
    }
  }

  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    switch self {
    case .pair(let pictures): pictures._withUnsafeGuaranteedRef { $0.damage(atX: x, y: y, from: old, to: new) }
    case .triple(let pictures): pictures._withUnsafeGuaranteedRef { $0.damage(atX: x, y: y, from: old, to: new) }
    }
  }

  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    switch self {
    case .pair(let pictures):
      pictures._withUnsafeGuaranteedRef { $0.paintChange(on: surface, x: x, y: y, from: old, to: new) }
    case .triple(let pictures):
      pictures._withUnsafeGuaranteedRef { $0.paintChange(on: surface, x: x, y: y, from: old, to: new) }
    }
  }

  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    switch self {
    case .pair(let pictures):
      pictures._withUnsafeGuaranteedRef { $0.paint(on: surface, x: x, y: y, boundary: boundary) }
    case .triple(let pictures):
      pictures._withUnsafeGuaranteedRef { $0.paint(on: surface, x: x, y: y, boundary: boundary) }
    }
  }

  func paintMixed(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    guard case .pair(let pictures) = self else { return }
    pictures._withUnsafeGuaranteedRef { $0.paintMixed(on: surface, x: x, y: y, boundary: boundary) }
  }

  var isPair: Bool {
    switch self {
    case .pair: true
    case .triple: false
    }
  }
}

extension Face {
  /// Renders the face's pictures for a square of `side` pixels; `direction` is the fill's, as the viewer sees it.
  func tiles(side: Int32, rotation: Rotation, direction: FillDirection, format: PixelFormat) -> Tiles {
    let onScanout = direction.turned(by: rotation)
    return switch format.bytesPerPixel {
    case 2: .twoBytes(pictures(side, rotation, onScanout, format))
    case 3: .threeBytes(pictures(side, rotation, onScanout, format))
    default: .fourBytes(pictures(side, rotation, onScanout, format))
    }
  }

  private func pictures<Word: PixelWord>(
    _ side: Int32, _ rotation: Rotation, _ direction: FillDirection, _ format: PixelFormat
  ) -> StarPictures<Word> {
    if images == nil { return StarPictures(shapePair(side, rotation, direction, format)) }
    // Sixteen bits a channel take memory: one at a time, and in the same place.
    var picture = ground(side: side)
    func image(_ state: FaceState) -> TileImage<Word> {
      picture.clear()
      draw(state, into: &picture)
      return TileImage(picture.turned(by: rotation), in: format)
    }
    let (empty, full) = (image(.empty), image(.full))
    if !hasHalf { return StarPictures(TilePair(empty: empty, full: full, direction: direction)) }
    return StarPictures(TileTriple(empty: empty, half: image(.half), full: full))
  }

  /// A shape's pictures, which differ in their colours only.
  private func shapePair<Word: PixelWord>(
    _ side: Int32, _ rotation: Rotation, _ direction: FillDirection, _ format: PixelFormat
  ) -> TilePair<Word> {
    let parts = parts(inCellOf: side)
    let (empty, full, memory) = TileImage<Word>.pair(side: Int(side), layers: parts.count)
    // Before parts and masks come and go: the heap then needs no more pages for it.
    var rows = FullRows(empty, full)
    let square = Size<PhysicalSpace>(width: side, height: side)
    let layers = CoverageLayers(
      parts, on: ScreenTransform(physical: square, rotation: rotation), in: memory, scratch: empty.words)
    let colorings = (Array(colors(.empty).prefix(layers.count)), Array(colors(.full).prefix(layers.count)))
    layers.paint(colorings, over: background, blending: blending, on: empty.surface(format)) { row, pixels, word in
      rows.add(row, pixels, word)
    }
    return TilePair(empty: empty, full: full, rows: rows.finished(), direction: direction)
  }
}
