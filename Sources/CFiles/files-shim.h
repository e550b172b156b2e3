#ifndef REGAPP_FILES_SHIM_H
#define REGAPP_FILES_SHIM_H
#include <errno.h>
#include <linux/stat.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x2000
#endif

/* Declared here, since the C library shows them to GNU's dialect of C alone. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
ssize_t copy_file_range(int source, off_t *from, int target, off_t *to, size_t count,
                        unsigned flags);

/* The structure shares its name with a function: Swift cannot make one. */
static inline long regapp_kind_of_file_system(int descriptor) {
  struct statfs info;
  return fstatfs(descriptor, &info) == 0 ? (long)info.f_type : -1;
}

/* 1 if something is mounted at a name in a directory; 0 if not, or where the kernel cannot tell. */
static inline int regapp_is_mount_point(int directory, const char *name) {
  struct statx info;
  info.stx_attributes = 0;
  int flags = 0x100; /* AT_SYMLINK_NOFOLLOW */
  return syscall(SYS_statx, directory, name, flags, 0, &info) == 0 &&
         (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/* The rights (0 to 7) that an access control list leaves an open file's group; -1 if the file has no
   list. Where there is one, the group's bits of the mode are the list's mask, and not these rights. */
static inline int regapp_group_rights_of_list(int descriptor) {
  struct {
    uint32_t version;
    struct {
      uint16_t tag, rights;
      uint32_t id;
    } entries[512];
  } list;
  ssize_t size = fgetxattr(descriptor, "system.posix_acl_access", &list, sizeof list);
  if (size < 0 && errno == ERANGE)
    return 0;
  if (size < (ssize_t)sizeof list.version)
    return -1;
  unsigned group = 0, mask = 7;
  for (size_t i = 0; i < (size - sizeof list.version) / sizeof list.entries[0]; i++) {
    if (list.entries[i].tag == 0x04)
      group = list.entries[i].rights;
    if (list.entries[i].tag == 0x10)
      mask = list.entries[i].rights;
  }
  return (int)(group & mask & 7);
}

static const char *const regapp_list_names[] = {"system.posix_acl_access", "system.posix_acl_default"};

/* 1 if an open file has an access control list (0), or an open directory one for new files (1); else 0. */
static inline int regapp_has_list(int descriptor, int kind) {
  return fgetxattr(descriptor, regapp_list_names[kind], 0, 0) > 0;
}

/* Removes such a list; -1 with errno set if that fails. Where there can be none, there is none. */
static inline int regapp_remove_list(int descriptor, int kind) {
  if (fremovexattr(descriptor, regapp_list_names[kind]) == 0 || errno == ENODATA ||
      errno == EOPNOTSUPP || errno == ENOSYS)
    return 0;
  return -1;
}
#endif
