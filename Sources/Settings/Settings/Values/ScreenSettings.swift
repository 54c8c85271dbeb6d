import Display
import StarSlider

/// The display and its picture: the section `[screen]`.
package struct ScreenSettings: Hashable, Sendable {
  package var display = DisplayName.auto
  /// The pixel format; `nil` for the best one that the screen supports.
  package var format: PixelFormat?
  /// The clockwise rotation of the picture; `nil` for the orientation that the kernel reports.
  package var rotation: Rotation?
  package var commit = DisplayOptions.Commit.auto
  package var buffers = DisplayOptions.Buffers.auto
  /// The connector to use, such as "HDMI-A-1"; `nil` for the first one with a screen.
  package var connector: String?
  /// The mode to set; `nil` for the current mode or the screen's preferred one.
  package var mode: Size<PhysicalSpace>?

  // From the board profile.

  /// The size of the panel, in the orientation of the scanout.
  package var area: Millimeters?
  package var backlight: String?
}

package struct Millimeters: Hashable, Sendable {
  package let width: Int32
  package let height: Int32

  /// Creates a size from a text such as "154x86".
  @export(interface) package init?(_ text: String) {
    guard let dimensions = ValueParser(text).dimensions else { return nil }
    (width, height) = dimensions
  }
}
