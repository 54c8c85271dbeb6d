import CDRM

// When frames reach the screen, for measurements.
extension KMSDisplay {
  /// Whether frames are shown by page flips, whose events carry the time.
  package var flips: Bool { presentMode == .pageFlip }

  /// When the last page flip happened according to its event, in nanoseconds of the monotonic clock; `nil` while it is pending.
  package var flipTime: Int64? { wait.events.time }

  /// The refresh rate of the mode in Hz, rounded by the kernel; 0 if the driver does not report it.
  package var refreshRate: Int64 { Int64(pipeline.mode.info.vrefresh) }
}
