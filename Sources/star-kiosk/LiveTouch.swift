import Geometry
import Linux
import Touch

final class LiveTouch: TouchInput {
  init(path: String?, grab: Bool, screen: Size<PhysicalSpace>) throws(KioskError) {}
  func watch(with poller: inout Poller) {}
  var deadline: Int64? { nil }
  func drain(until now: Int64, _ emit: (Touched) -> Void) {}
  var isOver: Bool { false }
}
