#include "support/host_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "support/error.h"

namespace janus::support {
namespace {

// An open file of the host, or none.
class OpenFile {
 public:
  explicit OpenFile(int file) : file_(file) {}
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return file_; }
  // Its size, if it is a regular file; otherwise nothing, and errno says why not.
  std::optional<std::uint64_t> regular_size() const {
    struct stat status {};
    if (file_ < 0 || ::fstat(file_, &status) != 0) return std::nullopt;
    if (S_ISREG(status.st_mode)) return static_cast<std::uint64_t>(status.st_size);
    errno = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
    return std::nullopt;
  }

 private:
  int file_;
};

// What a symbolic link is to the firmware: nothing that it may open.
int error_now() { return errno == ELOOP || errno == EMLINK ? EACCES : errno; }

constexpr int kSafely = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

}  // namespace

HostDirectory::HostDirectory(const std::string& path, Writes writes)
    : directory_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), writes_(writes) {
  if (directory_ < 0) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)), exit_code::kNoInput);
}

HostDirectory::~HostDirectory() { ::close(directory_); }

std::optional<std::string> HostDirectory::name_below(std::string_view name) {
  std::string usual;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == ".." || part.find('\0') != std::string_view::npos) return std::nullopt;
    if (!usual.empty()) usual += '/';
    usual += part;
  }
  return usual.empty() ? std::nullopt : std::optional(usual);
}

// The directory that a name is in; -1, and errno says why, if there is none. The caller closes it.
int HostDirectory::open_parent(const std::string& name, std::string& last) const {
  int parent = ::fcntl(directory_, F_DUPFD_CLOEXEC, 0);
  std::size_t begin = 0;
  for (std::size_t slash = name.find('/'); parent >= 0 && slash != std::string::npos; slash = name.find('/', begin)) {
    const int next = ::openat(parent, name.substr(begin, slash - begin).c_str(), O_RDONLY | O_DIRECTORY | kSafely);
    const int error = errno;
    ::close(parent);
    errno = error;
    parent = next;
    begin = slash + 1;
  }
  last = name.substr(begin);
  return parent;
}

HostDirectory::Bytes HostDirectory::read(const std::string& name, int& error) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = known_.try_emplace(name);
  Known& known = entry->second;
  if (is_new) {
    std::string last;
    const OpenFile parent(open_parent(name, last));
    const OpenFile file(parent.get() < 0 ? -1 : ::openat(parent.get(), last.c_str(), O_RDONLY | kSafely));
    const auto size = file.regular_size();
    if (!size) {
      known.error = error_now();
    } else if (*size > kMostBytes) {
      known.error = EFBIG;
    } else {
      std::vector<std::uint8_t> bytes(*size);
      std::size_t done = 0;
      while (done < bytes.size()) {
        const ssize_t got = ::pread(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) known.error = errno;
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
      }
      bytes.resize(done);
      if (!known.error) known.bytes = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
    }
  }
  error = known.error;
  return known.bytes;
}

int HostDirectory::has_parent(const std::string& name) {
  std::string last;
  const OpenFile parent(open_parent(name, last));
  return parent.get() < 0 ? error_now() : 0;
}

int HostDirectory::create(const std::string& name) { return write(name, 0, {}, 0); }

int HostDirectory::write(const std::string& name, std::uint32_t offset, std::span<const std::uint8_t> bytes,
                         std::uint32_t total) {
  if (writes_ == Writes::Nothing) return 0;
  std::string last;
  const OpenFile parent(open_parent(name, last));
  const OpenFile file(parent.get() < 0 ? -1 : ::openat(parent.get(), last.c_str(), O_WRONLY | O_CREAT | kSafely, 0666));
  const auto size = file.regular_size();
  if (!size) return error_now();
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t put =
        ::pwrite(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    done += static_cast<std::size_t>(put);
  }
  return *size != total && ::ftruncate(file.get(), total) != 0 ? errno : 0;
}

int HostDirectory::remove(const std::string& name) {
  if (writes_ == Writes::Nothing) return 0;
  std::string last;
  const OpenFile parent(open_parent(name, last));
  return parent.get() < 0 || ::unlinkat(parent.get(), last.c_str(), 0) != 0 ? error_now() : 0;
}

int HostDirectory::rename(const std::string& from, const std::string& to) {
  if (writes_ == Writes::Nothing) return 0;
  std::string last_from, last_to;
  const OpenFile parent(open_parent(from, last_from)), other(open_parent(to, last_to));
  const bool there = parent.get() >= 0 && other.get() >= 0;
  return !there || ::renameat(parent.get(), last_from.c_str(), other.get(), last_to.c_str()) != 0 ? error_now() : 0;
}

}  // namespace janus::support
