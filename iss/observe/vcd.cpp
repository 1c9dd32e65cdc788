#include "observe/vcd.h"

#include <fmt/format.h>

#include <cerrno>
#include <iterator>

#include "support/contract.h"

namespace janus::observe {
namespace {

// Section 18.2.1: an identifier code is made of the printable characters ! to ~. The shortest codes come first.
std::string identifier_code(std::size_t index) {
  std::string code;
  for (;; index = index / 94 - 1) {
    code.push_back(static_cast<char>('!' + index % 94));
    if (index < 94) return code;
  }
}

}  // namespace

Vcd::Vcd(std::FILE* out, std::string_view comment) : out_(out) {
  text_ = fmt::format("$version janus $end\n$comment\n{}\n$end\n$timescale 1 ps $end\n", comment);
}

Vcd::Signal Vcd::declare(std::string_view scope, std::string_view name, unsigned width) {
  JANUS_REQUIRE(!dumped_ && now_ == 0 && width >= 1 && width <= 32);
  if (scope_ != scope) {
    if (!scope_.empty()) text_ += "$upscope $end\n";
    text_ += fmt::format("$scope module {} $end\n", scope);
    scope_ = scope;
  }
  waves_.push_back({identifier_code(waves_.size()), width});
  const std::string range = width == 1 ? "" : fmt::format(" [{}:0]", width - 1);
  text_ += fmt::format("$var wire {} {} {}{} $end\n", width, waves_.back().code, name, range);
  return waves_.size() - 1;
}

void Vcd::append_first_values() {
  if (!scope_.empty()) text_ += "$upscope $end\n";
  text_ += "$enddefinitions $end\n#0\n$dumpvars\n";
  for (Wave& wave : waves_) append(wave);
  text_ += "$end\n";
  dumped_ = true;
}

void Vcd::append_changes() {
  for (const Signal signal : touched_) {
    Wave& wave = waves_[signal];
    if (wave.value == wave.written) {
      wave.touched = false;
      continue;
    }
    if (last_ != now_) fmt::format_to(std::back_inserter(text_), "#{}\n", now_);
    last_ = now_;
    append(wave);
  }
}

void Vcd::append(Wave& wave) {
  const bool known = wave.value != kUnknown;
  if (wave.width == 1) {
    text_ += !known ? 'x' : wave.value ? '1' : '0';
  } else if (known) {
    fmt::format_to(std::back_inserter(text_), "b{:b} ", wave.value);
  } else {
    text_ += "bx ";
  }
  text_ += wave.code;
  text_ += '\n';
  wave.written = wave.value;
  wave.touched = false;
}

void Vcd::write_changes() {
  if (dumped_) {
    append_changes();
  } else {
    append_first_values();
  }
  touched_.clear();
  write();
}

void Vcd::write() {
  if (text_.empty()) return;
  errno = 0;
  if (std::fwrite(text_.data(), 1, text_.size(), out_) != text_.size() && !error_) error_ = errno ? errno : EIO;
  text_.clear();
}

void Vcd::move_to(Picoseconds time) {
  JANUS_REQUIRE(time > now_);
  if (!touched_.empty() || !dumped_) write_changes();
  now_ = time;
}

void Vcd::finish(Picoseconds time) {
  at(time);
  write_changes();
  if (last_ != now_) text_ = fmt::format("#{}\n", now_);  // so that viewers draw the last values up to the end
  write();
  errno = 0;
  if (std::fflush(out_) != 0 && !error_) error_ = errno ? errno : EIO;
}

}  // namespace janus::observe
