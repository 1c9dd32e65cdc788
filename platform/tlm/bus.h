// The interconnect: one target socket, and one initiator socket for each region, selected by address. The bus adds no
// time and never blocks. A target sees a transaction's address as an offset into its region; when the transaction
// returns, the address is the initiator's again.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <systemc>
#include <vector>

#include "devices/memory_map.h"

namespace janus::prototype {

class Bus : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Bus> target{"target"};

  explicit Bus(sc_core::sc_module_name name);

  // Places a target at a region, which must not overlap another region (contract). Call before elaboration ends. The
  // bus searches regions in the order of attaching. The target must outlive the bus.
  void attach(devices::Region region, tlm::tlm_target_socket<32>& device);

 private:
  using Initiator = tlm_utils::simple_initiator_socket_tagged<Bus>;
  struct Port {
    devices::Region region;
    std::unique_ptr<Initiator> socket;
  };

  const Port* decode(std::uint64_t address) const;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  void invalidate_direct_mem_ptr(int port, sc_dt::uint64 start, sc_dt::uint64 end);

  std::vector<Port> ports_;
};

}  // namespace janus::prototype
