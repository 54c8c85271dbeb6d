import StarSlider

/// The options of the display back-ends. A back-end ignores the options that do not apply to it.
package struct DisplayOptions: Hashable, Sendable {
  /// The kernel interface of KMS.
  package enum Commit: Hashable, Sendable {
    /// Atomic if a test commit succeeds, otherwise legacy.
    case auto
    case atomic
    case legacy
  }

  /// The number of buffers of KMS.
  package enum Buffers: Hashable, Sendable {
    /// One buffer if the driver copies what changed (SPI, USB, virtual screens), otherwise two.
    case auto
    /// Two buffers and page flips.
    case flip
    /// One buffer, drawn to while it is on the screen.
    case front
  }

  /// The pixel format; `nil` chooses the best that the screen supports.
  package var format: PixelFormat?
  /// The connector of KMS, such as "HDMI-A-1"; `nil` chooses one that shows a picture, otherwise one with a screen.
  package var connector: String?
  /// The mode of KMS in pixels; `nil` keeps the current mode or, if there is none, sets the preferred one.
  package var mode: Size<PhysicalSpace>?
  package var commit = Commit.auto
  package var buffers = Buffers.auto
  /// Whether KMS probes the connectors and ignores the current mode, because another screen may have been connected since it was set.
  package var isReplugged = false

  package init(format: PixelFormat? = nil) { self.format = format }
}

/// The name of a display.
package enum DisplayName: Hashable, Sendable {
  /// The first real screen.
  case auto
  /// A DRM card; without a path, the one with the best screen.
  case kms(path: String?)
  /// A framebuffer device; without a path, /dev/fb0.
  case framebuffer(path: String?)
  /// Plain memory; without a size or format, the caller's default is used.
  case memory(Size<PhysicalSpace>?, PixelFormat?)
  /// A window on a desktop; without a size, it has the default size or the largest one that fits.
  case window(Size<PhysicalSpace>?)

  /// Parses "auto", "kms[:PATH]", "fb[:PATH]", "window[:WxH]" or "memory[:WxH[:FORMAT]]".
  @export(interface) package init?(_ text: String) {
    let (kind, rest) = Self.cut(text[...], at: ":")
    if let rest, rest.isEmpty { return nil }
    let path = rest.map { String($0) }
    if kind.utf8.elementsEqual("auto".utf8) && path == nil {
      self = .auto
    } else if kind.utf8.elementsEqual("kms".utf8) {
      self = .kms(path: path)
    } else if kind.utf8.elementsEqual("fb".utf8) {
      self = .framebuffer(path: path)
    } else if kind.utf8.elementsEqual("window".utf8) {
      let size = rest.flatMap { Self.size($0) }
      if rest != nil && size == nil { return nil }
      self = .window(size)
    } else if kind.utf8.elementsEqual("memory".utf8) {
      guard let rest else {
        self = .memory(nil, nil)
        return
      }
      let (sides, name) = Self.cut(rest, at: ":")
      let format = name.flatMap { PixelFormat.named(String($0)) }
      guard let size = Self.size(sides), name == nil || format != nil else { return nil }
      self = .memory(size, format)
    } else {
      return nil
    }
  }

  /// The text from which `init` parses this name.
  @export(interface) package var text: String {
    switch self {
    case .auto: "auto"
    case .kms(let path): "kms" + (path.map { ":" + $0 } ?? "")
    case .framebuffer(let path): "fb" + (path.map { ":" + $0 } ?? "")
    case .memory(let size?, let format):
      "memory:\(size.width)x\(size.height)" + (format.map { ":\($0.name)" } ?? "")
    case .memory(nil, _): "memory"
    case .window(let size): "window" + (size.map { ":\($0.width)x\($0.height)" } ?? "")
    }
  }

  /// Splits a text at the first separator.
  private static func cut(_ text: Substring, at separator: Unicode.Scalar) -> (Substring, Substring?) {
    guard let i = text.utf8.firstIndex(of: UInt8(ascii: separator)) else { return (text, nil) }
    return (text[..<i], text[text.utf8.index(after: i)...])
  }

  /// Parses "WxH", each side in 1 ... `MemoryDisplay.limit`.
  private static func size(_ text: Substring) -> Size<PhysicalSpace>? {
    func side(_ digits: Substring) -> Int32? {
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let side = Int32(String(digits)),
        (1...MemoryDisplay.limit).contains(side)
      else { return nil }
      return side
    }
    let (width, height) = cut(text, at: "x")
    guard let height, let width = side(width), let height = side(height) else { return nil }
    return Size(width: width, height: height)
  }
}
