import Foundation
import Screens
import Settings
import StarSlider
import Survey

/// The still pictures in README and in the operators' page.
package enum PagePicture: String, CaseIterable, Sendable {
  /// Three kiosks: light, dark and upright, with a photo.
  case kiosk
  /// A screen of each kind, the keypad's focus, more contrast, the service screen.
  case kinds

  package var path: URL { GoldenFiles.package.appending(path: "docs/pictures/\(rawValue).png") }

  /// Returns the approved picture, or `nil` if there is no file.
  package func approved() throws -> Pixels? {
    guard let data = FileManager.default.contents(atPath: path.path) else { return nil }
    return try Pixels(png: [UInt8](data))
  }

  package func render() throws -> Pixels {
    switch self {
    case .kiosk: try Self.trio()
    case .kinds: try Self.sheetOfKinds()
    }
  }

  /// The screens of a design in English, or in Arabic.
  private struct Screens {
    private let set: ScreenSet
    private let size: Size<PhysicalSpace>

    init(_ design: ScreenSet.Design, ofKinds: Bool = false, isArabic: Bool = false) throws {
      let layout = design.metrics.size
      size = Size(width: layout.width, height: layout.height)
      let pair = ofKinds ? [KindSheet.english, KindSheet.arabic] : [ScreenSheet.english, ScreenSheet.arabic]
      set = try ScreenSet(
        design, languages: isArabic ? pair.reversed() : pair, on: ScreenTransform(physical: size, rotation: .none),
        format: .xrgb8888, typesetter: ScreenSheet.typesetter())
    }

    /// Returns a screen's pixels, three bytes each.
    func picture(_ view: SurveyScreen, value: Int32? = nil, _ change: (Screen) -> Void = { _ in }) throws -> [UInt8] {
      let screen = set.screen(view, language: 0)
      screen.show()
      screen.slider?.set(value)
      change(screen)
      return try ScreenSheet.picture(of: screen, size)
    }
  }

  private static func trio() throws -> Pixels {
    let (wide, high) = (Size<LayoutSpace>(width: 640, height: 384), Size<LayoutSpace>(width: 470, height: 784))
    var brand = ThemeSettings.Brand()
    (brand.star, brand.accent) = (Color(rgb: 0x5f_d6c0), Color(rgb: 0x5f_d6c0))
    var branded = ScreenSheet.design(Theme.dark.with(brand), wide)
    branded.photo = PhotoSheet.photo(width: 900, height: 600)
    let pictures = [
      (try Screens(ScreenSheet.design(.light, wide)).picture(.question(0), value: 8), wide, 0, 0),
      (try Screens(branded).picture(.question(1), value: 7), wide, 0, Int(wide.height) + 16),
      (
        try Screens(KindSheet.design(.dark, high), ofKinds: true, isArabic: true).picture(.question(5)), high,
        Int(wide.width) + 16, 0
      ),
    ]
    let width = Int(wide.width + high.width) + 16
    var rgb = [UInt8](repeating: 0xff, count: width * Int(high.height) * 3)
    for (picture, size, left, top) in pictures {
      let row = Int(size.width) * 3
      for y in 0..<Int(size.height) {
        let to = ((top + y) * width + left) * 3
        rgb.replaceSubrange(to..<to + row, with: picture[y * row..<(y + 1) * row])
      }
    }
    return Pixels(rgb: rgb, width: width, height: Int(high.height))
  }

  private static func sheetOfKinds() throws -> Pixels {
    let size = Size<LayoutSpace>(width: 640, height: 384)
    func stars(_ theme: Theme) throws -> Screens {
      var design = ScreenSheet.design(theme, size)
      design.metrics = Metrics(size, hasLargeText: theme.isBold, hasContrastButton: true)
      design.hasService = true
      return try Screens(design)
    }
    let kinds = try Screens(KindSheet.design(.light, size), ofKinds: true)
    var pictures = [try stars(.light).picture(.question(0), value: 7)]
    for question in [0, 2, 3, 4, 5, 6, 7, 8] as [Int32] {
      pictures.append(
        try kinds.picture(.question(question)) { screen in
          screen.showCode(ScreenSheet.address)
          if question == 6 { for key in [Key.down, .enter, .down, .enter] { _ = screen.handle(key) } }
        })
    }
    pictures.append(try kinds.picture(.question(1)) { for key in [Key.down, .right, .right] { _ = $0.handle(key) } })
    pictures.append(try stars(.contrast).picture(.question(0), value: 7))
    var report = ServiceReport()
    (report.status, report.pending, report.brightness) = ("0.2.0, ok", "3", "80 %")
    (report.address, report.lastAnswers) = ("stand-7, eth0 192.0.2.7", "14:05 14:05 13:48 13:31 11-23")
    pictures.append(try stars(.light).picture(.service) { $0.show(report) })
    return ScreenSheet.sheet(pictures, width: Int(size.width), height: Int(size.height), columns: 3)
  }
}
