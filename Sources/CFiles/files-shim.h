#ifndef REGAPP_FILES_SHIM_H
#define REGAPP_FILES_SHIM_H
#include <sys/types.h>
#include <sys/vfs.h>

/* Declared here, since the C library shows it to GNU's dialect of C alone. */
ssize_t copy_file_range(int source, off_t *from, int target, off_t *to, size_t count,
                        unsigned flags);

/* The structure shares its name with a function: Swift cannot make one. */
static inline long regapp_kind_of_file_system(int descriptor) {
  struct statfs info;
  return fstatfs(descriptor, &info) == 0 ? (long)info.f_type : -1;
}
#endif
