import Basics
import StarSlider

/// A drag over five stars, upright or rotated by 90 degrees. The floor stores all bytes of the changed columns, row by row.
enum DragWorkload {
  static func subjects(_ options: Options, rotation: Rotation) throws(ProgramError) -> [Subject] {
    let name = rotation == .none ? "drag" : "rotate"
    let scene = try DragScene(options, rotation: rotation)
    let (changed, surface) = (try scene.changedColumns(), try scene.screen.scanout())
    let bytes = changed.reduce(0) { $0 + Floor.bytes($1, surface.format) } / Int64(DragScene.frames)
    // On a screen where frames have to wait, a tenth of a drag is enough.
    let frames = scene.screen.waits ? DragScene.frames / 10 : DragScene.frames
    func floor(_ ending: String, unrolled: Bool) -> Subject {
      Subject(name: name + ending, unit: "frame", operations: DragScene.frames, bytes: bytes) { _ in
        timed { for rect in changed { Floor.store(rect, on: surface, unrolled: unrolled) } }
      }
    }
    let floors = [floor(" floor", unrolled: false), floor(" floor, unrolled", unrolled: true)]
    var drag = Subject(
      name: name, unit: "frame", operations: frames, bytes: bytes, floor: floors[0].name, isCounted: !scene.screen.waits
    ) { (frames) throws(ProgramError) in try scene.run(frames) }
    drag.prepare = { () throws(ProgramError) in
      // The floor has drawn over the stars. A drag starts where the last one ended.
      scene.slider.invalidate()
      try scene.paint()
    }
    let sprites = Subject(name: name + " sprites", unit: "slider") { count in
      timed {
        for _ in 0..<count { precondition(scene.stars.makeSlider() != nil, "the screen has room for five stars") }
      }
    }
    if case .memory = options.screen { return [drag] + floors + [sprites] }
    let present = Subject(
      name: name + " present", unit: "frame", operations: frames, isCounted: false
    ) { (frames) throws(ProgramError) in
      var time: Int64 = 0
      for _ in 0..<frames { time += try scene.timedStep().presenting }
      return time
    }
    return [drag] + floors + [sprites, present]
  }
}
