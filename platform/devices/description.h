// What a device holds, for people: a line for each register, changing nothing, since the device is a copy.
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
