#include "CCurl.h"

#include <dlfcn.h>

// Declared as in curl/curl.h and curl/multi.h, whose values never change.
enum {
  CURL_GLOBAL_DEFAULT = 3,
  CURL_VERSION_SSL = 1 << 2,
  CURLPROTO_HTTP_AND_HTTPS = 3,
  CURLMSG_DONE = 1,
  CURLINFO_RESPONSE_CODE = 0x200002,
  CURLINFO_RETRY_AFTER = 0x600039,

  CURLOPT_NOSIGNAL = 99,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_PIPEWAIT = 237,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_QUICK_EXIT = 322,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
};

struct version {
  int age;
  const char *version;
  unsigned int number;
  const char *host;
  int features;
};

struct message {
  int kind;
  void *transfer;
  union {
    void *whatever;
    int code;
  } data;
};

static struct {
  int (*global_init)(long);
  struct version *(*version_info)(int);
  void *(*slist_append)(void *, const char *);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned int, int, int *);
  int (*multi_wakeup)(void *);
  struct message *(*multi_info_read)(void *, int *);
} curl;

static void *headers;

static bool load(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
#define LOAD(function) ((curl.function = dlsym(library, "curl_" #function)) != NULL)
  return library && LOAD(global_init) && LOAD(version_info) && LOAD(slist_append) &&
         LOAD(easy_init) && LOAD(easy_cleanup) && LOAD(easy_setopt) && LOAD(easy_getinfo) &&
         LOAD(multi_init) && LOAD(multi_cleanup) && LOAD(multi_add_handle) &&
         LOAD(multi_remove_handle) && LOAD(multi_perform) && LOAD(multi_poll) &&
         LOAD(multi_wakeup) && LOAD(multi_info_read) &&
         curl.global_init(CURL_GLOBAL_DEFAULT) == 0 &&
         curl.version_info(0)->features & CURL_VERSION_SSL;
#undef LOAD
}

bool ccurl_load(void) {
  if (!load("libcurl.so.4") && !load("libcurl-gnutls.so.4")) return false;
  headers = curl.slist_append(NULL, "Accept-Language: *");
  return headers != NULL;
}

ccurl_set ccurl_set_new(void) { return curl.multi_init(); }

void ccurl_set_free(ccurl_set set) { curl.multi_cleanup(set); }

ccurl_transfer ccurl_begin(
    ccurl_set set, const char *url, ccurl_receive head, ccurl_receive body, void *context) {
  void *transfer = curl.easy_init();
  if (!transfer) return NULL;
  curl.easy_setopt(transfer, CURLOPT_NOSIGNAL, 1L);
  curl.easy_setopt(transfer, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
  // Many requests to a host share one connection, if it can do that.
  curl.easy_setopt(transfer, CURLOPT_PIPEWAIT, 1L);
  // The head of a proxy's answer is not that of the server.
  curl.easy_setopt(transfer, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // Ending a transfer does not wait for the name server; old versions do not know this option.
  curl.easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
  curl.easy_setopt(transfer, CURLOPT_USERAGENT, "regapp-albums");
  curl.easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
  // Every encoding that the library can decode.
  curl.easy_setopt(transfer, CURLOPT_ACCEPT_ENCODING, "");
  curl.easy_setopt(transfer, CURLOPT_HEADERFUNCTION, head);
  curl.easy_setopt(transfer, CURLOPT_HEADERDATA, context);
  curl.easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
  curl.easy_setopt(transfer, CURLOPT_WRITEDATA, context);
  if (curl.easy_setopt(transfer, CURLOPT_URL, url) || curl.multi_add_handle(set, transfer)) {
    curl.easy_cleanup(transfer);
    return NULL;
  }
  return transfer;
}

void ccurl_end(ccurl_set set, ccurl_transfer transfer) {
  curl.multi_remove_handle(set, transfer);
  curl.easy_cleanup(transfer);
}

void ccurl_move(ccurl_set set) {
  int running;
  curl.multi_perform(set, &running);
}

ccurl_transfer ccurl_next_over(ccurl_set set, int *code) {
  struct message *message;
  int left;
  do {
    message = curl.multi_info_read(set, &left);
  } while (message && message->kind != CURLMSG_DONE);
  if (!message) return NULL;
  *code = message->data.code;
  return message->transfer;
}

void ccurl_wait(ccurl_set set, int milliseconds) {
  curl.multi_poll(set, NULL, 0, milliseconds, NULL);
}

void ccurl_wake(ccurl_set set) { curl.multi_wakeup(set); }

long ccurl_status(ccurl_transfer transfer) {
  long status = 0;
  curl.easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long long ccurl_retry_after(ccurl_transfer transfer) {
  long long seconds = 0;
  curl.easy_getinfo(transfer, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}
