// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A package that depends on a version of this one may have no flags of it.
let isDependency = Context.packageDirectory.contains("/checkouts/")
/// The targets that read each byte of the accounts are optimised in debug builds, too: without that
/// they take a third of the time of all tests.
let optimised =
  isDependency
  ? settings
  : settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

let package = Package(
  name: "regapp",
  products: [
    .library(name: "Accounts", targets: ["AccountsFile", "Accounts"]),
    .library(name: "Exchange", targets: ["Exchange"]),
    .library(name: "LosslessJSON", targets: ["LosslessJSON"]),
    .library(name: "MemoryAccounts", targets: ["MemoryAccounts"]),
    .library(name: "StoreSuite", targets: ["StoreSuite"]),
    .executable(name: "regapp", targets: ["regapp"]),
    .executable(name: "regapp-albums", targets: ["regapp-albums"]),
    .library(name: "PostgresAccounts", targets: ["PostgresAccounts", "Accounts"]),
    .executable(name: "regapp-postgres", targets: ["regapp-postgres"]),
    .executable(name: "regapp-serve", targets: ["regapp-serve"]),
  ],
  targets: [
    .target(name: "TextTools", swiftSettings: optimised),
    .target(name: "LosslessJSON", dependencies: ["TextTools"], swiftSettings: optimised),
    .systemLibrary(name: "CCrypt"),
    .systemLibrary(name: "CFiles"),
    .target(name: "CArgon2"),
    .target(
      name: "Accounts",
      dependencies: [
        "LosslessJSON", "TextTools", "CArgon2", "CCrypt",
      ], swiftSettings: settings),
    .target(
      name: "AccountsDocument", dependencies: ["Accounts", "LosslessJSON", "TextTools"],
      swiftSettings: optimised),
    .target(
      name: "AccountsFile",
      dependencies: ["Accounts", "AccountsDocument", "LosslessJSON", "TextTools", "CFiles"],
      swiftSettings: settings),
    .target(
      name: "Exchange", dependencies: ["Accounts", "LosslessJSON", "TextTools"],
      swiftSettings: settings),
    .target(name: "Terminal", dependencies: ["TextTools", "CFiles"], swiftSettings: settings),
    .systemLibrary(name: "CMemory"),
    .target(
      name: "CommandKit", dependencies: ["CMemory", "LosslessJSON", "Terminal", "TextTools"],
      swiftSettings: settings),
    .target(
      name: "ScreenKit", dependencies: ["CommandKit", "Terminal", "TextTools"],
      swiftSettings: settings),
    .target(name: "Product", dependencies: ["CommandKit"], swiftSettings: settings),
    .target(
      name: "WebPages", dependencies: ["CommandKit", "TextTools"], swiftSettings: settings),
    .target(
      name: "AccountsApp",
      dependencies: [
        "Accounts", "AccountsDocument", "AccountsFile", "CommandKit", "Exchange", "LosslessJSON",
        "Product", "ScreenKit", "Terminal", "TextTools",
      ], swiftSettings: settings),
    .executableTarget(name: "regapp", dependencies: ["AccountsApp"], swiftSettings: settings),
    .target(name: "CPostgres"),
    .target(
      name: "PostgresAccounts",
      dependencies: [
        "Accounts", "AccountsDocument", "AccountsFile", "LosslessJSON", "CPostgres",
      ], swiftSettings: settings),
    .target(
      name: "PostgresMessages",
      dependencies: ["Accounts", "AccountsApp", "CommandKit", "PostgresAccounts"],
      swiftSettings: settings),
    .target(
      name: "PostgresApp",
      dependencies: [
        "Accounts", "AccountsApp", "AccountsDocument", "AccountsFile", "CommandKit", "LosslessJSON",
        "PostgresAccounts", "PostgresMessages", "Product",
      ], swiftSettings: settings),
    .executableTarget(
      name: "regapp-postgres", dependencies: ["PostgresApp"], swiftSettings: settings),
    .systemLibrary(name: "CEvents"),
    .target(name: "HTTP", dependencies: ["TextTools", "CEvents"], swiftSettings: settings),
    .target(
      name: "ServeApp",
      dependencies: [
        "Accounts", "AccountsApp", "AccountsFile", "CommandKit", "HTTP", "PostgresAccounts",
        "PostgresMessages", "Product", "TextTools", "WebPages",
      ], swiftSettings: settings),
    .executableTarget(
      name: "regapp-serve", dependencies: ["ServeApp"], swiftSettings: settings),
    .target(name: "CCurl"),
    .target(
      name: "Albums", dependencies: ["LosslessJSON", "TextTools", "CCurl"],
      swiftSettings: settings),
    .target(
      name: "AlbumsApp",
      dependencies: [
        "Albums", "CFiles", "CommandKit", "LosslessJSON", "Product", "ScreenKit", "Terminal",
        "TextTools", "WebPages",
      ], swiftSettings: settings),
    .executableTarget(
      name: "regapp-albums", dependencies: ["AlbumsApp"], swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["CFiles", "Terminal"], path: "Tests/TestSupport"),
    .testTarget(name: "TextToolsTests", dependencies: ["TextTools", "TestSupport"]),
    .testTarget(name: "LosslessJSONTests", dependencies: ["LosslessJSON", "TestSupport"]),
    // Empty where there is no Testing, as with --static-swift-stdlib; so are StoreSuite and the traits
    // of TestSupport and PostgresServer.
    .target(
      name: "AccountsSupport", dependencies: ["Accounts", "TestSupport"],
      path: "Tests/AccountsSupport"),
    .target(
      name: "StoreSuite", dependencies: ["Accounts", "LosslessJSON"], path: "Tests/StoreSuite"),
    .target(
      name: "MemoryAccounts", dependencies: ["Accounts", "LosslessJSON"],
      path: "Tests/MemoryAccounts"),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "LosslessJSON", "TextTools", "AccountsSupport", "MemoryAccounts", "StoreSuite",
        "TestSupport",
      ]),
    .testTarget(
      name: "AccountsFileTests",
      dependencies: [
        "AccountsFile", "Accounts", "AccountsSupport", "AccountsDocument", "CFiles",
        "LosslessJSON", "StoreSuite", "TextTools", "TestSupport",
      ]),
    .testTarget(
      name: "ExchangeTests",
      dependencies: ["Exchange", "Accounts", "LosslessJSON", "TextTools", "TestSupport"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TextTools", "TerminalProbe", "TestSupport"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal"], path: "Tests/TerminalProbe"),
    .testTarget(name: "CommandKitTests", dependencies: ["CommandKit", "TextTools"]),
    .testTarget(
      name: "AccountsAppTests",
      dependencies: [
        "AccountsApp", "Accounts", "AccountsFile", "AccountsSupport", "CommandKit", "Exchange",
        "LosslessJSON", "Product", "ScreenKit", "Terminal", "TextTools", "TestSupport",
      ], exclude: ["Golden"]),
    .target(name: "PostgresServer", dependencies: ["TestSupport"], path: "Tests/PostgresServer"),
    .testTarget(name: "PostgresServerTests", dependencies: ["PostgresServer", "TestSupport"]),
    .executableTarget(
      name: "PostgresBench", dependencies: ["PostgresAccounts", "Accounts"],
      path: "Tests/PostgresBench"),
    .testTarget(
      name: "PostgresAccountsTests",
      dependencies: [
        "PostgresAccounts", "Accounts", "AccountsFile", "AccountsSupport", "CPostgres", "Exchange",
        "LosslessJSON", "PostgresProbe", "PostgresServer", "StoreSuite", "TestSupport", "TextTools",
      ]),
    .executableTarget(
      name: "PostgresWriters", dependencies: ["Accounts", "PostgresAccounts"],
      path: "Tests/PostgresWriters"),
    .executableTarget(
      name: "PostgresProbe", dependencies: ["Accounts", "PostgresAccounts"],
      path: "Tests/PostgresProbe"),
    .testTarget(
      name: "PostgresAppTests",
      dependencies: [
        "PostgresApp", "PostgresAccounts", "Accounts", "AccountsApp", "AccountsFile", "CommandKit",
        "LosslessJSON", "PostgresServer", "Product", "TestSupport",
      ]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestSupport", "TextTools"]),
    .executableTarget(name: "HTTPProbe", dependencies: ["HTTP"], path: "Tests/HTTPProbe"),
    .testTarget(
      name: "ServeAppTests",
      dependencies: [
        "ServeApp", "Accounts", "AccountsApp", "AccountsFile", "AccountsSupport", "CommandKit",
        "HTTP", "PostgresAccounts", "PostgresServer", "TestSupport", "TextTools", "WebPages",
      ]),
    .target(
      name: "LoopbackHTTP", dependencies: ["Albums", "CEvents", "TestSupport"],
      path: "Tests/LoopbackHTTP"),
    .testTarget(name: "AlbumsTests", dependencies: ["Albums", "LoopbackHTTP", "TestSupport"]),
    .testTarget(
      name: "AlbumsAppTests",
      dependencies: [
        "AlbumsApp", "Albums", "CFiles", "CommandKit", "Product", "ScreenKit", "Terminal",
        "TextTools", "LoopbackHTTP", "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "EndToEnd",
      dependencies: ["regapp", "regapp-albums", "regapp-postgres", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// CI compiles without debug information, and each test target as one job: that takes a third less
// processor time, but a changed file then costs its whole target.
if Context.environment["REGAPP_CI"] == "1" && !isDependency {
  let oneJob = [
    "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
    "-no-emit-module-separately-wmo",
  ]
  for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let isTest = target.type == .test || target.name == "StoreSuite"
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-gnone"] + (isTest ? oneJob : []), .when(configuration: .debug))
      ]
  }
}
