// A memory: bytes behind a TLM-2.0 target socket, with DMI if `dmi`. Accesses take no SystemC time: the timing profile
// says what they cost.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>

namespace janus::prototype {

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  // An access begins in the first `size` bytes, and may reach behind them as far as other memories go on there: to the
  // end of the first `readable` bytes if it reads, of the first `writable` bytes if it writes; 0: all writes are
  // refused. `bytes` must outlive the memory.
  struct Contents {
    std::uint8_t* bytes;
    std::uint32_t size, readable, writable;
  };
  Memory(sc_core::sc_module_name name, Contents contents, bool dmi);

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  bool permits(const tlm::tlm_generic_payload& transaction) const {
    const std::uint64_t offset = transaction.get_address(), end = offset + transaction.get_data_length();
    return offset < contents_.size && end <= (transaction.is_write() ? contents_.writable : contents_.readable);
  }
  void copy(tlm::tlm_generic_payload& transaction, std::size_t length);

  Contents contents_;
  bool dmi_;
};

}  // namespace janus::prototype
