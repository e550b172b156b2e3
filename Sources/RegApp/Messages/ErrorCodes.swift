import AccountsFile
import CommandKit

extension AccountsError {
  var exitCode: ExitCode {
    switch self {
    case .invalid, .accountExists, .fileInvalid, .accountClosed, .noteBroken: .invalid
    case .noSuchAccount: .noUser
    case .loginKey, .loginNeeds: .usage
    case .rulebookBroken: .configuration
    case .loginFailed, .nobodyRegistered, .severalFit, .schemeUnsupported, .hashTooDear,
      .notLoggedIn:
      .noPermission
    case .conflict, .otherEditOpen, .busy, .keepsChanging, .throttled, .outOfMemory: .tryAgain
    case .nothingToSave, .nothingToCancel, .cannotTakeBack: .no
    case .store(let fault): fault.exitCode
    case .lacks: .unavailable
    case .alreadyInitialised: .cannotCreate
    case .partlyDone: .cannotReadOrWrite
    case .hashingFailed, .internalFault: .bug
    }
  }

  /// The error's code in JSON.
  var name: String {
    switch self {
    case .invalid: "invalid"
    case .accountExists: "accountExists"
    case .noSuchAccount: "noSuchAccount"
    case .loginKey, .loginNeeds: "usage"
    case .fileInvalid: "fileInvalid"
    case .rulebookBroken: "rulebookBroken"
    case .accountClosed: "accountClosed"
    case .noteBroken: "noteBroken"
    case .loginFailed: "loginFailed"
    case .throttled: "throttled"
    case .nobodyRegistered: "nobodyRegistered"
    case .severalFit: "severalFit"
    case .schemeUnsupported: "schemeUnsupported"
    case .hashTooDear: "hashTooDear"
    case .notLoggedIn: "notLoggedIn"
    case .conflict: "conflict"
    case .otherEditOpen: "otherEditOpen"
    case .nothingToSave: "nothingToSave"
    case .nothingToCancel: "nothingToCancel"
    case .cannotTakeBack: "cannotTakeBack"
    case .store(let fault): fault.name
    case .busy: "lockHeld"
    case .lacks: "unsupported"
    case .keepsChanging: "keepsChanging"
    case .alreadyInitialised: "alreadyInitialised"
    case .partlyDone: "partlyDone"
    case .outOfMemory: "outOfMemory"
    case .hashingFailed, .internalFault: "bug"
    }
  }
}

extension StoreFault {
  fileprivate var exitCode: ExitCode {
    switch kind {
    case .create: .cannotCreate
    case .read, .write, .durability: .cannotReadOrWrite
    case .connection: .unavailable
    }
  }

  fileprivate var name: String {
    switch kind {
    case .create: "cannotCreate"
    case .read, .write, .durability: "disk"
    case .connection: "unavailable"
    }
  }
}
