#include "app/random_inputs.h"

namespace janus::app {

void RandomInputs::next_input(std::uint32_t, std::uint8_t* bytes, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(generator_());
}

}  // namespace janus::app
