// A PAM module that lets people log in to other programs with their accounts in regapp.
//
//     auth     required pam_regapp.so documents=/srv/accounts
//     account  required pam_regapp.so documents=/srv/accounts
//     password required pam_regapp.so documents=/srv/accounts
//
// Runs `regapp verify --pam` and maps its answers to PAM's:
//
//     auth       0  PAM_SUCCESS        1  PAM_AUTH_ERR       75  PAM_MAXTRIES
//     account    0  PAM_SUCCESS       67  PAM_USER_UNKNOWN   77  PAM_PERM_DENIED
//               76  PAM_NEW_AUTHTOK_REQD, or PAM_SUCCESS with change=ignore
//
// A new password is set by `regapp chauthtok`, which also proves the old one:
//
//     password   0  PAM_SUCCESS        1  PAM_AUTH_ERR       67  PAM_USER_UNKNOWN
//               75  PAM_AUTHTOK_LOCK_BUSY                    77  PAM_PERM_DENIED
//
// Whatever else happens is PAM_AUTHINFO_UNAVAIL or PAM_AUTHTOK_ERR, with the reason in the system's log.
// Only the exit code 0 is a yes. It passes on the name, the service and the remote host, which regapp
// judges.
//
// The module lives inside programs that it knows nothing about, often privileged ones that a hostile
// user has started. It changes nothing in them (no signal handler, descriptor, directory or
// environment), passes on nothing of them, and makes no copy of the password but in a pipe, and for
// the owner of an account who has to change it, until that is done.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

#ifndef REGAPP_PROGRAM
#define REGAPP_PROGRAM "/usr/bin/regapp"
#endif

// regapp's exit codes, and ours in the same range: those of timeout(1) and the shells.
enum {
  answer_yes = 0,
  answer_no = 1,
  answer_invalid = 65,
  answer_unknown = 67,
  answer_later = 75,
  answer_due = 76,
  answer_refused = 77,
  answer_timed_out = 124,
  answer_cannot_run = 127,
  answer_none = 255,
};

// regapp waits for other attempts at the same name, for as long as they end, then hashes. A minute is for
// slow machines.
#ifndef REGAPP_SECONDS
#define REGAPP_SECONDS 60
#endif

// What the module's arguments in /etc/pam.d say.
struct arguments {
  const char *documents;
  const char *program;
  // The first number of a user who is not the machine's own; NULL for regapp's own 1000.
  const char *minuid;
  // For services that count failed logins themselves.
  bool is_uncounted;
  // For services that cannot ask for a new password.
  bool ignores_change;
};

// As regapp reads it: 1 or more.
static bool is_number(const char *text) {
  size_t length = strspn(text, "0123456789");
  return length > strspn(text, "0") && length < 11 && text[length] == '\0';
}

static int read_arguments(pam_handle_t *pamh, int argc, const char **argv, struct arguments *read) {
  *read = (struct arguments){.documents = NULL, .program = REGAPP_PROGRAM};
  for (int i = 0; i < argc; i++) {
    if (strncmp(argv[i], "documents=/", 11) == 0) {
      read->documents = argv[i] + 10;
    } else if (strncmp(argv[i], "program=/", 9) == 0) {
      read->program = argv[i] + 8;
    } else if (strncmp(argv[i], "minuid=", 7) == 0 && is_number(argv[i] + 7)) {
      read->minuid = argv[i] + 7;
    } else if (strcmp(argv[i], "uncounted") == 0) {
      read->is_uncounted = true;
    } else if (strcmp(argv[i], "change=ignore") == 0) {
      read->ignores_change = true;
    } else {
      pam_syslog(pamh, LOG_ERR,
                 "unknown argument: %s; give documents=DIR and program=PATH, both absolute, "
                 "minuid=NUMBER (1 or more), uncounted and change=ignore",
                 argv[i]);
      return -1;
    }
  }
  // regapp's default is in the home of whoever runs it, where anybody can make any account.
  if (read->documents == NULL) {
    pam_syslog(pamh, LOG_ERR, "which accounts? give documents=DIR, an absolute path");
    return -1;
  }
  return 0;
}

// MARK: In the child. It is a copy of a program that may have threads: only system calls and what
// signal handlers may call. The calls that change ids are made directly: the library's would tell
// threads that are not here.

#ifdef SYS_setresuid32
#define SETRESUID SYS_setresuid32
#define SETRESGID SYS_setresgid32
#else
#define SETRESUID SYS_setresuid
#define SETRESGID SYS_setresgid
#endif

static void explain_and_exit(void) {
  const char *reason = strerrordesc_np(errno);
  if (reason == NULL || write(STDERR_FILENO, reason, strlen(reason)) < 0) reason = NULL;
  _exit(answer_cannot_run);
}

// In a set-user-id program the real user is the one who started it. They must not be able to kill the
// child before a failure is counted, nor keep it from being counted by a limit on files or time.
static void leave_the_real_user(void) {
  uid_t user = geteuid();
  gid_t group = getegid();
  if (user != getuid() || group != getgid()) {
    static const int resources[] = {RLIMIT_AS,    RLIMIT_CPU,    RLIMIT_DATA,
                                    RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_STACK};
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
      rlim_t most = resources[i] == RLIMIT_NOFILE  ? 1024
                    : resources[i] == RLIMIT_STACK ? 8 << 20
                                                   : RLIM_INFINITY;
      struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
      if (setrlimit(resources[i], &limit) != 0) explain_and_exit();
    }
  }
  if (syscall(SETRESGID, group, group, group) != 0) explain_and_exit();
  if (syscall(SETRESUID, user, user, user) != 0) explain_and_exit();
}

static void set_default_signals(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
}

// Runs regapp and exits with its exit code. All signals are blocked on entry.
static void supervise(char *const arguments[], char *const environment[], int input, int output) {
  if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
      dup2(output, STDERR_FILENO) < 0) {
    _exit(answer_none);
  }
  closefrom(STDERR_FILENO + 1);
  set_default_signals();
  // Away from the terminal, its keys and its hangup.
  setsid();
  leave_the_real_user();
  umask(S_IRWXG | S_IRWXO);
  if (chdir("/") != 0) explain_and_exit();

  pid_t worker = _Fork();
  if (worker < 0) explain_and_exit();
  if (worker == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(arguments[0], arguments, environment);
    explain_and_exit();
  }

  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  const struct timespec patience = {.tv_sec = REGAPP_SECONDS};
  int status;
  pid_t waited;
  while ((waited = waitpid(worker, &status, WNOHANG)) == 0) {
    if (sigtimedwait(&ended, NULL, &patience) < 0 && errno == EAGAIN) {
      kill(worker, SIGKILL);
      _exit(answer_timed_out);
    }
  }
  if (waited < 0) _exit(answer_none);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

// MARK: In the application.

// The same file above descriptors 0 to 2, which the application may have closed.
static int lifted(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return copy;
}

static void close_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

// A pipe with passwords in it, each with its NUL, and its writing end closed. As long as they fit into
// PIPE_BUF together, that neither blocks nor fails halfway, and SIGPIPE cannot come.
static int pipe_holding(const char *const passwords[2]) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  int result = 0;
  size_t sizes = 0;
  for (int i = 0; i < 2 && result == 0; i++) {
    if (passwords[i] == NULL) continue;
    size_t size = strlen(passwords[i]) + 1;
    sizes += size;
    if (sizes > PIPE_BUF || write(ends[1], passwords[i], size) != (ssize_t)size) result = -1;
  }
  close(ends[1]);
  if (result == 0) return lifted(ends[0]);
  close(ends[0]);
  return -1;
}

// The exit code of the child that supervises regapp.
//
// It is made by clone with no signal for its end. So the application's SIGCHLD handler does not run,
// its wait() does not find this child, and where it ignores SIGCHLD the exit code still arrives.
static int run(char *const arguments[], char *const environment[], int input, int output) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Every argument is 0, as their order differs between architectures.
  pid_t child = (pid_t)syscall(SYS_clone, 0UL, 0UL, 0UL, 0UL, 0UL);
  if (child == 0) {
    supervise(arguments, environment, input, output);
    _exit(answer_none);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child < 0) return answer_none;
  int status;
  pid_t waited;
  do {
    waited = waitpid(child, &status, __WCLONE);
  } while (waited < 0 && errno == EINTR);
  return waited == child && WIFEXITED(status) ? WEXITSTATUS(status) : answer_none;
}

// Logs the first line that regapp wrote, which holds no secret, and shows all of it to the person who
// sets a password. A yes needs no explanation in the log, nor does an unknown name: it may be a password
// typed in the wrong place.
static void explain(pam_handle_t *pamh, const char *program, int answer, int output, bool shows) {
  if (answer == answer_unknown) return;
  char said[1024];
  ssize_t length = pread(output, said, sizeof said - 1, 0);
  said[length > 0 ? length : 0] = '\0';
  size_t end = strlen(said);
  while (end > 0 && said[end - 1] == '\n') said[--end] = '\0';
  if (shows && said[0] != '\0') {
    pam_prompt(pamh, answer == answer_yes ? PAM_TEXT_INFO : PAM_ERROR_MSG, NULL, "%s", said);
  }
  if (answer == answer_yes || answer == answer_due) return;
  said[strcspn(said, "\r\n")] = '\0';
  if (answer == answer_timed_out) {
    pam_syslog(pamh, LOG_ERR, "%s did not answer in %d s", program, REGAPP_SECONDS);
  } else if (answer == answer_no || answer == answer_later || answer == answer_refused ||
             (shows && answer == answer_invalid)) {
    if (said[0] != '\0') pam_syslog(pamh, LOG_NOTICE, "%s", said);
  } else {
    pam_syslog(pamh, LOG_ERR, "%s ended with %d%s%s", program, answer, said[0] ? ": " : "", said);
  }
}

// What regapp is asked.
struct request {
  // The command, of one word or two, and PAM's phase.
  const char *command[2];
  const char *phase;
  // What it gets on its stdin.
  const char *passwords[2];
  // Whether what it says is for the person at the service.
  bool shows;
};

// A variable for regapp, or NULL.
static char *setting(const char *name, const char *value) {
  char *text;
  return asprintf(&text, "%s=%s", name, value != NULL ? value : "") < 0 ? NULL : text;
}

// The answer of regapp about `user`.
static int ask(pam_handle_t *pamh, const struct arguments *given, const char *user,
               const struct request *request) {
  const void *service = NULL, *host = NULL;
  pam_get_item(pamh, PAM_SERVICE, &service);
  pam_get_item(pamh, PAM_RHOST, &host);
  char *named = setting("PAM_USER", user);
  char *from_service = setting("PAM_SERVICE", service);
  char *from_host = setting("PAM_RHOST", host);
  char *arguments[9] = {(char *)given->program};
  int count = 1;
  for (int i = 0; i < 2 && request->command[i] != NULL; i++) {
    arguments[count++] = (char *)request->command[i];
  }
  arguments[count++] = "--documents";
  arguments[count++] = (char *)given->documents;
  if (given->minuid != NULL) {
    arguments[count++] = "--minuid";
    arguments[count++] = (char *)given->minuid;
  }
  if (given->is_uncounted) arguments[count] = "--uncounted";
  char *environment[] = {named, (char *)request->phase, from_service, from_host, NULL};

  int answer = answer_none;
  int input = pipe_holding(request->passwords);
  // A file in memory, so that a child that says much is not kept waiting for a reader.
  int output = lifted(memfd_create("pam_regapp", MFD_CLOEXEC));
  if (input >= 0 && output >= 0 && named != NULL && from_service != NULL && from_host != NULL) {
    answer = run(arguments, environment, input, output);
    explain(pamh, given->program, answer, output, request->shows);
  } else {
    pam_syslog(pamh, LOG_ERR, "cannot run %s: %m", given->program);
  }
  close_open(input);
  close_open(output);
  free(named);
  free(from_service);
  free(from_host);
  return answer;
}

// Whether a password is right.
static int ask_about_password(pam_handle_t *pamh, const struct arguments *given, const char *user,
                              const char *password) {
  const struct request request = {{"verify", "--pam"}, "PAM_TYPE=auth", {password, NULL}, false};
  return ask(pamh, given, user, &request);
}

// Whether an old password is right, which may be the code of an invitation: it lets nobody in.
static int ask_about_old_password(pam_handle_t *pamh, const struct arguments *given,
                                  const char *user, const char *password) {
  const struct request request = {{"verify", "--pam"}, "PAM_TYPE=password", {password, NULL}, false};
  return ask(pamh, given, user, &request);
}

// Whether an account may be used.
static int ask_about_account(pam_handle_t *pamh, const struct arguments *given, const char *user) {
  const struct request request = {{"verify", "--pam"}, "PAM_TYPE=account", {NULL, NULL}, false};
  return ask(pamh, given, user, &request);
}

// MARK: The password that this conversation has proved, until it is known that it need not be changed.

static const char proof[] = "pam_regapp_proof";

static void wipe(pam_handle_t *pamh, void *password, int status) {
  (void)pamh, (void)status;
  if (password == NULL) return;
  explicit_bzero(password, strlen(password));
  free(password);
}

static void keep_proof(pam_handle_t *pamh, const char *password) {
  char *copy = strdup(password);
  if (copy != NULL && pam_set_data(pamh, proof, copy, wipe) != PAM_SUCCESS) wipe(pamh, copy, 0);
}

static void drop_proof(pam_handle_t *pamh) { (void)pam_set_data(pamh, proof, NULL, NULL); }

// For applications that ask their user in an event loop.
static int passed_on(int code) { return code == PAM_CONV_AGAIN ? PAM_INCOMPLETE : code; }

int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv) {
  struct arguments arguments;
  if (read_arguments(pamh, argc, argv, &arguments) != 0) return PAM_AUTHINFO_UNAVAIL;

  const char *user = NULL, *password = NULL;
  int code = pam_get_user(pamh, &user, NULL);
  if (code != PAM_SUCCESS) return passed_on(code);
  code = pam_get_authtok(pamh, PAM_AUTHTOK, &password, NULL);
  if (code != PAM_SUCCESS) return passed_on(code);
  if (user == NULL || password == NULL) return PAM_AUTHINFO_UNAVAIL;
  // No account has such passwords, whoever it belongs to: regapp allows 511 bytes.
  if (strlen(password) >= PIPE_BUF) return PAM_AUTH_ERR;
  if (password[0] == '\0' && (flags & PAM_DISALLOW_NULL_AUTHTOK) != 0) return PAM_AUTH_ERR;

  drop_proof(pamh);
  switch (ask_about_password(pamh, &arguments, user, password)) {
  case answer_yes:
    keep_proof(pamh, password);
    return PAM_SUCCESS;
  case answer_no:
    return PAM_AUTH_ERR;
  case answer_later:
    return PAM_MAXTRIES;
  default:
    return PAM_AUTHINFO_UNAVAIL;
  }
}

// There are no credentials beyond the answer.
int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv) {
  (void)flags, (void)argc, (void)argv;
  drop_proof(pamh);
  return PAM_SUCCESS;
}

int pam_sm_acct_mgmt(pam_handle_t *pamh, int flags, int argc, const char **argv) {
  (void)flags;
  struct arguments arguments;
  if (read_arguments(pamh, argc, argv, &arguments) != 0) return PAM_AUTHINFO_UNAVAIL;

  const char *user = NULL;
  int code = pam_get_user(pamh, &user, NULL);
  if (code != PAM_SUCCESS) return passed_on(code);
  if (user == NULL) return PAM_AUTHINFO_UNAVAIL;

  int answer = ask_about_account(pamh, &arguments, user);
  if (answer != answer_due || arguments.ignores_change) drop_proof(pamh);
  switch (answer) {
  case answer_yes:
    return PAM_SUCCESS;
  case answer_due:
    return arguments.ignores_change ? PAM_SUCCESS : PAM_NEW_AUTHTOK_REQD;
  case answer_unknown:
    return PAM_USER_UNKNOWN;
  case answer_refused:
    return PAM_PERM_DENIED;
  default:
    return PAM_AUTHINFO_UNAVAIL;
  }
}

// MARK: A new password.

// The old password: proved before in this conversation, or asked for now. With PAM_CHANGE_EXPIRED_AUTHTOK
// the real user says nothing of who is there: sshd is root's, and its user may have shown a key alone.
// Without, root sets anyone's password, and the old one is NULL.
static int old_password(pam_handle_t *pamh, int flags, const char **password, bool *is_proved) {
  const void *proved = NULL;
  *is_proved = pam_get_data(pamh, proof, &proved) == PAM_SUCCESS && proved != NULL;
  *password = proved;
  if (*is_proved) return PAM_SUCCESS;
  if (getuid() == 0 && (flags & PAM_CHANGE_EXPIRED_AUTHTOK) == 0) return PAM_SUCCESS;
  int code = pam_get_authtok(pamh, PAM_OLDAUTHTOK, password, NULL);
  return code == PAM_SUCCESS && *password == NULL ? PAM_AUTHTOK_RECOVERY_ERR : code;
}

// Whether the password may be changed, before any module of the service changes it.
static int check_before_change(pam_handle_t *pamh, int flags, const struct arguments *arguments,
                               const char *user) {
  int answer = ask_about_account(pamh, arguments, user);
  if (answer == answer_yes && (flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0) return PAM_SUCCESS;
  if (answer == answer_unknown) return PAM_USER_UNKNOWN;
  if (answer != answer_yes && answer != answer_due && answer != answer_refused) {
    return PAM_TRY_AGAIN;
  }
  const char *old;
  bool is_proved;
  int code = old_password(pamh, flags, &old, &is_proved);
  if (code != PAM_SUCCESS) return passed_on(code);
  if (old == NULL || is_proved) return PAM_SUCCESS;
  if (strlen(old) >= PIPE_BUF) return PAM_AUTH_ERR;
  switch (ask_about_old_password(pamh, arguments, user, old)) {
  case answer_yes:
    return PAM_SUCCESS;
  case answer_no:
    return PAM_AUTH_ERR;
  case answer_later:
    return PAM_MAXTRIES;
  default:
    return PAM_TRY_AGAIN;
  }
}

static int change(pam_handle_t *pamh, int flags, const struct arguments *arguments,
                  const char *user) {
  if ((flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0) {
    int answer = ask_about_account(pamh, arguments, user);
    if (answer == answer_yes) return PAM_SUCCESS;
    // Whoever is invited may not log in, and sets a password all the same.
    if (answer != answer_due && answer != answer_refused) return PAM_AUTHTOK_ERR;
  }
  const char *old, *new = NULL;
  bool is_proved;
  int code = old_password(pamh, flags, &old, &is_proved);
  if (code != PAM_SUCCESS) return passed_on(code);
  // What another module has asked for is not asked again.
  const void *given = NULL;
  bool is_given = pam_get_item(pamh, PAM_AUTHTOK, &given) == PAM_SUCCESS && given != NULL;
  for (int tries = is_given ? 1 : 3; tries > 0; tries--) {
    code = pam_get_authtok(pamh, PAM_AUTHTOK, &new, NULL);
    // The second time, something else was typed.
    if (code == PAM_TRY_AGAIN && tries > 1) continue;
    if (code != PAM_SUCCESS) return passed_on(code);
    if (new == NULL || strlen(new) >= PIPE_BUF / 2) return PAM_AUTHTOK_ERR;
    const struct request request = {{"chauthtok", old == NULL ? "--without-old" : NULL},
                                    "PAM_TYPE=password",
                                    {old == NULL ? new : old, old == NULL ? NULL : new},
                                    (flags & PAM_SILENT) == 0};
    switch (ask(pamh, arguments, user, &request)) {
    case answer_yes:
      drop_proof(pamh);
      return PAM_SUCCESS;
    case answer_no:
      return PAM_AUTH_ERR;
    case answer_invalid:
      // Another one may do.
      if (!is_given) (void)pam_set_item(pamh, PAM_AUTHTOK, NULL);
      break;
    case answer_unknown:
      return PAM_USER_UNKNOWN;
    case answer_later:
      return PAM_AUTHTOK_LOCK_BUSY;
    case answer_refused:
      return PAM_PERM_DENIED;
    default:
      return PAM_AUTHTOK_ERR;
    }
  }
  return PAM_AUTHTOK_ERR;
}

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv) {
  struct arguments arguments;
  if (read_arguments(pamh, argc, argv, &arguments) != 0) return PAM_AUTHTOK_ERR;

  const char *user = NULL;
  int code = pam_get_user(pamh, &user, NULL);
  if (code != PAM_SUCCESS) return passed_on(code);
  if (user == NULL) return PAM_AUTHTOK_ERR;
  return (flags & PAM_PRELIM_CHECK) != 0 ? check_before_change(pamh, flags, &arguments, user)
                                         : change(pamh, flags, &arguments, user);
}
