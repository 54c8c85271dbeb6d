import Basics
import EvdevTouch

extension ProgramError {
  /// Creates an error from that of an input device.
  init(_ error: TouchError) { self = .failure(error.message) }
}
