// Random values for symbolic inputs. The same seed gives the same run, on every host.
#pragma once

#include <random>

#include "hart/bus.h"

namespace janus::app {

class RandomInputs : public hart::InputSource {
 public:
  explicit RandomInputs(std::uint64_t seed) : generator_(seed) {}
  void next_input(std::uint32_t pc, std::uint8_t* bytes, std::uint32_t size) override;

 private:
  std::mt19937_64 generator_;  // the C++ standard fixes its sequence
};

}  // namespace janus::app
