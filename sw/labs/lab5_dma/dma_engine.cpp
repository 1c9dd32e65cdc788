// A DMA engine: copies words in memory while the core does something else. The registers are there; what they do is
// yours.
#include <janus_module.h>

#include <cstdint>
#include <cstring>

class DmaEngine : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(DmaEngine);
  tlm_utils::simple_target_socket<DmaEngine> socket{"socket"};     // the core's accesses to the registers
  tlm_utils::simple_initiator_socket<DmaEngine> memory{"memory"};  // the engine's accesses to the bus
  sc_core::sc_out<bool> interrupt{"interrupt"};

  explicit DmaEngine(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &DmaEngine::access);
  }

 private:
  enum Register : std::uint64_t { kSource = 0x0, kTarget = 0x4, kCount = 0x8, kControl = 0xc, kStatus = 0x10 };

  // Registers are read and written as words.
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    const std::uint64_t offset = transaction.get_address();
    if (transaction.get_data_length() != 4 || offset % 4 != 0 || offset > kStatus) {
      transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    std::uint32_t& word = registers_[offset / 4];
    if (transaction.is_read()) std::memcpy(transaction.get_data_ptr(), &word, 4);
    if (transaction.is_write()) std::memcpy(&word, transaction.get_data_ptr(), 4);
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  // The word at an address of the bus.
  std::uint32_t load(std::uint32_t address) {
    std::uint32_t word = 0;
    transfer(tlm::TLM_READ_COMMAND, address, word);
    return word;
  }
  void store(std::uint32_t address, std::uint32_t word) { transfer(tlm::TLM_WRITE_COMMAND, address, word); }

  void transfer(tlm::tlm_command command, std::uint32_t address, std::uint32_t& word) {
    tlm::tlm_generic_payload transaction;
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    transaction.set_data_length(4);
    transaction.set_streaming_width(4);
    sc_core::sc_time delay;
    memory->b_transport(transaction, delay);
    if (!transaction.is_response_ok()) SC_REPORT_ERROR("dma", "the bus has nothing at that address");
  }

  std::uint32_t registers_[5] = {};
};

JANUS_MODULE(DmaEngine)
