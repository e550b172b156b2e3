// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Example",
  // The name is said because a path has none: a checkout may be called anything.
  dependencies: [.package(name: "regapp", path: "../..")],
  targets: [
    .executableTarget(
      name: "Example", dependencies: [.product(name: "Accounts", package: "regapp")])
  ],
  swiftLanguageModes: [.v6]
)
