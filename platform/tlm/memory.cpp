#include "prototype/memory.h"

#include <algorithm>
#include <cstring>

#include "prototype/payload.h"

namespace janus::prototype {

Memory::Memory(sc_core::sc_module_name name, Contents contents, bool dmi)
    : sc_module(name), contents_(contents), dmi_(dmi) {
  socket.register_b_transport(this, &Memory::b_transport);
  socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
  socket.register_transport_dbg(this, &Memory::transport_dbg);
}

void Memory::copy(tlm::tlm_generic_payload& transaction, std::size_t length) {
  std::uint8_t* host = contents_.bytes + transaction.get_address();
  if (transaction.is_read()) std::memcpy(transaction.get_data_ptr(), host, length);
  if (transaction.is_write()) std::memcpy(host, transaction.get_data_ptr(), length);
}

void Memory::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
  tlm::tlm_response_status status = plain_access(transaction);
  if (!permits(transaction)) status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (status == tlm::TLM_OK_RESPONSE) copy(transaction, transaction.get_data_length());
  transaction.set_dmi_allowed(dmi_ && status == tlm::TLM_OK_RESPONSE);
  transaction.set_response_status(status);
}

bool Memory::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.set_start_address(0);
  dmi.set_end_address(contents_.size - 1);
  if (!dmi_) return false;
  dmi.set_dmi_ptr(contents_.bytes);
  if (contents_.writable == 0) {
    dmi.allow_read();
  } else {
    dmi.allow_read_write();
  }
  return true;
}

unsigned Memory::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t offset = transaction.get_address();
  if (offset >= contents_.size) return 0;
  const auto length =
      static_cast<unsigned>(std::min<std::uint64_t>(transaction.get_data_length(), contents_.size - offset));
  copy(transaction, length);
  return length;
}

}  // namespace janus::prototype
