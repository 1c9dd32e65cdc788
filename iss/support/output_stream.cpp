#include "support/output_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::support {

OutputStream::OutputStream(const std::string& path, std::function<void()> failed)
    : name_(path == "-" ? "standard error" : path), failed_(std::move(failed)) {
  errno = 0;
  descriptor_ = path == "-" ? STDERR_FILENO : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw InputError(write_error(name_, errno), exit_code::kCannotWrite);
  file_ = ::fopencookie(this, "w", {.read = nullptr, .write = &OutputStream::write, .seek = nullptr, .close = nullptr});
  if (!file_) throw std::bad_alloc();
  if (descriptor_ == STDERR_FILENO) std::setvbuf(file_, nullptr, _IOLBF, BUFSIZ);
}

OutputStream::~OutputStream() {
  std::fclose(file_);
  if (descriptor_ != STDERR_FILENO) ::close(descriptor_);
}

// A write of a stream made by fopencookie() returns 0 for an error.
ssize_t OutputStream::write(void* stream, const char* bytes, std::size_t size) {
  auto& self = *static_cast<OutputStream*>(stream);
  if (self.error_) return 0;
  self.error_ = write_all(self.descriptor_, {bytes, size});
  if (!self.error_) return static_cast<ssize_t>(size);
  self.failed_();
  return 0;
}

void OutputStream::finish() {
  std::fflush(file_);
  if (error_) throw InputError(write_error(name_, error_), exit_code::kCannotWrite);
}

}  // namespace janus::support
