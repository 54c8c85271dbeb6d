import Geometry
import Raster

/// What a board may decide about its screen; by default everything is found out.
package struct KMSOptions: Sendable {
  /// How pictures are handed to the kernel.
  package enum Commit: Sendable {
    /// Atomic where a test commit succeeds, else legacy.
    case auto
    case atomic
    case legacy
  }

  /// How many buffers there are, and so how a frame gets to the screen.
  package enum Buffers: Sendable {
    /// One buffer where the driver copies what it is told to (SPI, USB, virtual screens), else two that are flipped.
    case auto
    /// Two buffers, shown in turn.
    case flip
    /// One buffer, drawn to while it is on the screen.
    case front
  }

  /// As in "/dev/dri/card1" or a by-path link; `nil` looks for the card whose connector has a screen.
  package var path: String?
  /// As in "HDMI-A-1"; `nil` takes the first with a screen, before all one that already shows a picture.
  package var connector: String?
  /// The mode to set, pixels; `nil` leaves the one that is set, or takes the preferred one.
  package var mode: Size<PhysicalSpace>?
  /// `nil` takes the best that the plane accepts.
  package var format: PixelFormat?
  package var commit = Commit.auto
  package var buffers = Buffers.auto

  package init(path: String? = nil, connector: String? = nil, format: PixelFormat? = nil) {
    self.path = path
    self.connector = connector
    self.format = format
  }
}
