// The interconnect: a target socket for the core and one for each other master, and an initiator socket for each
// region, selected by address. The bus adds no time and never blocks. A target sees a transaction's address as an
// offset into its region; when the transaction returns, the address is the initiator's again.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "devices/memory_map.h"
#include "hart/address_map.h"

namespace janus::prototype {

class Bus : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Bus> target{"target"};

  explicit Bus(sc_core::sc_module_name name);

  // Places a target at a region, which must not overlap another region (contract). Call before elaboration ends. The
  // bus searches regions in the order of attaching. The target must outlive the bus.
  void attach(devices::Region region, tlm::tlm_target_socket<32>& device);
  // Lets accesses to aliases go to where memory has the bytes. `map` may be null.
  void follow(std::shared_ptr<const hart::AddressMap> map) { map_ = std::move(map); }
  // Connects another master, which has no DMI. `written` is called with the address and the number of bytes of each of
  // its writes that succeeded. Call before elaboration ends.
  using Written = std::function<void(std::uint64_t, unsigned)>;
  void attach_master(tlm::tlm_initiator_socket<32>& master, Written written);

 private:
  using Initiator = tlm_utils::simple_initiator_socket_tagged<Bus>;
  struct Port {
    devices::Region region;
    std::unique_ptr<Initiator> socket;
  };

  std::uint64_t home(const tlm::tlm_generic_payload& transaction) const;
  const Port* decode(std::uint64_t address) const;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  void invalidate_direct_mem_ptr(int port, sc_dt::uint64 start, sc_dt::uint64 end);

  struct Master {
    std::unique_ptr<tlm_utils::simple_target_socket_tagged<Bus>> socket;
    Written written;
  };
  void transport_of_master(int master, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned debug_of_master(int master, tlm::tlm_generic_payload& transaction);

  std::shared_ptr<const hart::AddressMap> map_;  // null: no aliases
  std::vector<Port> ports_;
  std::vector<Master> masters_;
};

}  // namespace janus::prototype
