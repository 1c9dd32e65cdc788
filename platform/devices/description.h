// The registers of a device as text for users, a line for each. Works on a copy, so reading has no side effects.
#pragma once

#include <string>

#include "devices/clint.h"
#include "devices/plic.h"
#include "devices/test_finisher.h"
#include "devices/uart16550.h"

namespace janus::devices {

std::string describe(TestFinisher finisher);
std::string describe(Clint clint);
std::string describe(Plic plic);
std::string describe(Uart16550 uart);

}  // namespace janus::devices
