import Geometry
import Raster

/// What a board may decide about its screen; by default everything is found out.
public struct KMSOptions: Sendable {
  /// How pictures are handed to the kernel.
  public enum Commit: Sendable {
    /// Atomic where a test commit succeeds, else legacy.
    case auto
    case atomic
    case legacy
  }

  /// How many buffers there are, and so how a frame gets to the screen.
  public enum Buffers: Sendable {
    /// One buffer where the driver copies what it is told to (SPI, USB, virtual screens), else two that are flipped.
    case auto
    /// Two buffers, shown in turn.
    case flip
    /// One buffer, drawn to while it is on the screen.
    case front
  }

  /// As in "/dev/dri/card1" or a by-path link; `nil` looks for the card whose connector has a screen.
  public var path: String?
  /// As in "HDMI-A-1"; `nil` takes the first with a screen, before all one that already shows a picture.
  public var connector: String?
  /// The mode to set, pixels; `nil` leaves the one that is set, or takes the preferred one.
  public var mode: Size<PhysicalSpace>?
  /// `nil` takes the best that the plane accepts.
  public var format: PixelFormat?
  public var commit = Commit.auto
  public var buffers = Buffers.auto

  public init(path: String? = nil, connector: String? = nil, format: PixelFormat? = nil) {
    self.path = path
    self.connector = connector
    self.format = format
  }
}
