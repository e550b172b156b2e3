#ifndef REGAPP_CRYPT_SHIM_H
#define REGAPP_CRYPT_SHIM_H
#include <crypt.h>
#endif
