// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "regapp",
  products: [
    .library(name: "Accounts", targets: ["Accounts"]),
    .library(name: "LosslessJSON", targets: ["LosslessJSON"]),
    .executable(name: "regapp", targets: ["regapp"]),
  ],
  targets: [
    .target(name: "LosslessJSON"),
    .systemLibrary(name: "CCrypt"),
    .target(name: "Accounts", dependencies: ["LosslessJSON", "CCrypt"]),
    .target(name: "Terminal"),
    .target(name: "RegAppCLI", dependencies: ["Accounts", "LosslessJSON", "Terminal"]),
    .executableTarget(name: "regapp", dependencies: ["RegAppCLI"]),
    .testTarget(name: "LosslessJSONTests", dependencies: ["LosslessJSON"]),
    .testTarget(name: "AccountsTests", dependencies: ["Accounts"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TerminalProbe"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal"], path: "Tests/TerminalProbe"),
    .testTarget(name: "RegAppCLITests", dependencies: ["RegAppCLI"]),
    .testTarget(name: "EndToEnd", dependencies: ["regapp"]),
  ],
  swiftLanguageModes: [.v6]
)
