#include "devices/test_finisher.h"

namespace janus::devices {

bool TestFinisher::write(std::uint32_t offset, unsigned size, std::uint32_t value) {
  if (offset != 0 || size < 2) return offset == 0;
  switch (value & 0xffff) {
    case 0x5555:
    case 0x7777: exit_code_ = 0; break;
    case 0x3333: exit_code_ = value >> 16 ? value >> 16 : 1; break;
    default: break;
  }
  return true;
}

}  // namespace janus::devices
