#include "CPostgres.h"

#include <dlfcn.h>
#include <stdio.h>

#define LIBRARY "libpq.so.5"

struct cpostgres_table cpostgres;

static char reason[512];

static const char *cannot(const char *error) {
  snprintf(reason, sizeof reason, "%s", error);
  return reason;
}

const char *cpostgres_load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    return cannot(error ? error : LIBRARY);
  }
#define LOAD(result, name, parameters, arguments) \
  if (!(cpostgres.name = dlsym(library, #name))) return LIBRARY " has no " #name;
  CPOSTGRES_FUNCTIONS(LOAD)
#undef LOAD
  int version = cpostgres.PQlibVersion();
  if (version >= 140000) return NULL;
  snprintf(reason, sizeof reason, LIBRARY " is of PostgreSQL %d", version / 10000);
  return reason;
}
