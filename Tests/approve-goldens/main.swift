// Shows how scenes differ from their goldens, and replaces goldens when told to. The only thing that writes them.
import Display
import Foundation
import GoldenFiles
import GoldenScenes

let arguments = CommandLine.arguments.dropFirst()
let replaces = arguments.contains("--yes")
let names = arguments.filter { $0 != "--yes" }
for name in names where !Scene.all.contains(where: { $0.name == name }) {
  print("There is no scene \(name). Scenes:", Scene.all.map { $0.name }.joined(separator: " "))
  exit(64)
}

var pending = 0
for scene in Scene.all where names.isEmpty || names.contains(scene.name) {
  guard let picture = scene.render() else {
    print("\(scene.name): cannot be rendered")
    exit(70)
  }
  let actual = Pixels(picture)
  let expected = try GoldenFiles.approved(scene.name)
  if expected == actual { continue }
  // A new golden is compared with nothing: all of it is shown as different.
  let path = try GoldenFiles.writeComparison(scene.name, expected: expected ?? Pixels.none, actual: actual)
  let differing = actual.differences(from: expected ?? Pixels.none)
  print("\(scene.name): \(expected == nil ? "new" : "differs"), \(differing) pixels, see \(path)")
  if replaces {
    try Data(actual.png()).write(to: GoldenFiles.golden(scene.name))
  } else {
    pending += 1
  }
}
let table = try GoldenFiles.fingerprintSource()
if try table != String(contentsOf: GoldenFiles.fingerprints, encoding: .utf8) {
  print("\(GoldenFiles.fingerprints.lastPathComponent): \(replaces ? "written anew" : "older than the goldens")")
  if replaces { try table.write(to: GoldenFiles.fingerprints, atomically: true, encoding: .utf8) } else { pending += 1 }
}
if pending > 0 {
  print("\(pending) to approve. Look at the pictures (expected | difference | actual), then run again with --yes.")
  exit(1)
}
