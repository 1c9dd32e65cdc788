// How the terminal sees a device that sends bytes to it.
#pragma once

#include <vector>

#include "prototype/device_module.h"
#include "prototype/uart_terminal.h"

namespace janus::prototype {

template <class D>
std::optional<std::uint8_t> taken_from(DeviceModule<D>& module) {
  if constexpr (requires { module.device().take_received(); }) {
    if (const auto datum = module.device().take_received()) return static_cast<std::uint8_t>(datum->bits);
  }
  return std::nullopt;
}

// Adds the port of a device, if the device sends bytes. It receives bytes from the terminal if it can.
template <class D>
void add_port(std::vector<SerialPort>& ports, DeviceModule<D>& module) {
  if constexpr (requires { module.device().take_sent(); }) {
    SerialPort port{[&module] { return module.device().take_sent(); }, [] { return false; }, [](std::uint8_t) {},
                    [] { return std::nullopt; }, [&module] { module.changed(); }};
    if constexpr (requires(std::uint8_t byte) { module.device().receive(byte); }) {
      port.can_receive = [&module] { return module.device().can_receive(); };
      port.receive = [&module](std::uint8_t byte) { module.device().receive(byte); };
      port.take_received = [&module] { return taken_from(module); };
    }
    ports.push_back(std::move(port));
  }
}

}  // namespace janus::prototype
