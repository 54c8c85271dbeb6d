// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "averages",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "star-slider", path: "../..")],
  targets: [
    .executableTarget(
      name: "averages",
      dependencies: [.product(name: "StarSlider", package: "star-slider")])
  ]
)
