/*
 * Interposes between a process and its files (LD_PRELOAD, Linux): numbers the events below given folders, and at a chosen
 * event kills the process, fails the call, or keeps a record from which the disk after a power loss can be built.
 *
 *   SHIM_BELOW   folders, separated by ':'; nothing else is affected
 *   SHIM_LOG     file that gets one line per event: number, class, operation, offset, length, path, second path
 *   SHIM_RECORD  set: the bytes of each write follow its line
 *   SHIM_STOP    steps:before|after|torn      kill -9 there (torn: with the first half of the write done)
 *   SHIM_FAIL    steps:ERRNO:once|on          fail there; on: also at each later event like the last step
 *   SHIM_ROOM    bytes:ERRNO                  a disk with this many bytes left; deleting and truncating free space
 *
 * steps: class.operation#count, separated by ','; each is counted after the previous one was met; '*' is any class, or any
 * operation that changes something. All variables are removed from the environment at the start.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096
#define MOST_STEPS 8
#define MOST_FOLDERS 4

enum when { NEVER, BEFORE, AFTER, TORN };

struct step { char class[32], operation[16]; long left; };
struct trigger { struct step steps[MOST_STEPS]; int count, at, fired; enum when when; int error, on; };
struct file { char path[PATH_MAX]; const char *class; };

static char folders[MOST_FOLDERS][PATH_MAX];
static int folder_count, log_fd = -1, recording;
static struct trigger stop, fail;
static long long room = -1;
static int room_error;
static long number;
static struct file *files[MOST_FILES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* The class of a file, by its name. */
static const char *class_of(const char *path) {
  static const char *const names[][2] = {
      {"*/studies/*.db.new*", "study-new"}, {"*/studies/*.db", "study-db"},   {"*/studies/*.db-wal", "study-wal"},
      {"*/studies/*.db-shm", "shm"},        {"*/studies/*", "study-other"},   {"*/vault-*.db", "vault-db"},
      {"*/vault-*.db-wal", "vault-wal"},    {"*/vault-*.db-shm", "shm"},      {"*/keys.json", "keys"},
      {"*/keys.json.*.new", "keys-new"},    {"*/tries.json*", "tries"},       {"*/reserve", "reserve"},
      {"*/writer.lock*", "lock"},           {"*/.carrel-*.part", "part"},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (fnmatch(names[i][0], path, 0) == 0) return names[i][1];
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode) ? "folder" : "other";
}

static int is_below(const char *path) {
  for (int i = 0; i < folder_count; i++) {
    size_t length = strlen(folders[i]);
    if (strncmp(path, folders[i], length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
  }
  return 0;
}

/* The whole path of a name; 0 if it is not below the given folders. */
static int whole_path(int folder, const char *name, char *path) {
  if (!folder_count || !name) return 0;
  if (name[0] == '/') snprintf(path, PATH_MAX, "%s", name);
  else {
    char start[PATH_MAX / 2], link[64];
    ssize_t length;
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    length = readlink(link, start, sizeof start - 1);
    if (length < 0) return 0;
    start[length] = 0;
    snprintf(path, PATH_MAX, "%s/%.2000s", start, name);
  }
  return is_below(path);
}

static int error_number(const char *name) {
  static const struct { const char *name; int value; } known[] = {
      {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EACCES", EACCES}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i].name) == 0) return known[i].value;
  return EIO;
}

/* Reads "steps:x:y" and returns what follows the steps. */
static char *read_steps(char *text, struct trigger *trigger) {
  char *rest = strchr(text, ':'), *save = NULL;
  if (rest) *rest++ = 0;
  for (char *part = strtok_r(text, ",", &save); part && trigger->count < MOST_STEPS; part = strtok_r(NULL, ",", &save)) {
    struct step *step = &trigger->steps[trigger->count++];
    step->left = 1;
    sscanf(part, "%31[^.].%15[^#]#%ld", step->class, step->operation, &step->left);
  }
  return rest ? rest : "";
}

static char *take(const char *name) {
  char *value = getenv(name);
  char *copy = value ? strdup(value) : NULL;
  unsetenv(name);
  return copy;
}

__attribute__((constructor)) static void start(void) {
  char *below = take("SHIM_BELOW"), *log = take("SHIM_LOG"), *stopping = take("SHIM_STOP"), *failing = take("SHIM_FAIL");
  char *left = take("SHIM_ROOM"), *record = take("SHIM_RECORD"), *save = NULL;
  unsetenv("LD_PRELOAD");
  if (stopping) {
    const char *when = read_steps(stopping, &stop);
    stop.when = strcmp(when, "after") == 0 ? AFTER : strcmp(when, "torn") == 0 ? TORN : BEFORE;
  }
  if (failing) {
    char *rest = read_steps(failing, &fail), *on = strchr(rest, ':');
    if (on) *on++ = 0;
    fail.error = error_number(rest);
    fail.on = on && strcmp(on, "on") == 0;
  }
  if (left) {
    char *error = strchr(left, ':');
    room = atoll(left);
    room_error = error_number(error ? error + 1 : "ENOSPC");
  }
  recording = record != NULL;
  if (log) log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  for (char *part = below ? strtok_r(below, ":", &save) : NULL; part && folder_count < MOST_FOLDERS; part = strtok_r(NULL, ":", &save))
    snprintf(folders[folder_count++], PATH_MAX, "%s", part);
}

static int changes(const char *operation) { return strcmp(operation, "read") != 0 && strcmp(operation, "open") != 0; }

static int is_like(const struct step *step, const char *class, const char *operation) {
  if (strcmp(step->class, "*") != 0 && strcmp(step->class, class) != 0) return 0;
  return strcmp(step->operation, "*") == 0 ? changes(operation) : strcmp(step->operation, operation) == 0;
}

/* Counts an event; 1 if it is the one waited for. */
static int meets(struct trigger *trigger, const char *class, const char *operation) {
  if (trigger->count == 0 || trigger->fired) return 0;
  struct step *step = &trigger->steps[trigger->at];
  if (!is_like(step, class, operation) || --step->left > 0) return 0;
  trigger->at++;
  trigger->fired = trigger->at == trigger->count;
  return trigger->fired;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* What to do about an event: an error, and a kill before, after or within it. */
struct verdict { int error; enum when kill; };

static void note(const char *class, const char *operation, long long offset, size_t length, const char *path, const char *second,
                 const void *bytes) {
  char line[2 * PATH_MAX + 128];
  if (log_fd < 0) return;
  int size = snprintf(line, sizeof line, "%ld\t%s\t%s\t%lld\t%zu\t%s\t%s\n", number, class, operation, offset, length, path, second ? second : "");
  struct iovec parts[2] = {{line, (size_t)size}, {(void *)bytes, recording && bytes ? length : 0}};
  syscall(SYS_writev, log_fd, parts, 2);
}

/* `growth`: bytes that the event needs on the disk. Leaves the mutex locked, so that events happen in the order of their numbers. */
static struct verdict begin(const char *class, const char *operation, long long growth) {
  struct verdict verdict = {0, NEVER};
  pthread_mutex_lock(&mutex);
  number++;
  if (meets(&stop, class, operation)) verdict.kill = stop.when;
  if (meets(&fail, class, operation) || (fail.on && fail.fired && is_like(&fail.steps[fail.count - 1], class, operation)))
    verdict.error = fail.error;
  if (room >= 0 && growth > 0) {
    if (growth > room) verdict.error = room_error;
    else room -= growth;
  }
  if (verdict.kill == BEFORE) die();
  return verdict;
}

static void end(struct verdict verdict, int saved) {
  if (verdict.kill != NEVER) die();
  pthread_mutex_unlock(&mutex);
  errno = saved;
}

static void give_back(long long bytes) {
  if (room >= 0) room += bytes;
}

static struct file *file_of(int fd) { return fd >= 0 && fd < MOST_FILES ? files[fd] : NULL; }

static void forget(int fd) {
  if (fd < 0 || fd >= MOST_FILES || !files[fd]) return;
  free(files[fd]);
  files[fd] = NULL;
}

/* An opened file; `made`: whether it was not there before. */
static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < MOST_FILES) {
    forget(fd);
    files[fd] = malloc(sizeof(struct file));
    snprintf(files[fd]->path, PATH_MAX, "%s", path);
    files[fd]->class = class_of(path);
  }
  return fd;
}

static int open_ours(int folder, const char *name, const char *path, int flags, mode_t mode) {
  struct stat status;
  int made = (flags & O_CREAT) && lstat(path, &status) != 0;
  long long cut = (flags & O_TRUNC) && !made && stat(path, &status) == 0 ? status.st_size : 0;
  const char *class = class_of(path), *operation = made ? "create" : cut ? "truncate" : "open";
  struct verdict verdict = begin(class, operation, 0);
  int fd = -1;
  if (verdict.error) errno = verdict.error;
  else {
    fd = (int)syscall(SYS_openat, folder, name, flags, mode);
    if (fd >= 0) {
      note(class, operation, 0, 0, path, NULL, NULL);
      give_back(cut);
      opened(fd, path);
    }
  }
  end(verdict, errno);
  return fd;
}

static int open_any(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  if (whole_path(folder, name, path)) return open_ours(folder, name, path, flags, mode);
  return (int)syscall(SYS_openat, folder, name, flags, mode);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *name, int flags, ...) { MODE(flags); return open_any(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(flags); return open_any(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE(flags); return open_any(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE(flags); return open_any(folder, name, flags, mode); }
int creat(const char *name, mode_t mode) { return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
  pthread_mutex_lock(&mutex);
  forget(fd);
  pthread_mutex_unlock(&mutex);
  return (int)syscall(SYS_close, fd);
}

/* A write at an offset, or at the current position (-1). */
static ssize_t write_ours(int fd, struct file *file, const void *bytes, size_t length, long long offset) {
  struct stat status;
  long long from = offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR);
  if (fstat(fd, &status) != 0) status.st_size = 0;
  if (offset < 0 && (fcntl(fd, F_GETFL) & O_APPEND)) from = status.st_size;
  long long growth = from + (long long)length - status.st_size;
  struct verdict verdict = begin(file->class, "write", growth);
  size_t wanted = verdict.kill == TORN ? length / 2 : length;
  ssize_t done = -1;
  if (verdict.error) errno = verdict.error;
  else {
    done = offset >= 0 ? syscall(SYS_pwrite64, fd, bytes, wanted, offset) : syscall(SYS_write, fd, bytes, wanted);
    if (done > 0) note(file->class, "write", from, (size_t)done, file->path, NULL, bytes);
  }
  end(verdict, errno);
  return done;
}

/* The result that a run prints is its promise that everything before it is durable. */
static void note_answer(const void *bytes, size_t length) {
  static const char mark[] = "\"event\":\"result\"";
  if (log_fd < 0 || !memmem(bytes, length, mark, sizeof mark - 1)) return;
  pthread_mutex_lock(&mutex);
  number++;
  note("stdout", "answer", 0, 0, "", NULL, NULL);
  pthread_mutex_unlock(&mutex);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct file *file = file_of(fd);
  if (file) return write_ours(fd, file, bytes, length, -1);
  if (fd == 1 && folder_count) note_answer(bytes, length);
  return syscall(SYS_write, fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  struct file *file = file_of(fd);
  ssize_t all = 0;
  if (fd == 1 && folder_count)
    for (int i = 0; i < count; i++) note_answer(parts[i].iov_base, parts[i].iov_len);
  if (!file) return syscall(SYS_writev, fd, parts, count);
  for (int i = 0; i < count; i++) {
    ssize_t done = write_ours(fd, file, parts[i].iov_base, parts[i].iov_len, -1);
    if (done < 0) return all > 0 ? all : -1;
    all += done;
  }
  return all;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  struct file *file = file_of(fd);
  return file ? write_ours(fd, file, bytes, length, offset) : syscall(SYS_pwrite64, fd, bytes, length, offset);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

static ssize_t pwritev_any(int fd, const struct iovec *parts, int count, off64_t offset) {
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t done = pwrite64(fd, parts[i].iov_base, parts[i].iov_len, offset + all);
    if (done < 0) return all > 0 ? all : -1;
    all += done;
  }
  return all;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev_any(fd, parts, count, offset); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev_any(fd, parts, count, offset); }

/* An event that either fails or is the call itself. */
#define GUARDED(class, operation, offset, length, path, second, call) \
  struct verdict verdict = begin(class, operation, 0); \
  long done = -1; \
  if (verdict.error) errno = verdict.error; \
  else { done = (call); if (done >= 0) note(class, operation, offset, length, path, second, NULL); } \
  end(verdict, errno); \
  return (int)done

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
  struct file *file = file_of(fd);
  if (!file) return syscall(SYS_pread64, fd, bytes, length, offset);
  struct verdict verdict = begin(file->class, "read", 0);
  ssize_t done = -1;
  if (verdict.error) errno = verdict.error;
  else {
    done = syscall(SYS_pread64, fd, bytes, length, offset);
    if (!recording) note(file->class, "read", offset, length, file->path, NULL, NULL);
  }
  end(verdict, errno);
  return done;
}
ssize_t pread(int fd, void *bytes, size_t length, off_t offset) { return pread64(fd, bytes, length, offset); }

ssize_t read(int fd, void *bytes, size_t length) {
  struct file *file = file_of(fd);
  if (!file) return syscall(SYS_read, fd, bytes, length);
  struct verdict verdict = begin(file->class, "read", 0);
  ssize_t done = -1;
  if (verdict.error) errno = verdict.error;
  else done = syscall(SYS_read, fd, bytes, length);
  end(verdict, errno);
  return done;
}

static int sync_any(int fd, long call) {
  struct file *file = file_of(fd);
  if (!file) return (int)syscall(call, fd);
  GUARDED(file->class, "sync", 0, 0, file->path, NULL, syscall(call, fd));
}
int fsync(int fd) { return sync_any(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_any(fd, SYS_fdatasync); }

int ftruncate64(int fd, off64_t length) {
  struct file *file = file_of(fd);
  struct stat status;
  if (!file) return (int)syscall(SYS_ftruncate, fd, length);
  long long before = fstat(fd, &status) == 0 ? status.st_size : 0;
  struct verdict verdict = begin(file->class, "truncate", 0);
  int done = -1;
  if (verdict.error) errno = verdict.error;
  else {
    done = (int)syscall(SYS_ftruncate, fd, length);
    if (done == 0 && length < before) give_back(before - length);
    if (done == 0) note(file->class, "truncate", length, 0, file->path, NULL, NULL);
  }
  end(verdict, errno);
  return done;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

/* The event has the class of the new name. */
static int rename_any(int from_folder, const char *from, int to_folder, const char *to) {
  char source[PATH_MAX], target[PATH_MAX];
  int ours = whole_path(from_folder, from, source) | whole_path(to_folder, to, target);
  if (!ours) return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
  GUARDED(class_of(target), "rename", 0, 0, source, target, syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
int rename(const char *from, const char *to) { return rename_any(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) { return rename_any(from_folder, from, to_folder, to); }

int link(const char *from, const char *to) {
  char source[PATH_MAX], target[PATH_MAX];
  int ours = whole_path(AT_FDCWD, from, source) | whole_path(AT_FDCWD, to, target);
  if (!ours) return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  GUARDED(class_of(target), "link", 0, 0, source, target, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

static int unlink_any(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  struct stat status;
  if (!whole_path(folder, name, path)) return (int)syscall(SYS_unlinkat, folder, name, flags);
  const char *class = class_of(path);
  long long size = lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 ? status.st_size : -1;
  struct verdict verdict = begin(class, "unlink", 0);
  int done = -1;
  if (verdict.error) errno = verdict.error;
  else {
    done = (int)syscall(SYS_unlinkat, folder, name, flags);
    if (done == 0) note(class, "unlink", 0, 0, path, NULL, NULL);
    if (done == 0 && size > 0) give_back(size);
  }
  end(verdict, errno);
  return done;
}
int unlink(const char *name) { return unlink_any(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return unlink_any(folder, name, flags); }
int rmdir(const char *name) { return unlink_any(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char *name) {
  int done = unlink_any(AT_FDCWD, name, 0);
  return done != 0 && errno == EISDIR ? unlink_any(AT_FDCWD, name, AT_REMOVEDIR) : done;
}

int mkdir(const char *name, mode_t mode) {
  char path[PATH_MAX];
  if (!whole_path(AT_FDCWD, name, path)) return (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
  GUARDED("folder", "create", 0, 0, path, NULL, syscall(SYS_mkdirat, AT_FDCWD, name, mode));
}
