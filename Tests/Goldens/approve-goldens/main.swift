// Compares pictures with their goldens, and with --yes replaces the goldens. No other program writes goldens.
import Foundation
import GoldenFiles

let arguments = CommandLine.arguments.dropFirst()
let replaces = arguments.contains("--yes")
let names = arguments.filter { $0 != "--yes" }
let known = Goldens.names + [ReadmePicture.name] + PagePicture.allCases.map { $0.rawValue }
for name in names where !known.contains(name) {
  print("unknown picture \(name); pictures:", known.joined(separator: " "))
  exit(64)
}

var pending = 0
for name in Goldens.names where names.isEmpty || names.contains(name) {
  guard let actual = try Goldens.render(name) else {
    print("\(name): cannot be rendered")
    exit(70)
  }
  let expected = try GoldenFiles.approved(name)
  if expected == actual { continue }
  // A new golden is compared with an empty picture, so all of it differs.
  let path = try GoldenFiles.writeComparison(name, expected: expected ?? Pixels.none, actual: actual)
  let differing = actual.differences(from: expected ?? Pixels.none)
  print("\(name): \(expected == nil ? "new" : "differs"), \(differing) pixels, see \(path)")
  if replaces {
    try Data(actual.png()).write(to: GoldenFiles.golden(name))
  } else {
    pending += 1
  }
}
if names.isEmpty || names.contains(ReadmePicture.name) {
  let visit = try ReadmePicture.render()
  if try ReadmePicture.approved()?.frames != visit.frames {
    print("\(ReadmePicture.name): \(replaces ? "rewritten" : "differs"); look at the file in a browser")
    if replaces { try Data(visit.file()).write(to: ReadmePicture.path) } else { pending += 1 }
  }
}
for picture in PagePicture.allCases where names.isEmpty || names.contains(picture.rawValue) {
  let actual = try picture.render()
  if try picture.approved() == actual { continue }
  print("docs/pictures/\(picture.rawValue).png: \(replaces ? "rewritten" : "differs"); look at it")
  if replaces { try Data(actual.png()).write(to: picture.path) } else { pending += 1 }
}
let table = try GoldenFiles.fingerprintSource()
if try table != String(contentsOf: GoldenFiles.fingerprints, encoding: .utf8) {
  print("\(GoldenFiles.fingerprints.lastPathComponent): \(replaces ? "rewritten" : "out of date")")
  if replaces { try table.write(to: GoldenFiles.fingerprints, atomically: true, encoding: .utf8) } else { pending += 1 }
}
if pending > 0 {
  print("\(pending) to approve. Inspect the pictures (expected | difference | actual), then run again with --yes.")
  exit(1)
}
