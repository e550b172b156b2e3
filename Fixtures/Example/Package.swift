// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Example",
  // Named explicitly: by default the name is the directory's, and a checkout can have any.
  dependencies: [.package(name: "regapp", path: "../..")],
  targets: [
    .executableTarget(
      name: "Example", dependencies: [.product(name: "Accounts", package: "regapp")]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        .product(name: "Accounts", package: "regapp"),
        .product(name: "MemoryAccounts", package: "regapp"),
        .product(name: "StoreSuite", package: "regapp"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
