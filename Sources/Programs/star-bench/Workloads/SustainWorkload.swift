import Basics
import StarSlider
import System

/// A drag without a pause: how speed, clock and temperature develop while a board warms up.
enum SustainWorkload {
  struct Sample {
    /// The time since the start, in milliseconds.
    let time: Int64
    let framesPerSecond: Int64
    /// The measured clock in kHz.
    let clock: Int64
    /// The temperature in thousandths of a degree Celsius; `nil` if the kernel does not report it.
    let temperature: Int64?
  }

  /// The maximum number of samples in a series: as many as a chart can show.
  private static var mostSamples: Int64 { 600 }

  static func samples(_ options: Options, seconds: Int32) throws(ProgramError) -> [Sample] {
    let scene = try DragScene(options, rotation: .none)
    let frames = scene.screen.waits ? DragScene.frames / 10 : DragScene.frames
    let (start, duration) = (MonotonicClock.now(), Int64(seconds) * 1_000_000_000)
    let interval = max(duration / mostSamples, 1_000_000_000)
    var samples: [Sample] = []
    var next = start
    while next < start + duration {
      next += interval
      var (drawn, time): (Int64, Int64) = (0, 0)
      repeat {
        time += try scene.run(frames)
        drawn += Int64(frames)
      } while MonotonicClock.now() < next
      samples.append(
        Sample(
          time: (MonotonicClock.now() - start) / 1_000_000, framesPerSecond: drawn * 1_000_000_000 / max(time, 1),
          clock: measuredFrequency(), temperature: Validity.Snapshot.currentTemperature))
    }
    return samples
  }

  static func printTable(_ samples: [Sample]) throws(ProgramError) {
    try Output.line(right("seconds", 9) + right("frames/s", 12) + right("MHz", 8) + right("degrees C", 12))
    for sample in samples {
      try Output.line(
        right(ratio(sample.time), 9) + right("\(sample.framesPerSecond)", 12) + right("\(sample.clock / 1000)", 8)
          + right(sample.temperature.map { ratio($0) } ?? "", 12))
    }
  }
}
