import Basics
import Scenes
import System

/// `star-kiosk selftest`: compares every golden picture bit for bit with the picture that this board computes. The gallery's sheet is
/// omitted, because it takes a slow board longer than all others together.
enum SelfTest {
  static func run(_: Options) throws(KioskError) {
    let start = MonotonicClock.now()
    let (scenes, approved) = (Scenes.Scene.all, Scenes.Scene.approved)
    if scenes.count != approved.count {
      throw KioskError("run", "selftest", "the table of fingerprints is from another build")
    }
    var failed = 0
    for (i, scene) in scenes.enumerated() {
      if let picture = scene.render(), picture.fingerprint == approved[i] { continue }
      failed += 1
      Standard.error("selftest: " + scene.name + " differs from the approved picture")
    }
    if failed > 0 {
      throw KioskError(
        "reproduce", "\(failed) of \(scenes.count) approved pictures",
        "this build draws incorrectly on this machine",
        suggestion: "check that it was built for this processor (tools/cross)")
    }
    let milliseconds = (MonotonicClock.now() - start) / 1_000_000
    try Output.line("\(scenes.count) pictures are as approved, in \(milliseconds) ms")
  }
}
