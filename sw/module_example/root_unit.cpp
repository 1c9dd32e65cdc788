// A unit that takes square roots: firmware stores a number to VALUE, and 500 nanoseconds later its root, rounded down,
// is in ROOT and the interrupt line is high until ROOT is read. STATUS is 1 meanwhile. One number at a time: a store
// that comes earlier is an error.
//
//   0x0 VALUE (write only)   0x4 ROOT (read only)   0x8 STATUS (read only)
#include <janus_module.h>

#include <cstdint>
#include <cstring>

class RootUnit : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RootUnit);
  tlm_utils::simple_target_socket<RootUnit> socket{"socket"};
  sc_core::sc_out<bool> interrupt{"interrupt"};

  explicit RootUnit(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &RootUnit::access);
    SC_THREAD(compute);
  }

 private:
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (transaction.get_data_length() != 4) return;
    std::uint32_t word = 0;
    if (transaction.is_write()) {
      if (transaction.get_address() != 0 || busy_) return;
      std::memcpy(&value_, transaction.get_data_ptr(), 4);
      busy_ = true;
      start_.notify();
    } else {
      if (transaction.get_address() == 4) {
        word = root_;
        interrupt.write(false);
      } else if (transaction.get_address() == 8) {
        word = busy_;
      } else {
        return;
      }
      std::memcpy(transaction.get_data_ptr(), &word, 4);
    }
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  void compute() {
    while (true) {
      wait(start_);
      wait(500, sc_core::SC_NS);
      root_ = 0;
      for (std::uint32_t bit = 1U << 15; bit != 0; bit >>= 1) {
        const std::uint64_t more = root_ | bit;
        if (more * more <= value_) root_ |= bit;
      }
      busy_ = false;
      interrupt.write(true);
    }
  }

  sc_core::sc_event start_;
  std::uint32_t value_ = 0, root_ = 0;
  bool busy_ = false;
};

JANUS_MODULE(RootUnit)
