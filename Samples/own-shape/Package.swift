// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "own-shape",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "star-slider", path: "../..")],
  targets: [
    .executableTarget(
      name: "own-shape",
      dependencies: [.product(name: "StarSlider", package: "star-slider")])
  ]
)
