import Basics
import StarSlider

/// A drag over five stars, upright or rotated by 90 degrees.
final class DragWorkload: PaintingWorkload {
  private let rotation: Rotation

  init(_ rotation: Rotation) { self.rotation = rotation }

  var name: String { DragScene.name(rotation) }
  var help: String {
    rotation == .none
      ? "a finger over five stars, 1,000 frames, 0 to 5 to 0: contact in, pixels out" : "drag, rotated by 90 degrees"
  }

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) {
    try body(DragScene(options, rotation: rotation))
  }
}

extension DragScene: Scene {
  static func name(_ rotation: Rotation) -> String { rotation == .none ? "drag" : "rotate" }

  private var name: String { Self.name(transform.rotation) }

  func perform(_ count: Int) throws(ProgramError) { for _ in 0..<count { try step() } }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    try perform(Pictures.dragFrame + 1)
    try pictures.add(name, try screen.scanout())
  }

  /// Returns the drag and its stages. The floor stores all bytes of the changed columns, row by row.
  func subjects() throws(ProgramError) -> [Subject] {
    let (changed, surface) = (try changedColumns(), try screen.scanout())
    let bytes = changed.reduce(0) { $0 + Floor.bytes($1, surface.format) } / Int64(DragScene.frames)
    // On a screen where frames have to wait, a tenth of a drag is enough.
    let frames = screen.waits ? DragScene.frames / 10 : DragScene.frames
    func floor(_ ending: String, unrolled: Bool) -> Subject {
      Subject(name: name + ending, unit: "frame", operations: DragScene.frames, bytes: bytes) { _ in
        timed { for rect in changed { Floor.store(rect, on: surface, unrolled: unrolled) } }
      }
    }
    let floors = [floor(" floor", unrolled: false), floor(" floor, unrolled", unrolled: true)]
    var drag = Subject(
      name: name, unit: "frame", operations: frames, bytes: bytes, floor: floors[0].name, isCounted: !screen.waits
    ) { (frames) throws(ProgramError) in try self.run(frames) }
    drag.prepare = { () throws(ProgramError) in
      // The floor has drawn over the stars. A drag starts where the last one ended.
      self.slider.invalidate()
      try self.paint()
    }
    let sprites = Subject(name: name + " sprites", unit: "slider") { count in
      timed {
        for _ in 0..<count { precondition(self.stars.makeSlider() != nil, "the screen has room for five stars") }
      }
    }
    if isInMemory { return [drag] + floors + [sprites] }
    let present = Subject(
      name: name + " present", unit: "frame", operations: frames, isCounted: false
    ) { (frames) throws(ProgramError) in
      var time: Int64 = 0
      for _ in 0..<frames { time += try self.timedStep().presenting }
      return time
    }
    return [drag] + floors + [sprites, present]
  }
}
