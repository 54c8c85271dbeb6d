// swift-tools-version: 6.2
// A star slider that draws straight to a Linux screen. The modules and who may import whom: docs/decisions/0001-modules.md.

import PackageDescription

/// Everything that can reach a board stays inside Embedded Swift's subset; the compiler says so in the host build already.
let board: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]

/// What tools/cross builds, with blanks between: the package then holds these programs and what they need, so that they are
/// built side by side, and fetches nothing.
let boardPrograms = Context.environment["STAR_SLIDER_BOARD"].map { $0.split(separator: " ").map(String.init) }

let package = Package(
  name: "star-slider",
  products: [
    // With the modules that its interface speaks of: a program that depends on it imports them by name.
    .library(name: "StarSlider", targets: ["StarSlider", "Geometry", "Raster", "Rating"]),
    .executable(name: "star-kiosk", targets: ["star-kiosk"]),
    .executable(name: "star-bench", targets: ["star-bench"]),
    .executable(name: "star-courier", targets: ["star-courier"]),
    .executable(name: "starctl", targets: ["starctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // A command plugin: fetched with the others, built only by tools/test docs.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    // The pure rooms: no clock, no file, no global state.
    .target(name: "Geometry", swiftSettings: board),
    .target(name: "Raster", dependencies: ["Geometry"], swiftSettings: board),
    .target(name: "Rating", dependencies: ["Geometry"], swiftSettings: board),
    .target(name: "StarSlider", dependencies: ["Geometry", "Raster", "Rating"], swiftSettings: board),
    .target(name: "Touch", dependencies: ["Geometry"], swiftSettings: board),
    .target(name: "Display", dependencies: ["Geometry", "Raster", "CMemory", "CPNG"], swiftSettings: board),
    .target(name: "Terminal", dependencies: ["Rating"], swiftSettings: board),
    .target(name: "Operations", swiftSettings: board),
    .target(
      name: "Configuration", dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "Touch", "Display", "CINI"],
      swiftSettings: board),
    .target(name: "Boards", dependencies: ["Configuration"], swiftSettings: board),
    .target(name: "Courier", swiftSettings: board),
    .target(
      name: "Gallery", dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "Display"], swiftSettings: board),
    .target(
      name: "GoldenScenes", dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "Display"],
      swiftSettings: board),

    // The edges: system calls and C libraries.
    .target(name: "Linux", dependencies: ["CLinux", "CMemory"], swiftSettings: board),
    .target(
      name: "FramebufferDisplay", dependencies: ["Geometry", "Raster", "Display", "Linux", "CLinux"],
      swiftSettings: board),
    .target(
      name: "KMSDisplay", dependencies: ["Geometry", "Raster", "Display", "Linux", "CLinux", "CDRM"],
      swiftSettings: board),
    .target(name: "EvdevTouch", dependencies: ["Geometry", "Touch", "Linux", "CEvdev"], swiftSettings: board),
    .target(name: "Journal", dependencies: ["CSQLite"], swiftSettings: board),
    .target(name: "Text", dependencies: ["Geometry", "Raster", "CText"], swiftSettings: board),
    .target(
      name: "Screens",
      dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "Display", "Terminal", "Text"], swiftSettings: board),

    // The composition roots.
    .executableTarget(
      name: "star-kiosk",
      dependencies: [
        "Geometry", "Raster", "Rating", "StarSlider", "Touch", "Display", "Terminal", "Linux", "FramebufferDisplay",
        "KMSDisplay", "EvdevTouch", "Journal", "Configuration", "GoldenScenes", "Boards", "Text", "Screens",
        "Operations",
        "CLinux",
      ], resources: [.embedInCode("Resources/visitor.evemu")], swiftSettings: board),
    .executableTarget(
      name: "star-bench",
      dependencies: [
        "Geometry", "Raster", "Rating", "StarSlider", "Display", "Linux", "FramebufferDisplay", "KMSDisplay", "CLinux",
      ], swiftSettings: board),
    .executableTarget(
      name: "star-courier",
      dependencies: ["Courier", "Journal", "Configuration", "Boards", "Linux", "CLinux", "CMosquitto"],
      swiftSettings: board),
    .executableTarget(
      name: "starctl",
      dependencies: [
        "Geometry", "Raster", "StarSlider", "Display", "Journal", "Configuration", "Boards", "Gallery", "Linux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .executableTarget(
      name: "sample-surface", dependencies: ["Geometry", "Raster", "Rating", "StarSlider"], path: "Samples/surface"),
    // tools/peers starts it, as Embedded Swift.
    .executableTarget(
      name: "sample-first-frame", dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "Linux", "CLinux"],
      path: "Samples/first-frame", swiftSettings: board),

    // Tests of the edges and of the whole programs.
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "CLinux"]),
    .testTarget(name: "FramebufferDisplayTests", dependencies: ["FramebufferDisplay", "Raster", "Display", "CLinux"]),
    .target(name: "FakeDevice", path: "Tests/FakeDevice"),
    .testTarget(
      name: "KMSDisplayTests",
      dependencies: ["CDRM", "Display", "FakeDevice", "Geometry", "KMSDisplay", "Raster", "TestSupport"]),
    .testTarget(name: "JournalTests", dependencies: ["Journal", "CSQLite", "starctl"]),
    .testTarget(name: "TextTests", dependencies: ["CText", "Raster", "Text", "TestSupport"]),
    .testTarget(
      name: "KioskTests",
      dependencies: [
        "Configuration", "Display", "Geometry", "Linux", "Operations", "Raster", "Rating", "Screens", "Terminal",
        "Touch", "star-kiosk", "starctl",
      ]),
    .testTarget(
      name: "BenchTests", dependencies: ["Geometry", "Raster", "StarSlider", "Display", "star-bench", "starctl"]),
    .testTarget(
      name: "TouchTests", dependencies: ["Geometry", "Raster", "Rating", "StarSlider", "TestSupport", "Touch"]),
    .testTarget(name: "EvdevTouchTests", dependencies: ["Touch", "Linux", "EvdevTouch"]),

    // C: the thinnest shims for what Swift cannot import.
    .target(name: "CLinux"),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CINI", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CMemory"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Of the libraries for text only the headers: CText loads them when there are words. FreeType's headers alone lie in a
    // folder apart, which pkg-config knows.
    .target(name: "CText", dependencies: ["CFreeType"]),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libraqm-dev", "libfontconfig-dev", "libunibreak-dev", "libthai-dev"])]),

    // Tests of the pure rooms, and what they share.
    .target(name: "TestSupport", dependencies: ["Geometry", "Raster", "Rating"], path: "Tests/TestSupport"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
    .testTarget(name: "RasterTests", dependencies: ["Geometry", "Raster", "StarSlider", "TestSupport"]),
    .testTarget(name: "RatingTests", dependencies: ["Rating", "TestSupport"]),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "StarSliderTests",
      dependencies: ["AllocationCounter", "Display", "Geometry", "Raster", "Rating", "StarSlider", "TestSupport"]),
    .testTarget(name: "DisplayTests", dependencies: ["Display", "Geometry", "Raster", "TestSupport"]),
    .target(
      name: "GoldenFiles",
      dependencies: [
        "Display", "Gallery", "Geometry", "GoldenScenes", "Raster", "Rating", "Screens", "StarSlider", "Terminal",
        "Text",
      ], path: "Tests/GoldenFiles"),
    .testTarget(name: "GoldenTests", dependencies: ["Display", "GoldenFiles", "GoldenScenes"]),
    .executableTarget(
      name: "approve-goldens", dependencies: ["Display", "GoldenFiles"], path: "Tests/approve-goldens"),
    // For other processors: what they render, in numbers.
    .executableTarget(
      name: "golden-fingerprints", dependencies: ["Gallery", "GoldenScenes"], path: "Tests/golden-fingerprints",
      swiftSettings: board),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["Configuration", "Display", "Geometry", "Raster", "Rating", "StarSlider", "TestSupport", "Touch"]),
    .testTarget(name: "BoardsTests", dependencies: ["Boards", "Configuration"]),
    // For Tests/Fleet and tools/fleet: answers at a rate, without a screen.
    .executableTarget(
      name: "simulate-kiosk", dependencies: ["Journal", "Linux", "CLinux"], path: "Tests/simulate-kiosk",
      swiftSettings: board),
    .testTarget(name: "CourierTests", dependencies: ["Courier", "TestSupport"]),
    .testTarget(name: "TerminalTests", dependencies: ["Rating", "Terminal", "TestSupport"]),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Display", "Geometry", "GoldenFiles", "Raster", "Rating", "Screens", "StarSlider", "Terminal", "TestSupport",
        "Text",
      ]),
    .testTarget(name: "OperationsTests", dependencies: ["Operations", "CLinux", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

if let boardPrograms {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard let target = package.targets.first(where: { $0.name == name }), needed.insert(name).inserted else { return }
    for case .byNameItem(let name, _) in target.dependencies { need(name) }
  }
  boardPrograms.forEach(need)
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = boardPrograms.filter(needed.contains).map { .executable(name: $0, targets: [$0]) }
  package.dependencies = []
}
