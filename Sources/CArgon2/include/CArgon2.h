// The system's libargon2, reduced to the one function that this project needs.
//
// The library is loaded at run time, so building needs neither its header nor the library, and
// running needs it only for a hash of argon2.
#ifndef REGAPP_CARGON2_H
#define REGAPP_CARGON2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Declared as in argon2.h, whose values do not change within libargon2.so.1.
typedef enum { Argon2_d = 0, Argon2_i = 1, Argon2_id = 2 } Argon2_type;

enum {
  ARGON2_OK = 0,
  ARGON2_MEMORY_ALLOCATION_ERROR = -22,
  ARGON2_THREAD_FAIL = -33,
};

/// Loads libargon2; false if there is none, or one that does not compute as it should. Call it
/// once, before `cargon2_hash`.
bool cargon2_load(void);

/// Writes a digest of `length` bytes, and returns one of the codes above, or another.
int cargon2_hash(
    uint32_t passes, uint32_t kibibytes, uint32_t lanes, const void *password,
    size_t password_length, const void *salt, size_t salt_length, void *digest, size_t length,
    Argon2_type type, uint32_t version);

#endif
