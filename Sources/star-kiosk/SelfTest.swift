import GoldenScenes
import Linux

/// `star-kiosk selftest`: whether this board computes the pictures that were approved, to the last bit. `--all` has the sheet
/// of the whole gallery, too, which takes a slow board longer than all the others.
enum SelfTest {
  static func run(all: Bool) throws(KioskError) {
    let start = MonotonicClock.now()
    let (scenes, approved) = (GoldenScenes.Scene.all, GoldenScenes.Scene.approved)
    if scenes.count != approved.count { throw .failure("selftest: the table of fingerprints is of another build") }
    var (count, failed) = (0, 0)
    for (i, scene) in scenes.enumerated() {
      if scene.isLarge && !all { continue }
      count += 1
      if let picture = scene.render(), picture.fingerprint == approved[i] { continue }
      failed += 1
      Standard.error("selftest: " + scene.name + " is not as approved")
    }
    if failed > 0 {
      throw .failure(
        "\(failed) of \(count) pictures differ: this build computes wrong here; was it built for this processor "
          + "(tools/cross)?")
    }
    let milliseconds = (MonotonicClock.now() - start) / 1_000_000
    Standard.output("\(count) pictures are as approved, in \(milliseconds) ms")
  }
}
