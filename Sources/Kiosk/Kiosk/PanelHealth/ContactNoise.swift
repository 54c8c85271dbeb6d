import StarSlider

/// Finds a controller whose positions jump while a finger rests: long steps to and fro.
struct ContactNoise {
  /// The number of moves from which a contact is judged.
  private static var leastMoves: Int32 { 6 }
  /// How many more contacts must jump than not.
  private static var most: Int32 { 20 }

  /// The shortest mean step of a contact that jumps, in 1/256 px: a hundredth of the picture's shorter side.
  private let step: Int32
  /// The contact that is being followed; `nil` without one.
  private var contact: Int32?
  private var last = Point<PhysicalSpace>(x: .zero, y: .zero)
  private var (lastX, lastY) = (Int32(0), Int32(0))
  private var moves: Int32 = 0
  /// The sum of all steps, in 1/256 px.
  private var path: Int32 = 0
  /// The number of steps in a direction opposite to that of the step before.
  private var reversals: Int32 = 0
  private var score: Int32 = 0
  private var isFault = false

  init(_ size: Size<LayoutSpace>) { step = max(3, min(size.width, size.height) / 100) << 8 }

  /// Follows a contact that begins.
  mutating func begin(_ event: TouchEvent<PhysicalSpace>) {
    (contact, last, lastX, lastY, moves, path, reversals) = (event.contact, event.position, 0, 0, 0, 0, 0)
  }

  @inline(__always) mutating func follow(_ event: TouchEvent<PhysicalSpace>) {
    if event.contact != contact { return }
    if event.phase == .moved {
      let (x, y) = (event.position.x.raw &- last.x.raw, event.position.y.raw &- last.y.raw)
      if (x ^ lastX) | (y ^ lastY) < 0 { reversals &+= 1 }
      path &+= (x < 0 ? 0 &- x : x) &+ (y < 0 ? 0 &- y : y)
      moves &+= 1
      (last, lastX, lastY) = (event.position, x, y)
    } else {
      end()
    }
  }

  @inline(never) private mutating func end() {
    contact = nil
    if moves < Self.leastMoves { return }
    let isJumping = reversals >= moves / 2 && path / moves >= step
    score = min(max(score + (isJumping ? 1 : -1), 0), Self.most)
    if score == 0 { isFault = false }
    if score == Self.most { isFault = true }
  }

  var finding: PanelFinding? { isFault ? .noise : nil }
}
