// swift-tools-version: 6.3
// A star slider that draws straight to a Linux screen. The folders are the layers: docs/decisions/0001-layers.md.

import Foundation
import PackageDescription

/// The programs that `tools/cross` builds, separated by spaces. The package then holds only them and what they need.
let boardPrograms = Context.environment["STAR_SLIDER_BOARD"].map { $0.split(separator: " ").map(String.init) }

/// Code that reaches a board stays inside Embedded Swift's subset. The host build reports violations, too.
let board: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]

/// Every use of an unsafe construct is marked.
let safe = board + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

/// Compiled fast. A module's interface is written with its code, because a job of its own would check all types again.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// The C library checks the sizes of buffers, which it can only in optimized code.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

/// A module of a layer: `Sources/<layer>/<name>`. A shim embeds the files of `folders`, which SwiftPM leaves out.
func module(
  _ name: String, in layer: String, imports: [String] = [], embedding folders: String...,
  settings: [SwiftSetting] = board
) -> Target {
  .target(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, path: "Sources/\(layer)/\(name)",
    exclude: folders, swiftSettings: settings)
}

/// A program: `Sources/Programs/<name>`.
func program(
  _ name: String, imports: [Target.Dependency], resources: [Resource]? = nil, settings: [SwiftSetting] = board
) -> Target {
  .executableTarget(
    name: name, dependencies: imports, path: "Sources/Programs/\(name)", resources: resources, swiftSettings: settings)
}

/// A C library of the system that Swift imports as it is: `Sources/Shims/<name>`.
func shim(_ name: String, pkgConfig: String? = nil, apt: String...) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Shims/\(name)", pkgConfig: pkgConfig.flatMap { isInstalled($0) ? $0 : nil },
    providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// Whether pkg-config's file for a library exists. SwiftPM warns of a missing one even if no product in use needs the library, so
/// that a program with `import StarSlider` would seem to need libdrm. `tools/cross` has the files in another root.
func isInstalled(_ library: String) -> Bool {
  if boardPrograms != nil { return true }
  let variables = ["PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"].compactMap { Context.environment[$0] }
  var folders = variables.flatMap { $0.split(separator: ":").map(String.init) }
  for root in ["/usr/lib", "/usr/lib64", "/usr/share", "/usr/local/lib", "/usr/local/share"] {
    folders.append(root + "/pkgconfig")
  }
  let architectures = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
  folders += architectures.filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)/pkgconfig" }
  return folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(library).pc") }
}

/// Tests of a layer: `Tests/<layer>/<name>`. Optimizing tests takes longer than running most of them, so only those that compute
/// much or count allocations are optimized. The code under test always is.
func tests(_ name: String, in layer: String, imports: [String], isOptimized: Bool = false) -> Target {
  .testTarget(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, path: "Tests/\(layer)/\(name)",
    swiftSettings: isOptimized ? [] : unoptimized)
}

/// What several tests share: `Tests/<folder>/<name>`.
func support(_ name: String, in folder: String = "Support", imports: [String] = []) -> Target {
  .target(name: name, dependencies: imports.map { .init(stringLiteral: $0) }, path: "Tests/\(folder)/\(name)")
}

/// A program that only the tests and the tools run: `Tests/<folder>/<name>`.
func testProgram(_ name: String, in folder: String, imports: [String], settings: [SwiftSetting] = []) -> Target {
  .executableTarget(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, path: "Tests/\(folder)/\(name)",
    swiftSettings: settings)
}

/// Static programs (`tools/cross --static`) cannot load the text libraries: star-bench then has no workloads of the kiosk's screens.
let screenModules =
  Context.environment["STAR_SLIDER_STATIC"] == nil ? ["Screens", "Settings", "Survey", "Text"] : []

/// Windows belong to machines with a desktop: a program for a board has none.
let windows = boardPrograms == nil ? ["WindowDisplay"] : []

let package = Package(
  name: "star-slider",
  // Where Swift comes with the system, the first systems that have `InlineArray`. Linux and Embedded Swift bring their own.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "StarSlider", targets: ["StarSlider"]),
    .library(name: "LinuxDisplay", targets: ["LinuxDisplay"]),
    .library(name: "LinuxTouch", targets: ["LinuxTouch"]),
    .executable(name: "star-kiosk", targets: ["star-kiosk"]),
    .executable(name: "star-bench", targets: ["star-bench"]),
    .executable(name: "star-courier", targets: ["star-courier"]),
    .executable(name: "star-collector", targets: ["star-collector"]),
    .executable(name: "star-voice", targets: ["star-voice"]),
    .executable(name: "starctl", targets: ["starctl"]),
  ],
  targets: [
    // Control: the rating control. Pure, on any platform.
    module("StarSlider", in: "Control", settings: safe),

    // Display: what a screen is, and the back-ends.
    module(
      "Display", in: "Display",
      imports: ["StarSlider", "Basics", "CLinux", "CMemory"], settings: safe),
    module(
      "FramebufferDisplay", in: "Display", imports: ["StarSlider", "Basics", "Display", "System", "CLinux"],
      settings: safe),
    module(
      "KMSDisplay", in: "Display", imports: ["StarSlider", "Display", "Basics", "System", "CLinux", "CDRM"],
      settings: safe),
    module(
      "LinuxDisplay", in: "Display",
      imports: ["StarSlider", "Basics", "Display", "FramebufferDisplay", "KMSDisplay", "System"] + windows,
      settings: safe),
    module(
      "WindowDisplay", in: "Display",
      imports: ["StarSlider", "Basics", "Display", "System", "CLinux", "CWindow"], settings: safe),
    module(
      "Pictures", in: "Display", imports: ["StarSlider", "Basics", "CMemory", "CPNG", "CPNGRows"], settings: safe),
    module("Scenes", in: "Display", imports: ["StarSlider", "Display", "Pictures"], settings: safe),

    // Input: contacts and keys from evdev.
    module("Touch", in: "Input", imports: ["StarSlider", "Basics", "CInputEvents"], settings: safe),
    module(
      "EvdevTouch", in: "Input", imports: ["StarSlider", "Touch", "Basics", "System", "CEvdev"], settings: safe),
    module(
      "LinuxTouch", in: "Input", imports: ["StarSlider", "Touch", "EvdevTouch", "Basics"], settings: safe),

    // Settings: one schema; board profiles.
    module("Settings", in: "Settings", imports: ["StarSlider", "Touch", "Display", "Basics"], settings: safe),
    module("Boards", in: "Settings", imports: ["Settings", "Basics"], settings: safe),

    // Kiosk: questions and their order, text, screens.
    module("Survey", in: "Kiosk", imports: ["StarSlider", "Settings"], settings: safe),
    module("KioskStatus", in: "Kiosk", imports: ["Basics", "System", "CLinux"], settings: safe),
    module("Text", in: "Kiosk", imports: ["StarSlider", "Basics", "System", "CMemory", "CText"]),
    module("Screens", in: "Kiosk", imports: ["StarSlider", "Display", "Survey", "Text", "Basics", "Settings"]),
    module(
      "Kiosk", in: "Kiosk",
      imports: [
        "StarSlider", "Touch", "Display", "Survey", "System", "LinuxDisplay", "EvdevTouch", "Journal", "Settings",
        "Pictures", "Scenes", "Boards", "Text", "Screens", "Basics", "Fleet", "KioskStatus", "CLinux", "CVisitor",
        "CPages",
      ]),

    // Answers: on disk, and on to a broker.
    module("Journal", in: "Answers", imports: ["CSQLite", "Basics", "System", "CLinux"]),
    module("Broker", in: "Answers", imports: ["CMosquitto", "CResolver", "Courier", "Basics", "System"]),
    module(
      "Collector", in: "Answers", imports: ["CPostgres", "CSchema", "Journal", "Basics", "System"], embedding: "Schema"),
    module("Fleet", in: "Answers", imports: ["CSodium", "Basics", "System"]),
    module(
      "Courier", in: "Answers",
      settings: board + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]),

    // Sound: what the voice process reads, and what it mixes.
    module("Voice", in: "Sound", imports: ["Basics"], settings: safe),

    // System: system calls. Basics: errors, JSON, command lines.
    module("Basics", in: "System", imports: ["CLinux"], settings: safe),
    module("System", in: "System", imports: ["Basics", "CLinux", "CMemory"], settings: safe),

    // Programs: parse, open, run.
    program("star-kiosk", imports: ["Kiosk", "System", "CLinux"]),
    program(
      "star-bench",
      imports: [
        "StarSlider", "Display", "System", "LinuxDisplay", "KMSDisplay", "EvdevTouch", "LinuxTouch", "Basics", "CLinux",
      ] + screenModules.map { .init(stringLiteral: $0) },
      settings: board + (screenModules.isEmpty ? [] : [.define("KIOSK_SCREENS")])),
    program(
      "star-courier",
      imports: [
        "Broker", "Courier", "Fleet", "Journal", "KioskStatus", "Settings", "Boards", "Basics", "System", "CMosquitto",
      ]),
    program(
      "star-collector",
      imports: ["Broker", "Collector", "Courier", "Settings", "Basics", "System", "CMosquitto"]),
    program("star-voice", imports: ["Voice", "Basics", "System", "CLinux", "CVoice"]),
    program(
      "starctl",
      imports: [
        "StarSlider", "Display", "Pictures", "Fleet", "Journal", "Collector", "Settings", "Boards", "Scenes", "Basics",
        "System", "Survey", "Screens", "Kiosk", "CPages",
      ], resources: [.embedInCode("Pages")], settings: []),

    // Shims: C libraries, as thin as possible.
    .target(name: "CWindow", path: "Sources/Shims/CWindow", cSettings: fortified),
    .target(name: "CLinux", path: "Sources/Shims/CLinux", cSettings: fortified),
    shim("CDRM", pkgConfig: "libdrm", apt: "libdrm-dev"),
    shim("CEvdev", pkgConfig: "libevdev", apt: "libevdev-dev"),
    shim("CInputEvents"),
    shim("CMosquitto", pkgConfig: "libmosquitto", apt: "libmosquitto-dev"),
    shim("CMemory"),
    .target(name: "CResolver", path: "Sources/Shims/CResolver", cSettings: fortified),
    .target(name: "CSchema", path: "Sources/Shims/CSchema"),
    .target(
      name: "CPages", path: "Sources/Shims/CPages",
      exclude: ["page.css", "star.svg", "conformance.html", "conformance.css"]),
    // CVoice loads espeak-ng and ALSA at run time. It declares what it calls, so it needs no headers of theirs.
    .target(name: "CVoice", path: "Sources/Shims/CVoice", cSettings: fortified),
    .target(name: "CVisitor", path: "Sources/Shims/CVisitor", exclude: ["visitor.evemu"]),
    // CPostgres loads libpq at run time, and declares what it calls.
    .target(name: "CPostgres", path: "Sources/Shims/CPostgres", cSettings: fortified),
    shim("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    .target(name: "CPNGRows", dependencies: ["CPNG"], path: "Sources/Shims/CPNGRows", cSettings: fortified),
    shim("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    // CSodium loads libsodium at run time, and needs only its headers.
    .target(name: "CSodium", path: "Sources/Shims/CSodium", cSettings: fortified),
    // CText loads the text libraries at run time and needs only their headers. FreeType's are in a folder of their own,
    // which pkg-config knows.
    .target(name: "CText", dependencies: ["CFreeType"], path: "Sources/Shims/CText", cSettings: fortified),
    shim(
      "CFreeType", pkgConfig: "freetype2", apt: "libharfbuzz-dev", "libfribidi-dev", "libfontconfig-dev",
      "libqrencode-dev"),

    // Samples. These two are packages of their own, too: as a part of this one, they are built for boards and tested.
    .executableTarget(name: "in-memory", dependencies: ["StarSlider"], path: "Samples/in-memory/Sources/in-memory"),
    .executableTarget(
      name: "hello-stars", dependencies: ["StarSlider", "LinuxDisplay", "LinuxTouch", "CStandard"],
      path: "Samples/hello-stars/Sources/hello-stars", swiftSettings: board),
    .systemLibrary(name: "CStandard", path: "Samples/hello-stars/Sources/CStandard"),
    // `tools/peers` runs it, as Embedded Swift.
    .executableTarget(
      name: "sample-first-frame", dependencies: ["StarSlider", "System", "CLinux"],
      path: "Samples/first-frame", swiftSettings: board),

    // Tests, in the same folders.
    tests("GeometryTests", in: "Control", imports: ["StarSlider", "TestSupport"]),
    tests(
      "RasterTests", in: "Control", imports: ["StarSlider", "TestSupport"], isOptimized: true),
    tests("RatingTests", in: "Control", imports: ["StarSlider", "TestSupport"]),
    tests(
      "StarSliderTests", in: "Control",
      imports: ["StarSlider", "AllocationCounter", "Display", "Pictures", "TestSupport"],
      isOptimized: true),
    tests("DisplayTests", in: "Display", imports: ["Display", "StarSlider", "TestSupport"]),
    tests("PicturesTests", in: "Display", imports: ["Display", "Pictures", "StarSlider", "TestSupport"]),
    tests(
      "FramebufferDisplayTests", in: "Display",
      imports: ["FramebufferDisplay", "StarSlider", "Display", "CLinux", "FakeDevice"]),
    tests(
      "KMSDisplayTests", in: "Display",
      imports: [
        "Basics", "CDRM", "Display", "FakeDevice", "StarSlider", "KMSDisplay", "LinuxDisplay", "System", "TestSupport",
      ]),
    tests(
      "TouchTests", in: "Input", imports: ["StarSlider", "AllocationCounter", "CInputEvents", "TestSupport", "Touch"]),
    tests("EvdevTouchTests", in: "Input", imports: ["Touch", "System", "EvdevTouch", "TestSupport"]),
    tests("LinuxTouchTests", in: "Input", imports: ["StarSlider", "LinuxDisplay", "LinuxTouch"]),
    tests(
      "SettingsTests", in: "Settings",
      imports: ["StarSlider", "Basics", "Settings", "Display", "Pictures", "TestSupport", "Touch"]),
    tests("BoardsTests", in: "Settings", imports: ["Boards", "Settings"]),
    tests("SurveyTests", in: "Kiosk", imports: ["StarSlider", "Settings", "Survey", "TestSupport"]),
    tests("TextTests", in: "Kiosk", imports: ["CText", "StarSlider", "Text", "TestSupport"]),
    tests(
      "ScreensTests", in: "Kiosk",
      imports: [
        "StarSlider", "AllocationCounter", "Display", "GoldenFiles", "Pictures", "Screens", "Settings", "Survey",
        "TestSupport", "Text",
      ], isOptimized: true),
    tests(
      "KioskTests", in: "Kiosk",
      imports: [
        "Kiosk", "Settings", "Display", "Pictures", "StarSlider", "System", "Screens", "Survey", "Touch", "Fleet",
        "Journal", "TestSupport", "star-kiosk", "starctl",
      ]),
    tests("JournalTests", in: "Answers", imports: ["Journal", "System", "CSQLite", "TestSupport", "starctl"]),
    tests("CourierTests", in: "Answers", imports: ["Courier", "TestSupport"]),
    tests("FleetTests", in: "Answers", imports: ["Fleet", "TestSupport"]),
    tests("CollectorTests", in: "Answers", imports: ["Collector", "Journal"]),
    tests("VoiceTests", in: "Sound", imports: ["Voice", "TestSupport"]),
    tests("SystemTests", in: "System", imports: ["Basics", "System", "CLinux", "TestSupport"]),
    tests(
      "BenchTests", in: "Programs",
      imports: ["StarSlider", "Display", "TestSupport", "star-bench", "starctl"]),

    // Golden pictures: the files, the tests, the tool that approves them, and fingerprints for other processors.
    support(
      "GoldenFiles", in: "Goldens",
      imports: ["StarSlider", "Display", "Pictures", "Scenes", "Screens", "Settings", "Survey", "TestSupport", "Text"]),
    tests("GoldenTests", in: "Goldens", imports: ["GoldenFiles", "Pictures", "Scenes"]),
    testProgram("approve-goldens", in: "Goldens", imports: ["GoldenFiles"]),
    testProgram("golden-fingerprints", in: "Goldens", imports: ["Scenes"], settings: board),

    support("TestSupport", imports: ["StarSlider", "CPNG", "ThreadVariable"]),
    support("ThreadVariable"),
    support("AllocationCounter"),
    support("FakeDevice"),
    // For `Tests/Fleet` and `tools/fleet`: answers at a rate, without a screen.
    testProgram("simulate-kiosk", in: "Support", imports: ["Journal", "System", "CLinux"], settings: board),
  ],
  swiftLanguageModes: [.v6]
)

// Only `tools/fuzz` builds it: the fuzzer's library belongs to the sanitizers. It uses the kiosk's modules, except for the survey, only to
// read command lines. They are compiled without optimization, which takes less time, and for `tools/fuzz --quick` all modules are.
if let fuzzing = Context.environment["STAR_SLIDER_FUZZ"] {
  func isUnoptimized(_ path: String) -> Bool {
    if fuzzing == "quick" { return path.hasPrefix("Sources/") && !path.hasPrefix("Sources/Shims/") }
    return path.hasPrefix("Sources/Kiosk/") && path != "Sources/Kiosk/Survey"
  }
  for target in package.targets where isUnoptimized(target.path ?? "") {
    target.swiftSettings = (target.swiftSettings ?? []) + unoptimized
  }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    testProgram(
      "fuzz", in: "Fuzz",
      imports: [
        "StarSlider", "Basics", "Boards", "CFuzzer", "CInputEvents", "CLinux", "CSQLite", "Collector", "Courier",
        "Display", "Fleet", "Journal", "Kiosk", "KioskStatus", "Pictures", "Settings", "Survey", "System",
        "TestSupport", "Touch", "Voice",
      ]),
  ]
}

if let boardPrograms {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard let target = package.targets.first(where: { $0.name == name }), needed.insert(name).inserted else { return }
    for case .byNameItem(let name, _) in target.dependencies { need(name) }
  }
  boardPrograms.forEach(need)
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = boardPrograms.filter(needed.contains).map { .executable(name: $0, targets: [$0]) }
}
