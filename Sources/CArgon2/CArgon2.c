#include "CArgon2.h"

#include <dlfcn.h>
#include <string.h>

// The last two of its parameters before the type are a text of the hash, and that text's size.
static int (*argon2_hash)(
    uint32_t, uint32_t, uint32_t, const void *, size_t, const void *, size_t, void *, size_t,
    char *, size_t, int, uint32_t);

// A library of this name has no version to ask for; an earlier one took other parameters.
static bool computes(void) {
  static const uint8_t known[16] = {0x22, 0x22, 0xb3, 0x72, 0x34, 0xc5, 0x45, 0xaf,
                                    0xad, 0x72, 0xa7, 0x00, 0x5c, 0xfb, 0x4a, 0x44};
  uint8_t made[sizeof known];
  return cargon2_hash(1, 8, 1, "regapp", 6, "saltsalt", 8, made, sizeof made, Argon2_id, 19) ==
             ARGON2_OK &&
         memcmp(made, known, sizeof known) == 0;
}

bool cargon2_load(void) {
  void *library = dlopen("libargon2.so.1", RTLD_NOW | RTLD_LOCAL);
  return library && (argon2_hash = dlsym(library, "argon2_hash")) && computes();
}

int cargon2_hash(
    uint32_t passes, uint32_t kibibytes, uint32_t lanes, const void *password,
    size_t password_length, const void *salt, size_t salt_length, void *digest, size_t length,
    Argon2_type type, uint32_t version) {
  return argon2_hash(
      passes, kibibytes, lanes, password, password_length, salt, salt_length, digest, length, NULL,
      0, type, version);
}
