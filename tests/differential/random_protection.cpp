#include "random_protection.h"

#include "hart/architectural_state.h"
#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {
namespace {

using isa::Opcode;
namespace csr = isa::csr;

constexpr std::uint32_t kAreaBytes = 0x4000;
constexpr std::uint32_t kLock = 0x80;
constexpr std::uint32_t kValue = 5, kAddress = 6, kWorkRegister = 7, kReturn = 26, kLog = 30;

class Writer {
 public:
  Writer(std::uint64_t seed, const support::FirmwareImage& harness)
      : random_(seed), area_(harness.symbol("area").value()), stubs_(harness.symbol("stubs").value()) {}

  std::vector<std::uint32_t> write(unsigned probes) {
    for (unsigned i = 0; i < probes; ++i) {
      for (unsigned n = random_.below(3); n > 0; --n) write_entry();
      if (random_.one_in(8)) dump_registers();
      refresh();
      probe();
    }
    dump_registers();
    return std::move(words_);
  }

 private:
  void emit(Opcode opcode, Operands operands = {}) { words_.push_back(encode(opcode, operands)); }
  void load_constant(std::uint32_t rd, std::uint32_t value) {
    const auto low = static_cast<std::int32_t>(value << 20) >> 20;
    emit(Opcode::lui, {.rd = rd, .immediate = static_cast<std::int32_t>(value - static_cast<std::uint32_t>(low))});
    emit(Opcode::addi, {.rd = rd, .rs1 = rd, .immediate = low});
  }
  void write_csr(std::uint32_t number, std::uint32_t value) {
    load_constant(kWorkRegister, value);
    emit(Opcode::csrrw, {.rd = 0, .rs1 = kWorkRegister, .immediate = static_cast<std::int32_t>(number)});
  }
  void log(std::uint32_t source) {
    emit(Opcode::sw, {.rs1 = kLog, .rs2 = source});
    emit(Opcode::addi, {.rd = kLog, .rs1 = kLog, .immediate = 4});
  }

  std::uint32_t place_in_area() { return area_ + 4 * random_.below(kAreaBytes / 4); }

  // A value of pmpaddr for a region within the area, or for the end of one.
  std::uint32_t inner_address() {
    const std::uint32_t ones = (1U << random_.below(10)) - 1;  // NAPOT: up to 4 KiB
    return (place_in_area() >> 2 & ~(2 * ones + 1)) | ones;
  }
  std::uint32_t any_address() {
    switch (random_.below(8)) {
      case 0: return 1;  // not 0: in QEMU 7.2 a TOR entry that ends at 0 ends at 2^32
      case 1: return 0x3fff'ffff;
      case 2: return (area_ >> 2) - random_.below(32);
      case 3: return (area_ + kAreaBytes) >> 2;
      case 4: return ((area_ >> 2) & ~0x1fffU) | 0x1fff;  // all of it, or more
      default: return inner_address();
    }
  }

  // A locked entry stays within the area, since it holds for the harness, too.
  void write_entry() {
    const std::uint32_t entry = 1 + random_.below(15);
    const bool lock = random_.one_in(12);
    const std::uint32_t permissions = random_.pick(std::array{0U, 1U, 3U, 4U, 5U, 7U, 7U, 5U});
    if (lock) write_csr(csr::pmpaddr0 + entry - 1, inner_address());
    write_csr(csr::pmpaddr0 + entry, lock ? inner_address() : any_address());
    if (random_.one_in(4) && !lock) return;  // the region moves, and stays what it is
    const std::uint32_t configuration = permissions | random_.below(4) << 3 | (lock ? kLock : 0);
    const std::uint32_t shift = 8 * (entry % 4), number = csr::pmpcfg0 + entry / 4;
    load_constant(kWorkRegister, 0xffU << shift);
    emit(Opcode::csrrc, {.rd = 0, .rs1 = kWorkRegister, .immediate = static_cast<std::int32_t>(number)});
    load_constant(kWorkRegister, configuration << shift);
    emit(Opcode::csrrs, {.rd = 0, .rs1 = kWorkRegister, .immediate = static_cast<std::int32_t>(number)});
  }

  void refresh() {
    for (std::int32_t number = csr::pmpcfg0; number < csr::pmpcfg0 + 4; ++number) {
      emit(Opcode::csrrs, {.rd = kWorkRegister, .rs1 = 0, .immediate = number});
      emit(Opcode::csrrw, {.rd = 0, .rs1 = kWorkRegister, .immediate = number});
    }
  }

  void dump_registers() {
    for (std::uint32_t i = 0; i < 20; ++i) {
      const std::uint32_t number = i < 4 ? csr::pmpcfg0 + i : csr::pmpaddr0 + i - 4;
      emit(Opcode::csrrs, {.rd = kWorkRegister, .rs1 = 0, .immediate = static_cast<std::int32_t>(number)});
      log(kWorkRegister);
    }
  }

  void probe() {
    // A data access is one of these, in the order of `stubs`.
    static constexpr Opcode kAccesses[] = {Opcode::lb, Opcode::lbu, Opcode::lh, Opcode::lhu,  Opcode::lw,
                                           Opcode::sb, Opcode::sh,  Opcode::sw, Opcode::lr_w, Opcode::amoadd_w};
    static constexpr std::uint32_t kBytes[] = {1, 1, 2, 2, 4, 1, 2, 4, 4, 4};
    const std::uint32_t kind = random_.below(std::size(kAccesses));
    std::uint32_t address = random_.one_in(6) ? area_ + random_.pick(std::array{0U, kAreaBytes - 4}) : place_in_area();
    address += kBytes[kind] * random_.below(4 / kBytes[kind]);
    switch (random_.below(4)) {
      case 0: return run_in_user_mode(place_in_area());
      case 1:
        load_constant(kAddress, address);
        load_constant(kValue, 0x73);
        run_in_user_mode(stubs_ + 8 * kind);
        return log(kValue);
      default: break;
    }
    load_constant(kAddress, address);
    load_constant(kValue, 0x73);
    const bool as_user = random_.one_in(2);
    write_csr(csr::mstatus, as_user ? hart::status::kMprv : hart::status::kMpp | hart::status::kMprv);
    const bool stores = kind >= 5 && kind <= 7, amo = kind == 9;
    emit(kAccesses[kind], {.rd = stores ? 0 : kValue, .rs1 = kAddress, .rs2 = stores || amo ? kValue : 0});
    write_csr(csr::mstatus, hart::status::kMpp);
    log(kValue);
  }

  // Goes to `target` in user mode. The trap that follows leads back behind the mret.
  void run_in_user_mode(std::uint32_t target) {
    write_csr(csr::mepc, target);
    write_csr(csr::mstatus, 0);
    emit(Opcode::auipc, {.rd = kReturn, .immediate = 0});
    emit(Opcode::addi, {.rd = kReturn, .rs1 = kReturn, .immediate = 12});
    emit(Opcode::mret);
  }

  Random random_;
  std::uint32_t area_, stubs_;
  std::vector<std::uint32_t> words_;
};

}  // namespace

std::vector<std::uint32_t> random_protection(std::uint64_t seed, unsigned probes,
                                             const support::FirmwareImage& harness) {
  return Writer(seed, harness).write(probes);
}

}  // namespace janus::testing
