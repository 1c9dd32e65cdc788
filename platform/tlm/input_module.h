// In the place of a module of a user's own when a path is replayed in which its reads were inputs: gives these inputs,
// one for each read of the core. Writes have no effect, and a debugger sees nothing.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <systemc>

#include "devices/foreign_module.h"
#include "prototype/payload.h"

namespace janus::prototype {

class InputModule : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<InputModule> socket{"socket"};

  // `inputs` must outlive the module.
  InputModule(sc_core::sc_module_name name, devices::Region region, hart::InputSource& inputs)
      : sc_module(name), reads_(region, inputs) {
    socket.register_b_transport(this, &InputModule::b_transport);
  }

 private:
  // The accesses of a core have 1, 2 or 4 bytes.
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    tlm::tlm_response_status status = plain_access(transaction);
    const unsigned size = transaction.get_data_length();
    if (status == tlm::TLM_OK_RESPONSE && size > sizeof(std::uint32_t)) status = tlm::TLM_BURST_ERROR_RESPONSE;
    if (status == tlm::TLM_OK_RESPONSE && transaction.is_read()) {
      const auto value = reads_.read(static_cast<std::uint32_t>(transaction.get_address()), size);
      std::memcpy(transaction.get_data_ptr(), &value->bits, size);
    }
    transaction.set_response_status(status);
  }

  devices::ForeignReads reads_;
};

}  // namespace janus::prototype
