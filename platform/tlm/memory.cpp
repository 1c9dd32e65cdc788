#include "prototype/memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "prototype/payload.h"

namespace janus::prototype {

Memory::Memory(sc_core::sc_module_name name, std::uint32_t size, bool dmi)
    : sc_module(name), size_(size), dmi_(dmi), bytes_(static_cast<std::uint8_t*>(std::calloc(size, 1))) {
  if (!bytes_) throw std::bad_alloc();
  socket.register_b_transport(this, &Memory::b_transport);
  socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
  socket.register_transport_dbg(this, &Memory::transport_dbg);
}

void Memory::copy(tlm::tlm_generic_payload& transaction, std::size_t length) {
  std::uint8_t* host = bytes() + transaction.get_address();
  if (transaction.is_read()) std::memcpy(transaction.get_data_ptr(), host, length);
  if (transaction.is_write()) std::memcpy(host, transaction.get_data_ptr(), length);
}

void Memory::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
  tlm::tlm_response_status status = plain_access(transaction);
  if (!contains(transaction.get_address(), transaction.get_data_length())) status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (status == tlm::TLM_OK_RESPONSE) copy(transaction, transaction.get_data_length());
  transaction.set_dmi_allowed(dmi_ && status == tlm::TLM_OK_RESPONSE);
  transaction.set_response_status(status);
}

bool Memory::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.set_start_address(0);
  dmi.set_end_address(size_ - 1);
  if (!dmi_) return false;
  dmi.set_dmi_ptr(bytes());
  dmi.allow_read_write();
  return true;
}

unsigned Memory::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t offset = transaction.get_address();
  if (offset >= size_) return 0;
  const auto length = static_cast<unsigned>(std::min<std::uint64_t>(transaction.get_data_length(), size_ - offset));
  copy(transaction, length);
  return length;
}

}  // namespace janus::prototype
