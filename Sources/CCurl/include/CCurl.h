// The system's libcurl, reduced to what this project needs: many GET requests at once.
//
// Some of its functions are variadic, which Swift cannot call. The library is loaded at run time,
// so building needs neither its headers nor the library, and running needs it only for a request.
#ifndef REGAPP_CCURL_H
#define REGAPP_CCURL_H

#include <stdbool.h>
#include <stddef.h>

typedef void *ccurl_set;
typedef void *ccurl_transfer;

/// Receives a line of a head, or a piece of a body: `count` bytes. Returning another number than
/// `count` ends the transfer.
typedef size_t (*ccurl_receive)(char *bytes, size_t one, size_t count, void *context);

/// Loads libcurl; false if there is none with TLS, or only an old one. Call it once, before
/// anything else.
bool ccurl_load(void);

/// Transfers that share their connections. A set is used by one thread at a time, except for
/// `ccurl_wake`; nil if there is no memory.
ccurl_set ccurl_set_new(void);
void ccurl_set_free(ccurl_set set);

/// Adds a request for an http or https address; nil if there is no memory.
ccurl_transfer ccurl_begin(
    ccurl_set set, const char *url, ccurl_receive head, ccurl_receive body, void *context);
void ccurl_end(ccurl_set set, ccurl_transfer transfer);

/// Sends and receives what can be without waiting.
void ccurl_move(ccurl_set set);
/// A transfer that is over and not yet ended, and its CURLcode; nil if there is none.
ccurl_transfer ccurl_next_over(ccurl_set set, int *code);
/// Waits until something can be sent or received, or `ccurl_wake` is called.
void ccurl_wait(ccurl_set set, int milliseconds);
void ccurl_wake(ccurl_set set);

/// The status of the last head, or 0.
long ccurl_status(ccurl_transfer transfer);
/// The seconds until the time that a Retry-After field names; 0 if there is none.
long long ccurl_retry_after(ccurl_transfer transfer);

#endif
