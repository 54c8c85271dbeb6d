import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import Text

/// The screens of a kiosk in English and Arabic.
struct KioskScreens {
  let transform: ScreenTransform
  let set: ScreenSet

  init(
    _ width: Int32 = 800, _ height: Int32 = 480, theme: Theme = .light, rotation: Rotation = .none,
    format: PixelFormat = .xrgb8888, millimeters: (width: Int32, height: Int32)? = nil,
    languages: [LocalizedPhrases] = [ScreenSheet.english, ScreenSheet.arabic], hasService: Bool = true,
    step: Step = .half, hasMotion: Bool = false, photo: Image? = nil
  ) throws {
    let turned = rotation.swapsAxes
    transform = ScreenTransform(
      physical: Size(width: turned ? height : width, height: turned ? width : height), rotation: rotation)
    var design = ScreenSheet.design(theme, transform.layout)
    design.metrics = Metrics(transform.layout, millimeters: millimeters)
    design.slider.scale = try Scale(starCount: 5, step: step)
    (design.hasService, design.hasMotion, design.photo) = (hasService, hasMotion, photo)
    set = try ScreenSet(
      design, languages: languages, on: transform, format: format, typesetter: ScreenSheet.typesetter())
  }

  static let views: [SurveyScreen] = [
    .attract, .language, .question(0), .reasons(0), .thanks, .closed, .cleaning, .pin, .service,
  ]

  func screen(_ view: SurveyScreen, language: Int32 = 0) -> Screen {
    let screen = set.screen(view, language: language)
    screen.show()
    screen.slider?.set(nil)
    return screen
  }
}

/// Buffers that are presented in turn.
final class Buffers {
  let size: Size<PhysicalSpace>
  let format: PixelFormat
  let pitch: Int
  private var memory: [[UInt8]]
  private var shownAt: [Int]
  private var frame = 0

  init(_ count: Int, _ size: Size<PhysicalSpace>, _ format: PixelFormat) {
    self.size = size
    self.format = format
    let pitch = Int(size.width) * Int(format.bytesPerPixel) + 12
    self.pitch = pitch
    memory = (0..<count).map { [UInt8](repeating: UInt8(0x11 * ($0 + 1)), count: pitch * Int(size.height)) }
    shownAt = [Int](repeating: 0, count: count)
  }

  /// Paints the next frame. Returns its pixels and the damage.
  func paint(_ screen: Screen, movedBy shift: ScreenShift = .none) -> (pixels: [UInt8], damage: Region<PhysicalSpace>) {
    frame += 1
    let index = frame % memory.count
    let age = shownAt[index] == 0 ? 0 : frame - shownAt[index]
    shownAt[index] = frame
    let damage = memory[index].withUnsafeMutableBytes { bytes in
      screen.paint(
        Frame(surface: Surface(base: bytes.baseAddress!, pitch: pitch, size: size, format: format), age: age),
        movedBy: shift)
    }
    return (pixels(memory[index]), damage)
  }

  /// Updates the spare buffer and returns its pixels; `nil` if it is current or its content is unknown.
  func updateSpare(_ screen: Screen, movedBy shift: ScreenShift = .none) -> [UInt8]? {
    let index = (frame + 1) % memory.count
    if shownAt[index] == 0 || shownAt[index] == frame { return nil }
    let age = frame + 1 - shownAt[index]
    shownAt[index] = frame
    memory[index].withUnsafeMutableBytes { bytes in
      screen.updateSpareBuffer(
        Frame(surface: Surface(base: bytes.baseAddress!, pitch: pitch, size: size, format: format), age: age),
        movedBy: shift)
    }
    return pixels(memory[index])
  }

  private func pixels(_ bytes: [UInt8]) -> [UInt8] {
    let row = Int(size.width) * Int(format.bytesPerPixel)
    return (0..<Int(size.height)).flatMap { bytes[$0 * pitch..<$0 * pitch + row] }
  }

  /// Whether two pictures are equal outside of the damage.
  func agree(_ a: [UInt8], _ b: [UInt8], outside damage: Region<PhysicalSpace>) -> Bool {
    let (bytes, width) = (Int(format.bytesPerPixel), Int(size.width))
    for i in a.indices where a[i] != b[i] {
      let (x, y) = (Int32(i / bytes % width), Int32(i / bytes / width))
      let pixel = Rect<PhysicalSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      if !(0..<damage.count).contains(where: { damage[$0].contains(pixel) }) { return false }
    }
    return true
  }
}

extension Key {
  static var all: [Key] { Array(allCases) }
}
