import CDRM

// When frames reach the screen, for measurements.
extension KMSDisplay {
  /// Whether frames are shown by page flips, whose events tell when.
  package var flips: Bool { presentMode == .pageFlip }

  /// When the last page flip happened, by its event, in nanoseconds of the monotonic clock; `nil` while it is pending.
  package var flipTime: Int64? { events.time }

  /// The refresh rate of the mode in Hz, rounded by the kernel; 0 if the driver does not tell.
  package var refreshRate: Int64 { Int64(pipeline.mode.info.vrefresh) }
}
