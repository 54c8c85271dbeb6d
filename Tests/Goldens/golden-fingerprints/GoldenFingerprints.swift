import Scenes

/// Compares the fingerprints of all scenes and of the gallery with the approved ones, on processors without the golden files.
/// Prints the name of each picture that differs, then traps.
@main
enum GoldenFingerprints {
  static func main() {
    var differing = 0
    for (i, scene) in Scene.all.enumerated() where scene.render()?.fingerprint != Scene.approved[i] {
      print(scene.name + " differs")
      differing += 1
    }
    if Gallery.render().fingerprint != Scene.approvedGallery {
      print("gallery differs")
      differing += 1
    }
    precondition(differing == 0, "pictures differ from the approved ones")
    print("\(Scene.all.count + 1) goldens have the approved pixels")
  }
}
