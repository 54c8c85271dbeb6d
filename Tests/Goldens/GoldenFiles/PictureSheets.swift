import Display
import Screens
import StarSlider
import Survey

/// The screens with pictures of an operator: tiles with icons, and the closed kiosk.
package struct PictureSheet: Sendable {
  package let name: String
  let theme: Theme
  let size: Size<LayoutSpace>
  let isRightToLeft: Bool

  package static let all: [PictureSheet] =
    ([
      ("light", .light, 320, 240, false), ("light", .light, 320, 240, true), ("light", .light, 800, 480, false),
      ("dark", .dark, 800, 480, true), ("dark", .dark, 720, 1280, false), ("light", .light, 720, 1280, true),
    ] as [(String, Theme, Int32, Int32, Bool)]).map { (theme, colors, width, height, isRightToLeft) in
      PictureSheet(
        name: "pictures-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
        size: Size(width: width, height: height), isRightToLeft: isRightToLeft)
    }

  /// The questions of `KindSheet` that are choices: of one option, and of several.
  package static let choices: (one: Int, several: Int) = (5, 6)

  package static func design(_ theme: Theme, _ size: Size<LayoutSpace>) -> ScreenSet.Design {
    var design = KindSheet.design(theme, size)
    // One of the tiles has words alone.
    design.questions[choices.one].icons = [icon(0), icon(1), icon(2), nil, icon(4)]
    design.questions[choices.several].icons = (0..<6).map { icon($0) }
    design.hasSlides = true
    design.closedPicture = picture(width: 640, height: 400)
    design.logo = logo
    return design
  }

  /// Returns an icon of 96 pixels a side: a ring with a piece that depends on its number, on transparent pixels.
  package static func icon(_ number: Int) -> Image? {
    let colors: [Color] = [
      Color(rgb: 0x1a_7a43), Color(rgb: 0xc2_4d00), Color(rgb: 0x1e_4f91), Color(rgb: 0x8a_5a00), Color(rgb: 0x7b_2d8b),
      Color(rgb: 0x00_7a80),
    ]
    let piece = Int32(number)
    return image(width: 96, height: 96) { x, y in
      let (dx, dy) = (2 * x - 95, 2 * y - 95)
      let distance = dx * dx + dy * dy
      let isRing = (70 * 70..<92 * 92).contains(distance)
      let isPiece = distance < 56 * 56 && (number % 2 == 0 ? dx + dy * (piece - 2) > 0 : abs(dx) > 12 * piece)
      return isRing || isPiece ? colors[number] : nil
    }
  }

  /// A wide logo: three discs on transparent pixels.
  package static let logo = image(width: 270, height: 90) { x, y in
    let (dx, dy) = (2 * (x % 90) - 89, 2 * y - 89)
    let colors: [Color] = [Color(rgb: 0x1e_4f91), Color(rgb: 0xc2_4d00), Color(rgb: 0x1a_7a43)]
    return dx * dx + dy * dy < 80 * 80 ? colors[Int(x / 90)] : nil
  }

  /// Returns a picture of a sun above a hill.
  package static func picture(width: Int32, height: Int32) -> Image? {
    image(width: width, height: height) { x, y in
      let (dx, dy) = (x - width / 2, y - height * 2 / 5)
      if y * 8 > height * 6 + abs(dx) { return Color(rgb: 0x2f_5d50) }
      if dx * dx + dy * dy < height * height / 16 { return Color(rgb: 0xff_d27a) }
      return Color(rgb: 0x24_3b6b).mixed(with: Color(rgb: 0xf2_9e6d), UInt8(y * 255 / height))
    }
  }

  private static func showSlide(_ screen: Screen, _ size: Size<LayoutSpace>) {
    if let slide = picture(width: size.width, height: size.height) { screen.showSlide(slide) }
  }

  static func image(width: Int32, height: Int32, _ color: (Int32, Int32) -> Color?) -> Image? {
    var rgba: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        rgba += [color?.red ?? 0, color?.green ?? 0, color?.blue ?? 0, color == nil ? 0 : 255]
      }
    }
    return Image(width: width, height: height, rgba: rgba)
  }

  /// A choice with a pressed tile, a choice with chosen tiles, the closed kiosk, and start screens with a slide, with and without stars.
  package func render() throws -> Pixels {
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    let book = try ScreenSet(
      Self.design(theme, size), languages: [isRightToLeft ? KindSheet.arabic : KindSheet.english], on: transform,
      format: .xrgb8888, typesetter: ScreenSheet.typesetter())
    var pictures: [[UInt8]] = []
    func add(_ view: SurveyScreen, _ change: (Screen) -> Void = { _ in }) throws {
      let screen = book.screen(view, language: 0)
      screen.show()
      change(screen)
      pictures.append(try ScreenSheet.picture(of: screen, transform.physical))
    }
    try add(.question(Int32(Self.choices.one))) { screen in
      guard let tile = screen.bounds(of: .option(1)) else { return }
      _ = screen.handle(TouchEvent(.began, contact: 1, at: tile.center))
    }
    try add(.question(Int32(Self.choices.several))) { screen in
      for key in [Key.down, .enter, .down, .enter] { _ = screen.handle(key) }
    }
    try add(.closed)
    try add(.attract) { Self.showSlide($0, size) }
    var stars = ScreenSheet.design(theme, size)
    (stars.hasSlides, stars.logo) = (true, Self.logo)
    let starBook = try ScreenSet(
      stars, languages: [isRightToLeft ? ScreenSheet.arabic : ScreenSheet.english], on: transform, format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
    let screen = starBook.screen(.attract, language: 0)
    screen.show()
    screen.slider?.set(6)
    Self.showSlide(screen, size)
    pictures.append(try ScreenSheet.picture(of: screen, transform.physical))
    return ScreenSheet.sheet(pictures, width: Int(size.width), height: Int(size.height))
  }
}
