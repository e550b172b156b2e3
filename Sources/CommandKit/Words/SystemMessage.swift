import Glibc

/// The message for an errno, in lower case: in English the system's own; in Russian ours for the
/// usual file errors, else the number, since the system's translations need a locale.
package func systemMessage(_ code: Int32) -> Phrase {
  Phrase(
    "\(systemEnglish(code) ?? "error \(code)")", ru: "\(russianMessages[code] ?? "ошибка \(code)")")
}

private func systemEnglish(_ code: Int32) -> String? {
  var buffer = [CChar](repeating: 0, count: 256)
  let text = buffer.withUnsafeMutableBufferPointer { pointer -> String in
    guard let start = pointer.baseAddress else { return "" }
    return strerror_r(code, start, pointer.count) == 0 ? String(cString: start) : ""
  }
  return text.isEmpty ? nil : text.prefix(1).lowercased() + text.dropFirst()
}

private let russianMessages: [Int32: String] = [
  EPERM: "операция не разрешена",
  ENOENT: "нет такого файла или каталога",
  EINTR: "вызов прерван сигналом",
  EIO: "ошибка ввода-вывода",
  ENXIO: "нет такого устройства или адреса",
  EBADF: "неверный дескриптор файла",
  EAGAIN: "ресурс временно недоступен",
  ENOMEM: "не хватает памяти",
  EACCES: "нет прав доступа",
  EBUSY: "устройство или ресурс заняты",
  EEXIST: "файл уже существует",
  EXDEV: "это другая файловая система",
  ENODEV: "нет такого устройства",
  ENOTDIR: "это не каталог",
  EISDIR: "это каталог",
  EINVAL: "недопустимый аргумент",
  ENFILE: "в системе открыто слишком много файлов",
  EMFILE: "открыто слишком много файлов",
  ETXTBSY: "этот файл сейчас выполняется",
  EFBIG: "файл слишком велик",
  ENOSPC: "на диске нет места",
  EROFS: "файловая система доступна только для чтения",
  EMLINK: "слишком много жёстких ссылок",
  EPIPE: "читать из канала больше некому",
  ENAMETOOLONG: "слишком длинное имя файла",
  ENOLCK: "система не даёт блокировок",
  ENOSYS: "система этого не умеет",
  ENOTEMPTY: "каталог не пуст",
  ELOOP: "слишком много символических ссылок подряд",
  EOVERFLOW: "значение слишком велико",
  ENOTSUP: "операция не поддерживается",
  ETIMEDOUT: "время ожидания истекло",
  ESTALE: "файл на сервере уже не тот",
  EDQUOT: "превышена дисковая квота",
]
