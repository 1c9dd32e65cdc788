#include "support/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <vector>

#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::support {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kPermissions = 07777;

[[noreturn]] void cannot_read(const fs::path& path, const std::string& why) {
  throw InputError(path.string() + ": " + why, exit_code::kNoInput);
}

[[noreturn]] void cannot_write(const fs::path& path, int error) {
  throw InputError(path.string() + ": cannot be written: " + std::strerror(error ? error : EIO),
                   exit_code::kCannotWrite);
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }
  // Some file systems report only here that the disk is full. Returns an errno, or 0.
  int close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return ::close(descriptor) == 0 ? 0 : errno;
  }

 private:
  int descriptor_;
};

// Opens a regular file. Does not wait for the other end of a FIFO.
int open_regular(const fs::path& path, struct stat& status) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) cannot_read(path, std::strerror(errno));
  std::string why;
  if (::fstat(file, &status) != 0) {
    why = std::strerror(errno);
  } else if (S_ISDIR(status.st_mode)) {
    why = std::strerror(EISDIR);
  } else if (!S_ISREG(status.st_mode)) {
    why = "not a regular file";
  }
  if (why.empty()) return file;
  ::close(file);
  cannot_read(path, why);
}

// How a path is written.
struct Destination {
  enum class How { Replaced, Direct, Descriptor } how = How::Replaced;
  fs::path file = {};       // symbolic links followed; of Replaced and Direct
  int descriptor = -1;      // of this process, as /dev/stdout; of Descriptor
  bool exists = false;      // of Replaced
  struct stat status = {};  // if the file exists
};

// Follows symbolic links by hand: a link to an open file of this process (/dev/stdout, /proc/self/fd/1) looks like a
// link to the file, but the file must not be replaced below whoever has it open.
Destination destination_of(const fs::path& path) {
  Destination result;
  std::error_code error;
  const fs::path own_files = fs::canonical("/proc/self/fd", error);
  fs::path file = path;
  for (int links = 0;; ++links) {
    const fs::path parent = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
    if (error) cannot_write(path, error.value());
    if (links > 40) cannot_write(path, ELOOP);
    const std::string name = file.filename().string();
    if (parent == own_files) {
      const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), result.descriptor);
      if (wrong == std::errc{} && end == name.data() + name.size()) {
        result.how = Destination::How::Descriptor;
        return result;
      }
    }
    if (!fs::is_symlink(file, error)) break;
    const fs::path target = fs::read_symlink(file, error);
    if (error) cannot_write(path, error.value());
    file = target.is_absolute() ? target : file.parent_path() / target;
  }
  result.file = file;
  result.exists = ::stat(file.c_str(), &result.status) == 0;
  if (!result.exists) {
    if (errno != ENOENT) cannot_write(path, errno);
    if (!file.has_filename()) cannot_write(path, path.empty() ? ENOENT : EISDIR);
    return result;
  }
  if (S_ISDIR(result.status.st_mode)) cannot_write(path, EISDIR);
  if (!S_ISREG(result.status.st_mode)) result.how = Destination::How::Direct;
  return result;
}

// A new file in `directory`, with the permissions that every new file gets. Returns -1 and sets errno on errors.
int create_beside(const fs::path& directory, fs::path& name) {
  static std::atomic<unsigned> made{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = directory / fmt::format(".janus-{}-{}.tmp", ::getpid(), made++);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// Whether the directory does not allow new files, but an existing file in it may be writable.
bool no_new_files(int error) { return error == EACCES || error == EPERM || error == EROFS; }

// These two return an errno, or 0.
int write_directly(const fs::path& path, const std::string& text) {
  File file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (file.get() < 0) return errno;
  if (const int error = write_all(file.get(), text)) return error;
  return file.close();
}

int make_durable(const fs::path& directory) {
  File file(::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() < 0) return errno;
  if (::fsync(file.get()) != 0 && errno != EINVAL) return errno;  // some file systems cannot
  return 0;
}

int replace(const Destination& destination, const std::string& text, bool durable) {
  if (destination.exists && ::access(destination.file.c_str(), W_OK) != 0) return errno;
  fs::path beside;
  File file(create_beside(destination.file.parent_path(), beside));
  if (file.get() < 0) {
    if (destination.exists && no_new_files(errno)) return write_directly(destination.file, text);
    return errno;
  }
  int error = write_all(file.get(), text);
  if (!error && destination.exists) {
    // Only root can keep another owner; for everybody else the file becomes theirs.
    const struct stat& before = destination.status;
    if (::fchown(file.get(), before.st_uid, before.st_gid) != 0) errno = 0;
    if (::fchmod(file.get(), before.st_mode & kPermissions) != 0) error = errno;
  }
  if (!error && durable && ::fsync(file.get()) != 0) error = errno;
  if (const int late = file.close(); !error) error = late;
  if (!error && ::rename(beside.c_str(), destination.file.c_str()) != 0) error = errno;
  if (error) {
    ::unlink(beside.c_str());
  } else if (durable) {
    error = make_durable(destination.file.parent_path());
  }
  return error;
}

// Returns an errno, or 0.
int try_to_create(const fs::path& directory) {
  fs::path name;
  const File file(create_beside(directory.empty() ? "." : directory, name));
  if (file.get() < 0) return errno;
  ::unlink(name.c_str());
  return 0;
}

}  // namespace

std::string read_text_file(const fs::path& path) {
  struct stat status {};
  const File file(open_regular(path, status));
  std::string text;
  text.reserve(static_cast<std::size_t>(status.st_size));
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count == 0) return text;
    if (count > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      cannot_read(path, std::strerror(errno));
    }
  }
}

void require_regular_file(const fs::path& path) {
  struct stat status {};
  const File file(open_regular(path, status));
}

namespace {

void write_file(const fs::path& path, const std::string& text, bool durable) {
  const Destination destination = destination_of(path);
  int error = 0;
  switch (destination.how) {
    case Destination::How::Descriptor: error = write_all(destination.descriptor, text); break;
    case Destination::How::Direct: error = write_directly(destination.file, text); break;
    case Destination::How::Replaced: error = replace(destination, text, durable); break;
  }
  if (error) cannot_write(path, error);
}

}  // namespace

void write_text_file(const fs::path& path, const std::string& text) { write_file(path, text, false); }

void write_durable_file(const fs::path& path, const std::string& text) { write_file(path, text, true); }

void require_writable_file(const fs::path& path) {
  const Destination destination = destination_of(path);
  if (destination.how == Destination::How::Descriptor) {
    const int flags = ::fcntl(destination.descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) cannot_write(path, EBADF);
    return;
  }
  const bool exists = destination.exists;
  if (exists && ::access(destination.file.c_str(), W_OK) != 0) cannot_write(path, errno);
  if (destination.how == Destination::How::Direct) return;
  const int error = try_to_create(destination.file.parent_path());
  if (error && !(exists && no_new_files(error))) cannot_write(path, error);
}

// Looks at the innermost directory that exists. None is made for the look: to take it away again would take it from a
// program that has begun at the same time.
void require_writable_directory(const fs::path& path) {
  fs::path directory = path.has_filename() ? path : path.parent_path();
  struct stat status {};
  while (::stat(directory.empty() ? "." : directory.c_str(), &status) != 0) {
    const int error = errno;
    const bool is_there = ::lstat(directory.c_str(), &status) == 0;  // a link to what does not exist,
    if (is_there && !S_ISLNK(status.st_mode)) continue;              // or somebody has made it since
    if (error != ENOENT || is_there || directory.empty()) cannot_write(path, error);
    directory = directory.parent_path();
  }
  const int error = S_ISDIR(status.st_mode) ? try_to_create(directory) : ENOTDIR;
  if (error) cannot_write(path, error);
}

}  // namespace janus::support
