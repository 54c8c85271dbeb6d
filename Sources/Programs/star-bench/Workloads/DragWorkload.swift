import Basics
import Display
import Geometry
import Raster
import StarSlider
import System

/// A drag over five stars, upright or rotated by 90 degrees. The floor stores all bytes of the changed columns, row by row.
struct DragWorkload {
  let scene: DragScene
  private let name: String
  private let isMemory: Bool
  private let changed: [Rect<PhysicalSpace>]

  init(_ options: Options, rotation: Rotation) throws(ProgramError) {
    scene = try DragScene(options, rotation: rotation)
    changed = try scene.changedColumns()
    if case .memory = options.screen { isMemory = true } else { isMemory = false }
    name = rotation == .none ? "drag" : "rotate"
  }

  func subjects() throws(ProgramError) -> [Subject] {
    let (scene, changed, surface) = (scene, changed, try scene.screen.scanout())
    let bytes = changed.reduce(0) { $0 + Floor.bytes($1, surface.format) }
    // A tenth of a drag is enough on a screen that makes frames wait.
    let frames = scene.screen.waits ? DragScene.frames / 10 : DragScene.frames
    let floor = Subject(
      name + " floor", unit: "frame", operations: DragScene.frames, bytes: bytes / Int64(DragScene.frames)
    ) { _ in
      timed { for rect in changed { Floor.store(rect, on: surface) } }
    }
    let drag = Subject(
      name, unit: "frame", operations: frames, bytes: bytes / Int64(DragScene.frames), floor: floor
    ) { (frames) throws(ProgramError) in
      // The floor has drawn over the stars, and a drag starts from the last one's end.
      scene.slider.invalidate()
      try scene.paint()
      return try scene.run(frames)
    }
    let unrolled = Subject(
      name + " floor, unrolled", unit: "frame", operations: DragScene.frames, bytes: floor.bytes
    ) { _ in
      timed { for rect in changed { Floor.store(rect, on: surface, unrolled: true) } }
    }
    let sprites = Subject(name + " sprites", unit: "slider") { (count) throws(ProgramError) in
      timed {
        for _ in 0..<count { precondition(scene.stars.makeSlider() != nil, "the screen has room for five stars") }
      }
    }
    if isMemory { return [drag, floor, unrolled, sprites] }
    let present = Subject(name + " present", unit: "frame", operations: frames) { (frames) throws(ProgramError) in
      var time: Int64 = 0
      for _ in 0..<frames { time += try scene.timedStep().presenting }
      return time
    }
    return [drag, floor, unrolled, sprites, present]
  }
}
