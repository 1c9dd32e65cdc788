// RAM: bytes behind a TLM-2.0 target socket, initially zero, with DMI if `dmi`. Accesses take no SystemC time: the
// timing profile says what they cost.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <systemc>

namespace janus::prototype {

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  // `size` in bytes. The host allocates pages only when they are touched. Throws std::bad_alloc.
  Memory(sc_core::sc_module_name name, std::uint32_t size, bool dmi);

  std::uint8_t* bytes() { return bytes_.get(); }
  std::uint32_t size() const { return size_; }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  bool contains(std::uint64_t offset, std::uint64_t length) const {
    return length <= size_ && offset <= size_ - length;
  }
  void copy(tlm::tlm_generic_payload& transaction, std::size_t length);

  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  std::uint32_t size_;
  bool dmi_;
  std::unique_ptr<std::uint8_t, Free> bytes_;
};

}  // namespace janus::prototype
