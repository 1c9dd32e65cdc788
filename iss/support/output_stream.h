// A file that is written while something runs, such as a trace, and that tells when it cannot be written any more, so
// that an endless run does not go on for nobody.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace janus::support {

class OutputStream {
 public:
  // Creates the file, or writes to standard error, line by line, if `path` is "-". Throws InputError (kCannotWrite).
  // `failed` is called once, by the write that fails.
  OutputStream(const std::string& path, std::function<void()> failed);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  std::FILE* file() { return file_; }
  // Writes what is left. Throws InputError (kCannotWrite) if this, or an earlier write, failed.
  void finish();

 private:
  static ssize_t write(void* stream, const char* bytes, std::size_t size);

  const std::string name_;
  const std::function<void()> failed_;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first write that failed
  std::FILE* file_ = nullptr;
};

}  // namespace janus::support
