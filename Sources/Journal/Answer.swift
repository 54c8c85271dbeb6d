/// One visitor's answer: a value, and when it was given, in every way that helps to find the true time later.
public struct Answer: Hashable, Sendable {
  /// Who it is, wherever it travels: recording it twice stores it once.
  public var uuid: AnswerID
  /// The value, in steps: 0 ... `stepsPerStar * starCount`. An unrated control gives no answer, so 0 means "no stars".
  public var steps: Int32
  /// Steps in one star: 1 for whole stars, 2 for halves, 4 for quarters, n for 1/n, 1,000,000 for continuous.
  public var stepsPerStar: Int32
  /// Stars on the screen when it was given.
  public var starCount: Int32
  /// CLOCK_REALTIME in milliseconds since 1970-01-01 UTC: the time of day, as far as the terminal knew it.
  public var wall: Int64
  /// CLOCK_MONOTONIC in nanoseconds: with `bootID` it orders answers though the wall clock was wrong or jumped.
  public var monotonic: Int64
  /// The boot that `monotonic` counts from, as /proc/sys/kernel/random/boot_id spells it.
  public var bootID: String

  public init(
    uuid: AnswerID, steps: Int32, stepsPerStar: Int32, starCount: Int32, wall: Int64, monotonic: Int64, bootID: String
  ) {
    self.uuid = uuid
    self.steps = steps
    self.stepsPerStar = stepsPerStar
    self.starCount = starCount
    self.wall = wall
    self.monotonic = monotonic
    self.bootID = bootID
  }

  /// Whether the value lies on the scale: what the store accepts.
  public var isOnScale: Bool {
    stepsPerStar >= 1 && starCount >= 1 && steps >= 0
      && Int64(steps) <= Int64(stepsPerStar) * Int64(starCount)
  }
}
