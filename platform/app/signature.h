// The signature of a firmware: its memory from begin_signature to end_signature, as conformance suites compare it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output_errors.h"
#include "engine/explore/exploration.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// The signature of one firmware, and the file it goes to: one 32-bit word in each line, in hexadecimal.
class Signature {
 public:
  // `file`: - is standard output. Throws support::InputError if the firmware lacks one of the symbols, if they do not
  // enclose whole words, or (kCannotWrite) if the file cannot be written.
  Signature(const support::FirmwareImage& image, std::string file);

  // After a run. Throws support::InputError if the signature does not lie in memory, or (kCannotWrite).
  void write(prototype::Platform& platform) const;

  std::uint32_t begin() const { return begin_; }
  std::uint32_t size() const { return size_; }
  // Writes size() bytes. Throws support::InputError (kCannotWrite).
  void write(std::span<const std::uint8_t> bytes) const;
  // Why there is no signature, as an error of this file (kCannotWrite).
  support::InputError missing(const std::string& why) const;

 private:
  const std::string firmware_, file_;
  std::uint32_t begin_ = 0, size_ = 0;  // bytes
};

// The signature of an exploration: that of its only path.
class PathSignature {
 public:
  PathSignature(Signature signature, std::uint32_t ram_base) : signature_(std::move(signature)), ram_base_(ram_base) {}

  // For ExplorationEvents::on_end.
  void ended(const engine::ExecutionState& state, const engine::Ending& ending);
  // After the exploration. Throws support::InputError (kCannotWrite), also unless exactly one path was explored, which
  // ended normally with a signature that does not depend on symbolic input.
  void write(const engine::ExplorationResult& result) const;

 private:
  const Signature signature_;
  const std::uint32_t ram_base_;
  std::uint64_t ends_ = 0;
  std::string why_not_;  // of the first end; empty if bytes_ are its signature
  std::vector<std::uint8_t> bytes_;
};

}  // namespace janus::app
