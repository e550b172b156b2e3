// An application that asks PAM, and is as awkward to live in as applications are:
//
//     application CONDITION SERVICE USER auth|account <PASSWORD
//     application CONDITION SERVICE USER change|expired|login <ANSWERS
//
// CONDITION is one of those in main. Prints the name of PAM's answer. Exits with 1, and
// says why, if anything that belongs to the application is different afterwards.
//
// `change` sets a new password, `expired` only one that must be changed, and `login` does all that
// a login does: it asks for a new password where PAM says so. Each question gets the next of
// ANSWERS, which have the byte 0x1E between them. An answer AGAIN is none yet, NONE is none at all,
// and where there are no more, the conversation is broken.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

#include <security/pam_appl.h>

enum { screen = 100 };

static char password[1 << 20];
// The next of several answers; NULL where there is one for all.
static char *next;
static volatile sig_atomic_t handled;
static volatile bool stopped;

static void fail(const char *what) {
  dprintf(screen, "application: error: %s\n", what);
  _exit(1);
}

static int converse(int count, const struct pam_message **messages, struct pam_response **answers,
                    void *data) {
  (void)data;
  *answers = calloc((size_t)count, sizeof **answers);
  if (*answers == NULL) return PAM_BUF_ERR;
  for (int i = 0; i < count; i++) {
    if (messages[i]->msg_style != PAM_PROMPT_ECHO_OFF) {
      dprintf(screen, "told: %s\n", messages[i]->msg);
    } else if (next == NULL) {
      (*answers)[i].resp = strdup(password);
    } else {
      char *answer = strsep(&next, "\036");
      if (next == NULL) next = "";
      int code = strcmp(answer, "AGAIN") == 0 ? PAM_CONV_AGAIN
                 : answer[0] == '\0'          ? PAM_CONV_ERR
                                              : PAM_SUCCESS;
      if (code != PAM_SUCCESS) {
        free(*answers);
        *answers = NULL;
        return code;
      }
      if (strcmp(answer, "NONE") != 0) (*answers)[i].resp = strdup(answer);
    }
  }
  return PAM_SUCCESS;
}

// Many servers do this: take whatever child has ended.
static void reap(int number) {
  (void)number;
  handled++;
  while (waitpid(-1, NULL, WNOHANG) > 0) {}
}

static void *reap_forever(void *nothing) {
  while (!stopped) {
    if (waitpid(-1, NULL, WNOHANG) > 0) handled++;
    sched_yield();
  }
  return nothing;
}

static int open_descriptors(void) {
  int count = 0;
  for (int number = 0; number < 256; number++) count += fcntl(number, F_GETFD) != -1;
  return count;
}

static const char *name(int code) {
  switch (code) {
  case PAM_SUCCESS: return "PAM_SUCCESS";
  case PAM_AUTH_ERR: return "PAM_AUTH_ERR";
  case PAM_MAXTRIES: return "PAM_MAXTRIES";
  case PAM_AUTHINFO_UNAVAIL: return "PAM_AUTHINFO_UNAVAIL";
  case PAM_USER_UNKNOWN: return "PAM_USER_UNKNOWN";
  case PAM_PERM_DENIED: return "PAM_PERM_DENIED";
  case PAM_NEW_AUTHTOK_REQD: return "PAM_NEW_AUTHTOK_REQD";
  case PAM_AUTHTOK_ERR: return "PAM_AUTHTOK_ERR";
  case PAM_AUTHTOK_LOCK_BUSY: return "PAM_AUTHTOK_LOCK_BUSY";
  case PAM_AUTHTOK_RECOVERY_ERR: return "PAM_AUTHTOK_RECOVERY_ERR";
  case PAM_TRY_AGAIN: return "PAM_TRY_AGAIN";
  case PAM_CONV_ERR: return "PAM_CONV_ERR";
  case PAM_INCOMPLETE: return "PAM_INCOMPLETE";
  default: return pam_strerror(NULL, code);
  }
}

static int ask(pam_handle_t *pamh, const char *what) {
  if (strcmp(what, "auth") == 0) {
    return pam_authenticate(pamh, PAM_SILENT | PAM_DISALLOW_NULL_AUTHTOK);
  }
  if (strcmp(what, "account") == 0) return pam_acct_mgmt(pamh, PAM_SILENT);
  next = password;
  if (strcmp(what, "change") == 0) return pam_chauthtok(pamh, 0);
  if (strcmp(what, "expired") == 0) return pam_chauthtok(pamh, PAM_CHANGE_EXPIRED_AUTHTOK);
  if (strcmp(what, "login") != 0) fail("unknown request");
  int code = pam_authenticate(pamh, 0);
  if (code == PAM_SUCCESS) code = pam_acct_mgmt(pamh, 0);
  if (code == PAM_NEW_AUTHTOK_REQD) code = pam_chauthtok(pamh, PAM_CHANGE_EXPIRED_AUTHTOK);
  if (code == PAM_SUCCESS) code = pam_setcred(pamh, PAM_ESTABLISH_CRED);
  return code;
}

int main(int argc, char **argv) {
  if (argc != 5 || dup2(STDOUT_FILENO, screen) != screen) return 64;
  const char *condition = argv[1];
  size_t length = 0;
  ssize_t more;
  while ((more = read(STDIN_FILENO, password + length, sizeof password - 1 - length)) > 0) {
    length += (size_t)more;
  }

  // A log that libpam writes to stays open.
  openlog("application", LOG_NDELAY, LOG_AUTHPRIV);
  pthread_t thread;
  bool threaded = false;
  struct sigaction child = {.sa_handler = SIG_DFL};
  sigset_t mask;
  sigemptyset(&mask);
  if (strcmp(condition, "closed") == 0) {
    for (int number = 0; number <= 2; number++) close(number);
  } else if (strcmp(condition, "without-stdin") == 0) {
    close(STDIN_FILENO);
  } else if (strcmp(condition, "ignoring") == 0) {
    child.sa_handler = SIG_IGN;
  } else if (strcmp(condition, "reaping") == 0) {
    child.sa_handler = reap;
    child.sa_flags = SA_RESTART;
  } else if (strcmp(condition, "threads") == 0) {
    threaded = pthread_create(&thread, NULL, reap_forever, NULL) == 0;
  } else if (strcmp(condition, "blocking") == 0) {
    sigfillset(&mask);
  } else if (strcmp(condition, "plain") != 0) {
    fail("unknown condition");
  }
  sigaction(SIGCHLD, &child, NULL);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  // As it is now: the library keeps two signals for itself.
  sigprocmask(SIG_SETMASK, NULL, &mask);

  const struct pam_conv conversation = {.conv = converse};
  pam_handle_t *pamh = NULL;
  if (pam_start(argv[2], argv[3], &conversation, &pamh) != PAM_SUCCESS) fail("no pam_start");
  int before = open_descriptors();
  int code = ask(pamh, argv[4]);
  int after = open_descriptors();
  pam_end(pamh, code);

  if (threaded) {
    stopped = true;
    pthread_join(thread, NULL);
  }
  struct sigaction now;
  sigset_t mask_now;
  sigaction(SIGCHLD, NULL, &now);
  sigprocmask(SIG_SETMASK, NULL, &mask_now);
  if (now.sa_handler != child.sa_handler) fail("another SIGCHLD handler");
  for (int number = 1; number < NSIG; number++) {
    if (sigismember(&mask, number) != sigismember(&mask_now, number)) fail("another signal mask");
  }
  if (handled != 0) fail("the child was seen");
  if (after > before) fail("an open descriptor is left");
  if (waitpid(-1, NULL, WNOHANG | __WALL) != -1 || errno != ECHILD) fail("a child is left");
  dprintf(screen, "%s\n", name(code));
  return 0;
}
