#ifndef REGAPP_CRYPT_SHIM_H
#define REGAPP_CRYPT_SHIM_H
#include <crypt.h>
#include <sys/prctl.h>

/* prctl takes a variable number of arguments: Swift cannot call it. */
static inline int regapp_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
