import Gallery
import GoldenScenes

/// Renders every golden scene, and the gallery's sheet, and compares their fingerprints with the approved ones: for processors
/// that have no goldens beside them. Traps where one differs, after naming it.
@main
enum GoldenFingerprints {
  static func main() {
    var differing = 0
    for (i, scene) in Scene.all.enumerated() where scene.render()?.fingerprint != Scene.approved[i] {
      print(scene.name + " differs")
      differing += 1
    }
    let sheet = Gallery.pixels()
    let picture = ScenePicture(rgb: sheet.rgb, width: sheet.width, height: sheet.height)
    if picture.fingerprint != Scene.approvedGallery {
      print("gallery differs")
      differing += 1
    }
    precondition(differing == 0, "pictures differ from the approved ones")
    print("\(Scene.all.count + 1) goldens have the approved pixels")
  }
}
