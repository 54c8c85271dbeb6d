// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "hello-stars",
  dependencies: [.package(name: "star-slider", path: "../..")],
  targets: [
    .executableTarget(
      name: "hello-stars",
      dependencies: [
        "CStandard",
        .product(name: "LinuxDisplay", package: "star-slider"),
        .product(name: "LinuxTouch", package: "star-slider"),
        .product(name: "StarSlider", package: "star-slider"),
      ]),
    .systemLibrary(name: "CStandard"),
  ]
)
