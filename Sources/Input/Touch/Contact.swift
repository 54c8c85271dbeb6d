import Geometry

/// What one finger did, as of one SYN_REPORT.
///
/// Of every contact there is exactly one `began`, any number of `moved`, and exactly one `ended` or `cancelled`.
package struct Contact: Hashable, Sendable {
  /// What it did.
  package enum Phase: Hashable, Sendable {
    /// The finger came down.
    case began
    /// It is elsewhere.
    case moved
    /// It was lifted; the position is where.
    case ended
    /// It must not count: a palm, a device that is gone, or events that were lost.
    case cancelled
  }

  /// Above 0, unique, and greater than that of every contact that began before.
  package let id: Int32
  /// What it did.
  package let phase: Phase
  /// In the device's units, within plus and minus `AxisInfo.limit`; a device may report beyond its own ranges.
  package let position: Point<RawSpace>
  /// Microseconds on the clock of the records: the time of the SYN_REPORT.
  package let time: Int64

  /// A contact's change from its parts.
  @inlinable package init(id: Int32, phase: Phase, position: Point<RawSpace>, time: Int64) {
    self.id = id
    self.phase = phase
    self.position = position
    self.time = time
  }
}
