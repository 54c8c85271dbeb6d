import StarSlider

/// A placeholder for a display while no screen is connected. It has no buffers.
package final class AbsentDisplay: Display {
  package let size: Size<PhysicalSpace>
  package let format: PixelFormat
  package let panelRotation: Rotation

  /// Creates it with the properties of the screen that was connected last, or of the one that is expected.
  package init(size: Size<PhysicalSpace>, format: PixelFormat, panelRotation: Rotation = .none) {
    (self.size, self.format, self.panelRotation) = (size, format, panelRotation)
  }

  package var name: String { "no screen" }
  package var descriptor: Int32 { -1 }
  package var deadline: Int64? { nil }
  package var scanout: Surface? { nil }
  package func nextFrame() -> Frame? { nil }
  package func present(_ damage: Region<PhysicalSpace>) {}
  package func handleEvents() -> DisplayEvents { [] }
  package func suspend() {}
  package func resume() {}
  /// Returns true: there is no screen to turn off.
  package func turnOff() -> Bool { true }
  /// Returns true, so that the caller tries to open a screen.
  package func hasChanged() -> Bool { true }
  package func close() {}
}
