#ifndef REGAPP_EVENTS_SHIM_H
#define REGAPP_EVENTS_SHIM_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/xattr.h>

/* Declared here, since the C library shows it to GNU's dialect of C alone. */
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

#endif
