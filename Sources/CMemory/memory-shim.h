#ifndef REGAPP_MEMORY_SHIM_H
#define REGAPP_MEMORY_SHIM_H
#include <malloc.h>
#endif
