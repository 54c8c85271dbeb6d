import Display
import Screens
import StarSlider
import Survey

/// The screens of a kiosk with a photo behind them.
package struct PhotoSheet: Sendable {
  package let name: String
  let theme: Theme
  let size: Size<LayoutSpace>
  let isRightToLeft: Bool

  package static let all: [PhotoSheet] =
    ([
      ("light", .light, 800, 480, false), ("dark", .dark, 800, 480, true), ("classic", .classic, 320, 240, false),
      ("dark", .dark, 720, 1280, false),
    ] as [(String, Theme, Int32, Int32, Bool)]).map { (theme, colors, width, height, isRightToLeft) in
      PhotoSheet(
        name: "photo-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
        size: Size(width: width, height: height), isRightToLeft: isRightToLeft)
    }

  /// Returns a picture of lights in a street at dusk, from black to white.
  package static func photo(width: Int32, height: Int32) -> Image? {
    var (lights, state): ([(x: Int32, y: Int32, radius: Int32, color: Color)], UInt32) = ([], 7)
    func random(_ count: Int32) -> Int32 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int32(state >> 8) % count
    }
    let unit = max(min(width, height), 1)
    for _ in 0..<50 {
      let colors: [Color] = [Color(rgb: 0xff_c86e), Color(rgb: 0xff_8f5a), .white, Color(rgb: 0x7f_c4ff)]
      lights.append((random(width), random(height), unit / 40 + random(unit / 10 + 1), colors[Int(random(4))]))
    }
    return PictureSheet.image(width: width, height: height) { x, y in
      let sky = Color(rgb: 0x1d_2c54).mixed(with: Color(rgb: 0xd9_774f), UInt8(y * 255 / height))
      var color = y * 10 > height * 7 ? Color.black.mixed(with: sky, UInt8((height - y) * 400 / height)) : sky
      for light in lights {
        let (dx, dy) = (x - light.x, y - light.y)
        if dx * dx + dy * dy < light.radius * light.radius { color = color.mixed(with: light.color, 120) }
      }
      return color
    }
  }

  /// Start, an answer and its countdown, keys on stars, chosen reasons, thanks, closed; faces with keys, numbers, thumbs, options, a code,
  /// the keypad.
  package func render() throws -> Pixels {
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    var pictures: [[UInt8]] = []
    func add(_ set: ScreenSet, _ view: SurveyScreen, value: Int32? = nil, _ change: (Screen) -> Void = { _ in }) throws
    {
      let screen = set.screen(view, language: 0)
      screen.show()
      screen.slider?.set(value)
      change(screen)
      pictures.append(try ScreenSheet.picture(of: screen, transform.physical))
    }
    func set(_ design: ScreenSet.Design, _ english: LocalizedPhrases, _ arabic: LocalizedPhrases) throws -> ScreenSet {
      var design = design
      design.photo = Self.photo(width: 600, height: 600)
      (design.logo, design.hasService) = (PictureSheet.icon(0), true)
      return try ScreenSet(
        design, languages: isRightToLeft ? [arabic, english] : [english, arabic], on: transform, format: .xrgb8888,
        typesetter: ScreenSheet.typesetter())
    }
    let stars = try set(ScreenSheet.design(theme, size), ScreenSheet.english, ScreenSheet.arabic)
    try add(stars, .attract)
    try add(stars, .question(0), value: 7) { $0.setCountdown(10) }
    try add(stars, .question(1), value: 3) { _ = $0.handle(Key.right) }
    try add(stars, .reasons(0)) { screen in for key in [Key.down, .enter, .down, .enter] { _ = screen.handle(key) } }
    try add(stars, .thanks, value: 9)
    try add(stars, .closed)
    let kinds = try set(KindSheet.design(theme, size), KindSheet.english, KindSheet.arabic)
    try add(kinds, .question(0)) { _ = $0.handle(Key.down) }
    try add(kinds, .question(2))
    try add(kinds, .question(4))
    try add(kinds, .question(5))
    try add(kinds, .question(8)) { $0.showCode(ScreenSheet.address) }
    try add(stars, .pin)
    return ScreenSheet.sheet(pictures, width: Int(size.width), height: Int(size.height), columns: 4)
  }
}
