import Screens
import StarSlider
import Survey
import System

/// A simulated visitor for a machine without a display and a touchscreen. It goes once through all screens in each of the first two
/// languages, and touches their widgets wherever the layout places them.
final class DemoVisitor: TouchInput {
  /// The time from a new screen to the first touch, in nanoseconds.
  private static var glance: Int64 { 700_000_000 }
  /// The time between two positions of a touch, in nanoseconds.
  private static var step: Int64 { 50_000_000 }
  private static var finger: Int32 { 1 }

  private let transform: ScreenTransform
  private let visits: Int32
  /// The number of visits begun.
  private var begun: Int32 = 0
  private var moments: [(time: Int64, phase: TouchPhase, place: Point<LayoutSpace>)] = []
  private(set) var isOver = false

  /// Creates a visitor of a kiosk.
  ///
  /// - Parameter languages: The number of languages that the survey offers, 1 or more.
  init(on transform: ScreenTransform, languages: Int32) {
    self.transform = transform
    visits = min(languages, 2)
  }

  var deadline: Int64? { moments.first?.time }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    while let moment = moments.first, moment.time <= now {
      moments.removeFirst()
      emit(TouchEvent(moment.phase, contact: Self.finger, at: transform.toPhysical(moment.place), time: now))
    }
  }

  func update(_ machine: SurveyMachine, _ screen: Screen, at now: Int64) {
    moments = []
    let start = now + Self.glance
    if machine.isHome {
      isOver = begun == visits
      if isOver { return }
      begun += 1
    }
    // The visitor's language comes first.
    if machine.language != begun - 1,
      let button = screen.bounds(of: .language(begun - 1)) ?? screen.bounds(of: .languages)
    {
      return touch([button.center], from: start)
    }
    switch machine.screen {
    case .attract: touch([screen.bounds(of: .start)?.center ?? screen.center], from: start)
    case .language: touch([screen.bounds(of: .language(begun - 1))?.center ?? screen.center], from: start)
    case .question(let question):
      guard let slider = screen.slider else {
        // The third tile. On a scale, it is one of the lower values, so the reasons follow.
        let tiles = [Action.option(2), .option(0)].filter { screen.bounds(of: $0) != nil }
        return tap(tiles.prefix(1) + [.done], on: screen, from: start)
      }
      // The first answer is a poor one, which leads to the reasons. It is a drag from the middle to the second star.
      let (count, good) = (slider.layout.scale.starCount, question > 0)
      let stars = good ? [count - 1] : (min(1, count - 1)...(count / 2)).reversed().map { $0 }
      touch(stars.map { slider.layout.star($0).center }, from: start)
    case .reasons: tap([.option(0), .option(2), .done], on: screen, from: start)
    case .thanks, .closed, .cleaning, .outOfOrder, .pin, .service, .identity: break
    }
  }

  /// Schedules a tap on each of these buttons that the screen has.
  private func tap(_ actions: some Sequence<Action>, on screen: Screen, from start: Int64) {
    var next = start
    for action in actions {
      guard let button = screen.bounds(of: action) else { continue }
      touch([button.center], from: next)
      next += Self.glance
    }
  }

  /// Schedules a contact that begins at the first place, moves to the others, and lifts.
  private func touch(_ places: [Point<LayoutSpace>], from start: Int64) {
    var time = start
    for (i, place) in places.enumerated() {
      moments.append((time, i == 0 ? .began : .moved, place))
      time += Self.step
    }
    if let last = places.last { moments.append((time, .ended, last)) }
  }
}
