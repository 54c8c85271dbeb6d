import StarSlider
import Text

/// A phrase in each of five scripts, in boxes that force line breaks and smaller text.
///
/// The pixels depend on Debian 12's versions of the fonts (fonts-noto-core, fonts-noto-cjk), HarfBuzz and FreeType.
enum TextSheet {
  static let name = "text-scripts"

  private static let phrases: [(text: String, language: String)] = [
    ("How was your visit? Tap a star, please. 4½ of 5 is fine.", "en"),
    ("كيف كانت زيارتك (رقم 27) إلى Café Noir؟ اضغط على نجمة من فضلك.", "ar"),
    ("आपकी यात्रा कैसी रही? कृपया एक तारा चुनें, क्षत्रिय जी।", "hi"),
    ("การเยี่ยมชมของคุณเป็นอย่างไรบ้าง กรุณาแตะดาวที่ปู่ชอบ", "th"),
    ("您今天的「参观」怎么样？请点一颗星，（谢谢）。", "zh-Hans"),
  ]

  private static var fonts: [FontSource] {
    let folder = "/usr/share/fonts/truetype/noto/NotoSans"
    return [
      .file(folder + "-Regular.ttf"), .file(folder + "Arabic-Regular.ttf"), .file(folder + "Devanagari-Regular.ttf"),
      .file(folder + "Thai-Regular.ttf"), .file("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", index: 2),
    ]
  }

  /// A row for each phrase: aligned to the start of a wide box, and centered in a small one.
  static func render() throws -> Pixels {
    let setter = try Typesetter(fonts: fonts)
    let (wide, narrow, gap) = (
      Size<LayoutSpace>(width: 300, height: 84), Size<LayoutSpace>(width: 130, height: 84), 6 as Int32
    )
    let size = Size<PhysicalSpace>(
      width: wide.width + narrow.width + 3 * gap, height: Int32(phrases.count) * (wide.height + gap) + gap)
    var bytes = [UInt8](repeating: 0, count: Int(size.width) * Int(size.height) * 3)
    try bytes.withUnsafeMutableBytes { memory in
      let surface = Surface(base: memory.baseAddress!, pitch: Int(size.width) * 3, size: size, format: .bgr888)
      surface.fill(surface.bounds, with: Color(rgb: 0xc0_c0c0))
      let ramp = CoverageRamp(Color(rgb: 0x10_2040), over: .white, isText: true, surface.format)
      var y = gap
      for (text, language) in phrases {
        var x = gap
        for (box, alignment) in [(wide, TextAlignment.start), (narrow, .center)] {
          surface.fill(Rect(minX: x, minY: y, maxX: x + box.width, maxY: y + box.height), with: .white)
          let block = try setter.set(
            text, language: language, size: 30, smallest: 6, width: box.width, height: box.height, alignment: alignment,
            vertical: .middle)
          surface.paint(block.coverage, x: x + block.x, y: y + block.y, ramp)
          x += box.width + gap
        }
        y += wide.height + gap
      }
    }
    return Pixels(rgb: bytes, width: Int(size.width), height: Int(size.height))
  }
}
