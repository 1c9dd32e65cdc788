#include "prototype/bus.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/contract.h"

namespace janus::prototype {

Bus::Bus(sc_core::sc_module_name name) : sc_module(name) {
  target.register_b_transport(this, &Bus::b_transport);
  target.register_get_direct_mem_ptr(this, &Bus::get_direct_mem_ptr);
  target.register_transport_dbg(this, &Bus::transport_dbg);
}

void Bus::attach(devices::Region region, tlm::tlm_target_socket<32>& device) {
  for (const Port& port : ports_) {
    if (region.size == 0 || port.region.size == 0) continue;
    JANUS_REQUIRE(!port.region.contains(region.base) && !region.contains(port.region.base));
  }
  const auto index = static_cast<int>(ports_.size());
  auto socket = std::make_unique<Initiator>(fmt::format("port_{}", index).c_str());
  socket->register_invalidate_direct_mem_ptr(this, &Bus::invalidate_direct_mem_ptr, index);
  socket->bind(device);
  ports_.push_back({region, std::move(socket)});
}

void Bus::attach_master(tlm::tlm_initiator_socket<32>& master, Written written) {
  const auto index = static_cast<int>(masters_.size());
  auto socket = std::make_unique<tlm_utils::simple_target_socket_tagged<Bus>>(fmt::format("master_{}", index).c_str());
  socket->register_b_transport(this, &Bus::transport_of_master, index);
  socket->register_transport_dbg(this, &Bus::debug_of_master, index);
  master.bind(*socket);
  masters_.push_back({std::move(socket), std::move(written)});
}

void Bus::transport_of_master(int master, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  b_transport(transaction, delay);
  transaction.set_dmi_allowed(false);
  if (transaction.is_write() && transaction.is_response_ok())
    masters_[static_cast<std::size_t>(master)].written(home(transaction), transaction.get_data_length());
}

unsigned Bus::debug_of_master(int, tlm::tlm_generic_payload& transaction) { return transport_dbg(transaction); }

std::uint64_t Bus::home(const tlm::tlm_generic_payload& transaction) const {
  const std::uint64_t address = transaction.get_address();
  if (!map_ || address >> 32) return address;
  return map_->home(static_cast<std::uint32_t>(address), transaction.get_data_length());
}

const Bus::Port* Bus::decode(std::uint64_t address) const {
  if (address >> 32) return nullptr;
  for (const Port& port : ports_) {
    if (port.region.contains(static_cast<std::uint32_t>(address))) return &port;
  }
  return nullptr;
}

void Bus::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const std::uint64_t shown = transaction.get_address(), address = home(transaction);
  const Port* port = decode(address);
  if (!port) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  transaction.set_address(address - port->region.base);
  (*port->socket)->b_transport(transaction, delay);
  transaction.set_address(shown);
}

bool Bus::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  const std::uint64_t address = transaction.get_address();
  const Port* port = decode(address);
  if (!port) return false;
  const auto [base, size] = port->region;
  transaction.set_address(address - base);
  const bool granted = (*port->socket)->get_direct_mem_ptr(transaction, dmi);
  transaction.set_address(address);
  dmi.set_end_address(base + std::min<std::uint64_t>(dmi.get_end_address(), size - 1));
  dmi.set_start_address(base + std::min<std::uint64_t>(dmi.get_start_address(), size - 1));
  return granted;
}

unsigned Bus::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t address = transaction.get_address();
  const Port* port = decode(address);
  if (!port) return 0;
  transaction.set_address(address - port->region.base);
  const unsigned length = (*port->socket)->transport_dbg(transaction);
  transaction.set_address(address);
  return length;
}

void Bus::invalidate_direct_mem_ptr(int port, sc_dt::uint64 start, sc_dt::uint64 end) {
  const auto [base, size] = ports_[static_cast<std::size_t>(port)].region;
  const auto translated = [&](sc_dt::uint64 offset) { return base + std::min<sc_dt::uint64>(offset, size - 1); };
  target->invalidate_direct_mem_ptr(translated(start), translated(end));
}

}  // namespace janus::prototype
