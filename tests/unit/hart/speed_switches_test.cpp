// The fast loop and translated code against the plain loop. Random programs with loops, calls, traps, device accesses,
// interrupts and stores into their own code run in random budgets and with breakpoints. After each budget, the state
// must be the same.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "hart/region.h"
#include "testing/hart_fixture.h"
#include "testing/returning_handler.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

using isa::Opcode;

constexpr unsigned kWords = 600;  // at kCode
// Registers with a purpose: four point to data, code, the device, and an address where nothing is.
constexpr std::uint32_t kToData = 8, kToCode = 9, kToDevice = 10, kToNothing = 11, kScratch = 12, kLink = 1;

class RandomCode {
 public:
  explicit RandomCode(std::uint64_t seed) : random_(seed) {}

  std::vector<std::uint32_t> words() {
    while (words_.size() < kWords) append();
    words_.resize(kWords - 1);
    emit(Opcode::jal, {.immediate = -4 * static_cast<std::int32_t>(kWords - 1)});
    return words_;
  }

 private:
  void emit(Opcode opcode, Operands operands) { words_.push_back(encode(opcode, operands)); }
  std::uint32_t source() { return random_.below(32); }
  std::uint32_t target() {
    const std::uint32_t number = random_.below(32);
    return number >= kToData && number <= kToNothing ? 0 : number;
  }
  // The offset of a jump to a near place inside of the code; rarely, to an address where no instruction begins.
  std::int32_t offset() {
    const auto here = static_cast<std::int32_t>(words_.size());
    const std::int32_t last = kWords - 1;
    const std::int32_t to = std::min(std::max(here + random_.between(-12, 24), 0), last);
    return 4 * (to - here) + (random_.one_in(200) ? 2 : 0);
  }

  void compute(Opcode opcode) {
    std::int32_t immediate = random_.between(-2048, 2047);
    if (isa::row(opcode).format == isa::Format::Shift) immediate &= 31;
    if (isa::row(opcode).format == isa::Format::U) immediate = static_cast<std::int32_t>(random_.operand() & ~0xfffU);
    emit(opcode, {.rd = target(), .rs1 = source(), .rs2 = source(), .immediate = immediate});
  }

  void append() {
    using enum Opcode;
    constexpr std::array kInteger = {addi, addi, slti, sltiu, xori, ori, andi, slli, srli, srai, add,  add,
                                     sub,  sll,  slt,  sltu,  xor_, srl, sra,  or_,  and_, lui,  auipc};
    constexpr std::array kMultiply = {mul, mulh, mulhsu, mulhu, div, divu, rem, remu};
    constexpr std::array kBranch = {beq, bne, blt, bge, bltu, bgeu};
    const std::uint32_t kind = random_.below(100);
    if (kind < 40) return compute(random_.pick(kInteger));
    if (kind < 48) return compute(random_.pick(kMultiply));
    if (kind < 68) return access();
    if (kind < 84) return emit(random_.pick(kBranch), {.rs1 = source(), .rs2 = source(), .immediate = offset()});
    if (kind < 88) return emit(jal, {.rd = random_.one_in(2) ? kLink : 0, .immediate = offset()});
    if (kind < 91) return emit(jalr, {.rd = 0, .rs1 = kLink, .immediate = random_.one_in(20) ? 1 : 0});
    if (kind >= 93) return system();
    emit(lui, {.rd = kScratch, .immediate = static_cast<std::int32_t>(kCode)});
    emit(jalr, {.rd = random_.one_in(2) ? kLink : kScratch, .rs1 = kScratch, .immediate = 4 * random_.between(0, 511)});
  }

  void access() {
    using enum Opcode;
    constexpr std::array kLoads = {lb, lh, lw, lw, lbu, lhu};
    constexpr std::array kStores = {sb, sh, sw, sw};
    const std::uint32_t where = random_.below(60);
    std::int32_t immediate = random_.between(-1024, 1023);
    if (!random_.one_in(4)) immediate &= ~3;
    const std::uint32_t base = where == 0 ? kToDevice : where == 1 ? kToNothing : where <= 3 ? kToCode : kToData;
    if (base == kToDevice) immediate = 0;
    if (base == kToCode) immediate = std::abs(immediate);
    if (random_.one_in(2)) {
      emit(random_.pick(kLoads), {.rd = target(), .rs1 = base, .immediate = immediate});
    } else {
      emit(random_.pick(kStores), {.rs1 = base, .rs2 = source(), .immediate = immediate});
    }
  }

  void system() {
    using enum Opcode;
    namespace csr = isa::csr;
    switch (random_.below(8)) {
      case 0: return emit(csrrs, {.rd = target(), .immediate = csr::mcycle});
      case 1: return emit(csrrs, {.rd = target(), .immediate = csr::minstret});
      case 2: return emit(csrrw, {.rd = target(), .rs1 = source(), .immediate = csr::mtval});
      case 3: return emit(ecall, {});
      case 4: return emit(amoadd_w, {.rd = target(), .rs1 = kToData, .rs2 = source()});
      case 5: return emit(lr_w, {.rd = target(), .rs1 = kToData});
      case 6: return emit(sc_w, {.rd = target(), .rs1 = kToData, .rs2 = source()});
      default:
        if (random_.one_in(3)) return emit(fence_i, {});
        return emit(csrrsi, {.rd = target(), .rs1 = 8, .immediate = csr::mstatus});  // MIE
    }
  }

  Random random_;
  std::vector<std::uint32_t> words_;
};

struct Machine {
  MemoryBus bus;
  hart::ConcreteHart hart;

  Machine(const hart::HartConfig& config, const std::vector<std::uint32_t>& code, bool direct) : hart(config, bus) {
    if (direct) hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
    const auto place = [&](std::uint32_t at, const std::vector<std::uint32_t>& words) {
      std::memcpy(&bus.bytes.at(at - kRamBase), words.data(), words.size() * 4);
    };
    place(kCode, code);
    place(kHandler, returning_handler(kCode));
    auto& state = hart.state();
    state.mtvec = kHandler;
    state.mie = 1U << hart::interrupt::kTimer;
    state.x[kToData] = {kData + 0x800};
    state.x[kToCode] = {kCode};
    state.x[kToDevice] = {kDevice};
    state.x[kToNothing] = {kUnmapped};
    state.x[kLink] = {kCode};
  }
};

std::string difference(Machine& a, Machine& b) {
  auto &x = a.hart.state(), &y = b.hart.state();
  for (unsigned i = 0; i < 32; ++i) {
    if (x.x[i].raw != y.x[i].raw) return fmt::format("x{}: 0x{:x}, 0x{:x}", i, x.x[i].raw, y.x[i].raw);
  }
  if (x.pc != y.pc) return fmt::format("pc: 0x{:x}, 0x{:x}", x.pc, y.pc);
  if (x.cycles != y.cycles) return fmt::format("cycles: {}, {}", x.cycles, y.cycles);
  if (x.retired != y.retired) return fmt::format("instructions: {}, {}", x.retired, y.retired);
  if (x.mstatus != y.mstatus || x.mepc != y.mepc || x.mcause != y.mcause || x.mtval != y.mtval) return "CSRs";
  if (a.bus.bytes != b.bus.bytes) return "memory";
  return a.bus.device == b.bus.device ? "" : "the device";
}

class SpeedSwitches : public ::testing::TestWithParam<unsigned> {};

TEST_P(SpeedSwitches, ChangeNothing) {
  constexpr unsigned kSeeds = 8, kSlices = 400;
  std::uint64_t instructions = 0, breakpoints = 0;
  for (unsigned i = 0; i < kSeeds; ++i) {
    const std::uint64_t seed = GetParam() * kSeeds + i;
    const auto code = RandomCode(seed).words();
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.fast = false;
    Machine plain(config, code, false);
    config.fast = true;
    config.translate = false;
    Machine fast(config, code, true);
    config.translate = true;
    config.hot = 2;
    Machine translated(config, code, true);
    Random random(seed);
    for (unsigned slice = 0; slice < kSlices; ++slice) {
      const std::uint64_t until = plain.hart.state().cycles + 1 + random.below(random.one_in(3) ? 20 : 2000);
      const bool level = random.one_in(8);
      const std::uint32_t breakpoint = kCode + 4 * random.below(kWords);
      const bool sets = random.one_in(6), clears = random.one_in(2);
      std::array<hart::Stop, 3> stops{};
      std::size_t next = 0;
      for (Machine* machine : {&plain, &fast, &translated}) {
        machine->hart.set_interrupt_line(hart::interrupt::kTimer, level);
        if (sets) machine->hart.set_breakpoint(breakpoint);
        stops[next++] = machine->hart.run(until);
        if (clears) machine->hart.clear_breakpoint(breakpoint);
      }
      breakpoints += stops[0] == hart::Stop::Breakpoint;
      ASSERT_EQ(difference(plain, fast), "") << "fast, seed " << seed << ", slice " << slice;
      ASSERT_EQ(difference(plain, translated), "") << "translated, seed " << seed << ", slice " << slice;
      ASSERT_EQ(stops[0], stops[1]) << "fast, seed " << seed << ", slice " << slice;
      ASSERT_EQ(stops[0], stops[2]) << "translated, seed " << seed << ", slice " << slice;
      if (plain.hart.state().waiting || stops[0] == hart::Stop::Halted || stops[0] == hart::Stop::UnhandledTrap) break;
    }
    instructions += plain.hart.state().retired;
  }
  EXPECT_GT(instructions, 20'000U) << "the programs end too soon to tell anything";
  EXPECT_GT(breakpoints, 5U);
}
INSTANTIATE_TEST_SUITE_P(Seeds, SpeedSwitches, ::testing::Range(0U, testing::sized(32U, 8U)));

// Runs code that is translated as soon as it is entered.
void expect_translation_changes_nothing(const std::vector<std::uint32_t>& code, std::uint64_t cycles) {
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.fast = false;
  Machine plain(config, code, false);
  config.fast = true;
  config.hot = 1;
  Machine translated(config, code, true);
  for (Machine* machine : {&plain, &translated}) {
    machine->hart.state().x[kScratch] = {kRamBase};
    machine->hart.run(cycles);
  }
  EXPECT_EQ(difference(plain, translated), "");
}

// The bounds of the load and the first store are checked together. The mark for the second store would lie outside of
// RAM.
TEST(TranslatedCode, LooksAtNoMarksOutsideOfMemory) {
  using enum Opcode;
  expect_translation_changes_nothing(
      {encode(lw, {.rd = 5, .rs1 = kScratch, .immediate = 2040}), encode(addi, {.rd = 5, .rs1 = 5, .immediate = 1}),
       encode(sw, {.rs1 = kScratch, .rs2 = 5, .immediate = 1600}),
       encode(sw, {.rs1 = kScratch, .rs2 = 5, .immediate = -100}),
       encode(sw, {.rs1 = kScratch, .rs2 = 5, .immediate = 2040}), encode(jal, {.immediate = -20})},
      10'000);
}

// A block of the greatest length ends with an instruction for the plain loop, and the code behind it is not decoded
// yet.
TEST(Region, EndsWhereNothingIsDecoded) {
  using enum Opcode;
  std::vector<std::uint32_t> words(kRamSize / 4);
  std::fill_n(words.begin(), 254, encode(addi, {.rd = 5, .rs1 = 5, .immediate = 3}));
  words[254] = encode(lw, {.rs1 = kToData});
  const hart::TimingProfile timing;
  hart::CodeCache code(kRamBase, kRamSize, reinterpret_cast<const std::uint8_t*>(words.data()), timing);
  code.decode(code.slots());
  EXPECT_EQ(select_region(code, 0).places.size(), 255U);
}

// Memory is smaller than the range whose bounds are checked at once.
TEST(TranslatedCode, StaysInTheSmallestMemory) {
  using enum Opcode;
  std::array<std::uint32_t, 64> memory = {encode(sw, {.rs1 = kScratch, .rs2 = kScratch, .immediate = 12}),
                                          encode(sw, {.rs1 = kScratch, .rs2 = kScratch, .immediate = 100}),
                                          encode(jal, {.immediate = -8})};
  MemoryBus bus;
  hart::HartConfig config;
  config.ram_size = 16;
  config.hot = 1;
  hart::ConcreteHart hart(config, bus);
  hart.set_direct_memory({kRamBase, config.ram_size, reinterpret_cast<std::uint8_t*>(memory.data())});
  hart.state().x[kScratch] = {kRamBase};
  hart.run(100);
  EXPECT_EQ(memory[3], kRamBase);
  EXPECT_EQ(memory[25], 0U);
}

}  // namespace
}  // namespace janus::testing
