import Basics
import Scenes
import System

/// `star-kiosk selftest`: whether this board computes the pictures that were approved, to the last bit: every golden
/// but the gallery's sheet, which a slow board would take longer for than for all the others.
enum SelfTest {
  static func run() throws(KioskError) {
    let start = MonotonicClock.now()
    let (scenes, approved) = (Scenes.Scene.all, Scenes.Scene.approved)
    if scenes.count != approved.count { throw .failure("selftest: the table of fingerprints is of another build") }
    var failed = 0
    for (i, scene) in scenes.enumerated() {
      if let picture = scene.render(), picture.fingerprint == approved[i] { continue }
      failed += 1
      Standard.error("selftest: " + scene.name + " is not as approved")
    }
    if failed > 0 {
      throw .failure(
        "\(failed) of \(scenes.count) pictures differ: this build computes wrong here; was it built for this processor "
          + "(tools/cross)?")
    }
    let milliseconds = (MonotonicClock.now() - start) / 1_000_000
    try Output.line("\(scenes.count) pictures are as approved, in \(milliseconds) ms")
  }
}
