import Accounts
import CommandKit

extension AccountsError {
  var exitCode: ExitCode {
    switch self {
    case .invalid, .accountExists, .fileInvalid, .accountClosed, .noteBroken: .invalid
    case .noSuchAccount: .noUser
    case .loginKey, .loginNeeds: .usage
    case .rulebookBroken: .configuration
    case .loginFailed, .nobodyRegistered, .severalFit, .schemeUnsupported, .notLoggedIn:
      .noPermission
    case .conflict, .otherEditOpen, .lockHeld, .keepsChanging, .throttled: .tryAgain
    case .nothingToSave, .nothingToCancel, .cannotTakeBack: .no
    case .disk(let fault): fault.exitCode
    case .alreadyInitialised: .cannotCreate
    case .partlyDone: .cannotReadOrWrite
    case .hashingFailed, .internalFault: .bug
    }
  }

  /// The error's name for programs.
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
    case .notLoggedIn: "notLoggedIn"
    case .conflict: "conflict"
    case .otherEditOpen: "otherEditOpen"
    case .nothingToSave: "nothingToSave"
    case .nothingToCancel: "nothingToCancel"
    case .cannotTakeBack: "cannotTakeBack"
    case .disk(let fault): fault.exitCode == .cannotCreate ? "cannotCreate" : "disk"
    case .lockHeld: "lockHeld"
    case .keepsChanging: "keepsChanging"
    case .alreadyInitialised: "alreadyInitialised"
    case .partlyDone: "partlyDone"
    case .hashingFailed, .internalFault: "bug"
    }
  }
}

extension DiskFault {
  var exitCode: ExitCode {
    switch action {
    case .createDirectory, .createFile: .cannotCreate
    case .read, .write, .makeDurable: .cannotReadOrWrite
    }
  }
}
