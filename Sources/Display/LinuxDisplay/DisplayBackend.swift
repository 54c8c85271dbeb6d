import Basics
import Display
import FramebufferDisplay
import KMSDisplay
import StarSlider
import System

#if !hasFeature(Embedded)
  import WindowDisplay
#endif

/// A display back-end of Linux.
struct DisplayBackend: Sendable {
  /// The name of its screens in messages, such as "KMS screen".
  let title: String
  /// The name of its default screen, or `nil` if `DisplayName.auto` does not try it.
  let automatic: DisplayName?
  /// Opens a display, or returns `nil` if the name belongs to another back-end.
  let open: @Sendable (DisplayName, DisplayOptions) throws(DisplayError) -> (any Display)?
  let paths: @Sendable () -> [String]
  /// Describes a device, or throws if it cannot be used.
  let describe: @Sendable (String) throws(DisplayError) -> String

  /// All back-ends, in the order in which `DisplayName.auto` tries them. A new back-end is one row.
  static let all =
    desktop + [
      DisplayBackend(
        title: "KMS screen", automatic: .kms(path: nil),
        open: { name, options throws(DisplayError) in
          guard case .kms(let path) = name else { return nil }
          return try KMSDisplay(path, options)
        }, paths: KMSDisplay.paths, describe: KMSDisplay.describe),
      DisplayBackend(
        title: "framebuffer", automatic: .framebuffer(path: nil),
        open: { name, options throws(DisplayError) in
          guard case .framebuffer(let path) = name else { return nil }
          return try FramebufferDisplay(path ?? FramebufferDisplay.defaultPath, format: options.format)
        }, paths: FramebufferDisplay.paths, describe: FramebufferDisplay.describe),
      DisplayBackend(
        title: "memory", automatic: nil,
        open: { name, options throws(DisplayError) in
          guard case .memory(let size, let format) = name else { return nil }
          return try MemoryDisplay.open(
            size: size ?? MemoryDisplay.defaultSize, format: options.format ?? format ?? .xrgb8888)
        }, paths: { [] }, describe: { _ in "" }),
    ]

  /// The back-end for windows, in builds for machines with a desktop; boards need none. In a desktop session `DisplayName.auto` tries it
  /// first.
  private static var desktop: [DisplayBackend] {
    #if hasFeature(Embedded)
      []
    #else
      [
        DisplayBackend(
          title: "window", automatic: WindowDisplay.hasDesktop ? .window(nil) : nil,
          open: { name, options throws(DisplayError) in
            guard case .window(let size) = name else { return nil }
            return try WindowDisplay(size, format: options.format)
          }, paths: { [] }, describe: { _ in "" })
      ]
    #endif
  }
}
