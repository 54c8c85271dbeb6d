import Basics
import Display
import StarSlider

/// The photo behind the screens. It is scaled once to cover them, and mixed with as much of the theme's background as text and buttons
/// need.
///
/// Text has a contrast of at least 4.5 to 1 with every pixel, and buttons have 3 to 1. Dark ink is hardest to see on the darkest pixel, and
/// light ink on the lightest. A mixture with the background keeps the pixels in the order of their luminance, so checking these two is
/// enough. Rounding may affect pixels differently, so the stored pixels are checked at the end.
final class Photo {
  /// The theme for parts of the screen on the plain background.
  let plain: Theme
  /// The share of the background in each pixel, in 1/255.
  private(set) var share: UInt8 = 0
  /// The pixels with the lowest and with the highest luminance.
  private(set) var (darkest, lightest) = (Color.white, Color.black)
  private var memory: PictureMemory
  /// Whether it shows one slide after another.
  private let isForSlides: Bool

  init(
    _ image: Image, _ theme: Theme, on transform: ScreenTransform, format: PixelFormat
  ) throws(ScreenError) {
    let size = transform.physical
    // Memory for the part of the image that is shown, the scaled photo, its mixture, and its pixels in the screen's format.
    let needed =
      Int64(image.rgba.count) + Int64(size.width) * Int64(size.height) * Int64(2 * MemoryLayout<Light>.stride + 4)
    do throws(DisplayError) {
      try Memory.require(needed, for: "the photo", suggestion: "remove it or choose a smaller screen")
    } catch {
      throw ScreenError(.memory, error.operation, error.subject, reason: error.reason, suggestion: error.suggestion)
    }
    guard let memory = PictureMemory(1, size: size, format: format) else {
      throw ScreenError(
        .memory, "create", "the photo", reason: "not enough memory", suggestion: "remove it or choose a smaller screen")
    }
    (plain, self.memory, isForSlides) = (theme, memory, false)
    let layout = transform.layout
    var picture = Picture(
      size: Size(width: layout.width, height: layout.height), background: theme.background, blending: .linear)
    picture.draw(image.cropped(like: layout), in: Rect(picture.size))
    picture = picture.rotated(by: transform.rotation)
    var (low, high) = (picture.lights[0], picture.lights[0])
    for light in picture.lights {
      if Contrast.luminance(light) < Contrast.luminance(low) { low = light }
      if Contrast.luminance(light) > Contrast.luminance(high) { high = light }
    }
    let background = Light(theme.background, .linear)
    func mixed(_ light: Light) -> Color { light.mixed(with: background, share).color(.linear) }
    (darkest, lightest) = (mixed(low), mixed(high))
    while !isReadable && share < 255 {
      share += 1
      (darkest, lightest) = (mixed(low), mixed(high))
    }
    store(picture)
    while !isReadable && share < 255 {
      share += 1
      store(picture)
    }
  }

  /// Creates the ground of a start screen before its first slide. Text stands on the darkened part of the slides. Returns `nil` without
  /// memory for it.
  init?(slidesOn transform: ScreenTransform, _ theme: Theme, format: PixelFormat) {
    guard let memory = PictureMemory(1, size: transform.physical, format: format) else { return nil }
    (plain, self.memory, isForSlides) = (theme, memory, true)
    (darkest, lightest) = (Scrim.ink, Scrim.lightest)
    memory[0].fill(memory[0].bounds, with: Scrim.ink)
  }

  /// Shows a slide that covers the screen. Without memory for it, the previous one stays.
  func show(_ slide: PlacedImage) { if isForSlides, let memory = slide.memory { self.memory = memory } }

  var surface: Surface { memory[0] }

  /// Whether a color has at least the given contrast with every pixel.
  private func holds(_ ink: Color, _ minimum: Contrast) -> Bool {
    let ground = hardestGround(for: ink)
    let isBelow = Contrast.luminance(ink) < Contrast.luminance(ground)
    return Contrast(ink, ground) >= minimum && isBelow == isDark(ink)
  }

  private var isReadable: Bool { holds(plain.text, .text) && holds(plain.accent, .components) }

  private func isDark(_ ink: Color) -> Bool { Contrast.luminance(ink) < Contrast.luminance(plain.background) }

  /// Returns the pixel on which a color is hardest to see.
  func hardestGround(for ink: Color) -> Color { isDark(ink) ? darkest : lightest }

  /// Returns a pixel as the visitor sees it.
  func light(x: Int32, y: Int32, through transform: ScreenTransform) -> Light {
    let pixel = transform.toPhysical(x: x, y: y)
    return Light(surface.color(x: pixel.x, y: pixel.y), .linear)
  }

  /// Stores the mixture, and finds its darkest and its lightest pixel.
  private func store(_ picture: Picture) {
    var mixture = picture
    let background = Light(plain.background, .linear)
    for i in mixture.lights.indices { mixture.lights[i] = mixture.lights[i].mixed(with: background, share) }
    let (words, surface) = (mixture.words(in: surface.format), surface)
    var (low, high) = (Int64.max, Int64.min)
    var last = ~words[0]
    var next = words.startIndex
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let word = words[next]
        next += 1
        surface.setPixel(x: x, y: y, to: word)
        if word == last { continue }
        last = word
        let color = surface.format.decode(word)
        let luminance = Contrast.luminance(color)
        if luminance < low { (low, darkest) = (luminance, color) }
        if luminance > high { (high, lightest) = (luminance, color) }
      }
    }
  }
}

/// The plain part of a screen with a photo: a rectangle with round corners behind stars or faces, because their edges are mixed with the
/// background.
struct Panel {
  let bounds: Rect<LayoutSpace>
  let shape: RoundedRectangle

  /// Returns `nil` if there is no photo, or if the screen needs no panel.
  init?(behind widgets: [Widget], _ stars: Rect<LayoutSpace>?, _ canvas: Canvas) {
    if canvas.photo == nil { return nil }
    let hasFaces = widgets.contains { $0 is FaceButton }
    var parts = widgets.filter { $0.isOnPanel || hasFaces && $0 is EndWord }.map { $0.bounds }
    if let stars { parts.append(stars) }
    let content = parts.reduce(Rect<LayoutSpace>.empty) { $0.union($1) }
    if content.isEmpty { return nil }
    var area = content.inset(by: -3 * canvas.ring).intersection(Rect(canvas.transform.layout))
    // Headings and feet stay on the photo.
    for widget in widgets where !content.contains(widget.bounds) {
      if widget.bounds.minY >= content.maxY { area.maxY = min(area.maxY, widget.bounds.minY) }
      if widget.bounds.maxY <= content.minY { area.minY = max(area.minY, widget.bounds.maxY) }
    }
    // The round corners must not cut off a pixel of the content.
    var radius = min(8 * canvas.ring, area.height / 2, area.width / 2)
    func isCut(_ part: Rect<LayoutSpace>) -> Bool {
      let x = radius - min(part.minX - area.minX, area.maxX - part.maxX)
      let y = radius - min(part.minY - area.minY, area.maxY - part.maxY)
      return x > 0 && y > 0 && x * x + y * y > radius * radius
    }
    while radius > 0 && parts.contains(where: isCut) { radius -= 1 }
    bounds = area
    shape = RoundedRectangle(area, radius: radius, canvas)
  }
}

extension Canvas {
  /// The canvas for parts of the screen on the plain background.
  var plain: Canvas {
    photo.map {
      Canvas(transform: transform, format: format, theme: $0.plain, ring: ring, ramps: ramps, corners: corners)
    } ?? self
  }

  /// Puts a photo behind all widgets. Outlines and minor texts get the color of text, because a paler color would be readable only on a
  /// fainter photo.
  mutating func stand(on image: Image) throws(ScreenError) {
    let photo = try Photo(image, theme, on: transform, format: format)
    var theme = theme
    (theme.secondary, theme.emptyEdge) = (theme.text, theme.text)
    self = Canvas(
      transform: transform, format: format, theme: theme, ring: ring, photo: photo, hasMotion: hasMotion, ramps: ramps,
      corners: corners)
  }

  /// Returns the canvas of a start screen with slides: white text on the darkened part of them, and a white button. Returns
  /// `nil` without memory for a slide.
  func onSlides() -> Canvas? {
    guard let photo = Photo(slidesOn: transform, plain.theme, format: format) else { return nil }
    var theme = plain.theme
    (theme.text, theme.secondary, theme.accent) = (.white, .white, .white)
    (theme.accentText, theme.background) = (Scrim.ink, Scrim.ink)
    return Canvas(
      transform: transform, format: format, theme: theme, ring: ring, photo: photo, hasMotion: hasMotion, ramps: ramps,
      corners: corners)
  }

  /// Returns the background color against which a color has the least contrast.
  func hardestGround(for ink: Color) -> Color { photo?.hardestGround(for: ink) ?? theme.background }

  /// Paints the background of widgets.
  func clear(_ rect: Rect<LayoutSpace>, on surface: Surface) {
    if isCleared { return }
    guard let photo else { return fill(rect, with: theme.background, on: surface) }
    surface.copy(transform.toPhysical(rect), of: photo.surface)
  }

  /// Paints the background of a screen. With a shift, the picture covers only a part of the `whole` buffer; the photo is repeated at the
  /// edges.
  func paintGround(_ whole: Surface, _ surface: Surface, _ panel: Panel?) {
    guard let photo else { return whole.fill(whole.bounds, with: theme.background) }
    whole.copy(whole.bounds, of: photo.surface)
    if surface.size != whole.size { surface.copy(surface.bounds, of: photo.surface) }
    panel?.shape.paint(theme.background, self, on: surface)
  }
}
