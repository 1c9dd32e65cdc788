// The fast loop and translated code against the plain loop. Random programs with loops, calls, traps, device accesses,
// interrupts and stores into their own code run in random budgets and with breakpoints. After each budget, the state
// must be the same.
#include <array>
#include <memory>
#include <stdexcept>

#include "hart/region.h"
#include "testing/hart_fixture.h"
#include "testing/random_code.h"
#include "testing/returning_handler.h"
#include "testing/size.h"
#include "testing/state_difference.h"

namespace janus::testing {
namespace {

using isa::Opcode;
using namespace random_code;

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
  if (const std::string states = state_difference(a.hart.state(), b.hart.state()); !states.empty()) return states;
  if (a.bus.bytes != b.bus.bytes) return "memory";
  return a.bus.device == b.bus.device ? "" : "the device";
}

// The default, profiles whose costs depend on operands and on what stands behind an instruction, caches, and what only
// the plain loop knows.
hart::TimingProfile profile(std::uint64_t seed) {
  constexpr std::array kNames = {"default", "picorv32", "cv32e40p"};
  constexpr std::array kTexts = {
      "icache_size = 256\nicache_line = 16\nicache_miss = 9\ndcache_size = 128\ndcache_line = 16\ndcache_ways = 2\n"
      "dcache_miss = 7\ndcache_write_back = 5\ndcache_policy = write-back\n",
      "icache_size = 512\nicache_ways = 4\nicache_miss = 20\nload_use = 1\ndivide_per_dividend_bit = 1\n",
      "dcache_size = 64\ndcache_ways = 4\ndcache_line = 4\ndcache_miss = 3\ndcache_policy = write-through\nmisaligned "
      "= 1\n",
      "icache_size = 64\nicache_line = 32\nicache_miss = 2\ndcache_size = 256\ndcache_line = 32\ndcache_miss = 3\n"
      "dcache_policy = write-through\n",
      "prefetch_words = 3\nprefetch_wait = 2\nprefetch_shared = 1\nenergy_cycle = 2.5\nenergy_memory = 1\n"};
  const std::uint64_t number = seed % (kNames.size() + kTexts.size());
  if (number < kNames.size()) return hart::load_timing_profile(kNames[number]);
  return hart::parse_timing_profile(kTexts[number - kNames.size()], "test");
}

class SpeedSwitches : public ::testing::TestWithParam<unsigned> {};

TEST_P(SpeedSwitches, ChangeNothing) {
  constexpr unsigned kSeeds = 8, kSlices = 400;
  std::uint64_t instructions = 0, breakpoints = 0;
  for (unsigned i = 0; i < kSeeds; ++i) {
    const std::uint64_t seed = GetParam() * kSeeds + i;
    const auto code = RandomCode(seed, seed % 8 == 7).words();
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.timing = profile(seed);
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
  hart::CodeCache code(kRamBase, kRamSize, reinterpret_cast<const std::uint8_t*>(words.data()), timing, isa::kRv32ima);
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

// More callers than a return's target is compared with.
TEST(TranslatedCode, ReturnsToManyPlaces) {
  using enum Opcode;
  std::vector<std::uint32_t> code;
  constexpr int kCallers = 40;
  for (int i = 0; i < kCallers; ++i) code.push_back(encode(jal, {.rd = kLink, .immediate = 4 * (kCallers + 1 - i)}));
  code.push_back(encode(jal, {.immediate = -4 * kCallers}));
  code.push_back(encode(addi, {.rd = 5, .rs1 = 5, .immediate = 3}));
  code.push_back(encode(jalr, {.rs1 = kLink}));
  expect_translation_changes_nothing(code, 20'000);
}

// The hart executes these one by one; the last changes code that is being executed.
TEST(TranslatedCode, GoesOnBehindWhatTheHartExecutes) {
  using enum Opcode;
  expect_translation_changes_nothing(
      {encode(csrrs, {.rd = 5, .immediate = isa::csr::mcycle}),
       encode(csrrci, {.rs1 = 8, .immediate = isa::csr::mstatus}), encode(lr_w, {.rd = 6, .rs1 = kToData}),
       encode(sc_w, {.rd = 7, .rs1 = kToData, .rs2 = 5}), encode(fence, {}),
       encode(csrrsi, {.rs1 = 8, .immediate = isa::csr::mstatus}),
       encode(csrrs, {.rd = 13, .immediate = isa::csr::minstret}), encode(add, {.rd = 14, .rs1 = 14, .rs2 = 13}),
       encode(amoadd_w, {.rd = 15, .rs1 = kToCode, .rs2 = 0}), encode(jal, {.immediate = -36})},
      20'000);
}

// Translated code executes these by itself, but for those that allow an interrupt or fail: two of three `sc.w`, and
// what is no word in memory.
TEST(TranslatedCode, ExecutesAtomicsAndCsrs) {
  using enum Opcode;
  std::vector<std::uint32_t> code;
  const auto emit = [&](Opcode opcode, Operands operands) { code.push_back(encode(opcode, operands)); };
  for (const Opcode amo :
       {amoswap_w, amoadd_w, amoxor_w, amoand_w, amoor_w, amomin_w, amomax_w, amominu_w, amomaxu_w}) {
    emit(amo, {.rd = 5, .rs1 = kToData, .rs2 = 6});
    emit(amo, {.rd = 7, .rs1 = kToData, .rs2 = 7});
    emit(amo, {.rd = 0, .rs1 = kToData, .rs2 = 5});
    emit(xor_, {.rd = 6, .rs1 = 6, .rs2 = 5});
    emit(addi, {.rd = 6, .rs1 = 6, .immediate = -77});
  }
  for (const std::uint8_t to : {kToData, kToData, kScratch}) emit(sc_w, {.rd = 13, .rs1 = to, .rs2 = 6});
  for (const std::uint8_t from : {kToData, kToCode}) emit(lr_w, {.rd = 14, .rs1 = from});
  emit(sc_w, {.rd = 15, .rs1 = kToData, .rs2 = 6});
  emit(lr_w, {.rd = 14, .rs1 = kToData});
  emit(sc_w, {.rd = 15, .rs1 = kToData, .rs2 = 6});
  namespace csr = isa::csr;
  for (const std::uint16_t number : {csr::mscratch, csr::mepc, csr::mcause, csr::mtval, csr::mie, csr::mstatus}) {
    emit(csrrw, {.rd = 5, .rs1 = 6, .immediate = number});
    emit(csrrs, {.rd = 6, .rs1 = 14, .immediate = number});
    emit(csrrc, {.rd = 14, .rs1 = 5, .immediate = number});
    emit(csrrci, {.rd = 7, .rs1 = 8, .immediate = number});
    emit(xor_, {.rd = 6, .rs1 = 6, .rs2 = 5});
  }
  for (const std::uint16_t number : {csr::mcycle, csr::mcycleh, csr::minstret, csr::minstreth, csr::cycle, csr::mip}) {
    emit(csrrs, {.rd = 5, .immediate = number});
    emit(xor_, {.rd = 6, .rs1 = 6, .rs2 = 5});
  }
  emit(csrrw, {.rs1 = 6, .immediate = csr::mcycleh});
  emit(jal, {.immediate = -4 * static_cast<std::int32_t>(code.size())});
  expect_translation_changes_nothing(code, 50'000);
}

TEST(TranslatedCode, RotatesAsShiftsDo) {
  using enum Opcode;
  constexpr std::array<std::uint8_t, 3> kRegisters = {5, 6, 15};
  for (const std::uint8_t t : kRegisters) {
    std::vector<std::uint32_t> code;
    for (unsigned number = 0; number < 81; ++number) {
      const auto one = [&](unsigned power) { return kRegisters[number / power % 3]; };
      const std::int32_t left = 1 + static_cast<std::int32_t>(number) % 31;
      const Opcode joins = number % 5 == 0 ? add : number % 5 == 1 ? xor_ : or_;
      code.push_back(encode(slli, {.rd = t, .rs1 = one(1), .immediate = left}));
      code.push_back(encode(srli, {.rd = one(3), .rs1 = one(number % 7 == 0 ? 9 : 1), .immediate = 32 - left}));
      if (number % 4 == 0) std::swap(code[code.size() - 1], code[code.size() - 2]);
      code.push_back(encode(joins, {.rd = one(27), .rs1 = t, .rs2 = one(3)}));
      code.push_back(encode(addi, {.rd = one(9), .rs1 = one(9), .immediate = 0x2f3}));
    }
    code.push_back(encode(jal, {.immediate = -4 * static_cast<std::int32_t>(code.size())}));
    expect_translation_changes_nothing(code, 5'000);
  }
}

// A device that takes direct memory away while the hart reads from it amid translated code, and then throws.
TEST(TranslatedCode, SurvivesWhatADeviceDoesAmidIt) {
  struct UnkindBus : MemoryBus {
    std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override {
      if (address == kDevice && ++reads == 5) hart->set_direct_memory({});
      if (address == kDevice && reads == 5) hart->set_direct_memory({kRamBase, kRamSize, other.data()});
      if (address == kDevice && reads == 9) throw std::runtime_error("unkind");
      return MemoryBus::read(address, size, cycle);
    }
    hart::ConcreteHart* hart = nullptr;
    std::vector<std::uint8_t> other = std::vector<std::uint8_t>(kRamSize);
    unsigned reads = 0;
  };
  using enum Opcode;
  const std::uint32_t code[] = {encode(addi, {.rd = 5, .rs1 = 5, .immediate = 1}),
                                encode(lr_w, {.rd = 6, .rs1 = kToDevice}), encode(jal, {.immediate = -8})};
  UnkindBus bus;
  for (auto* bytes : {&bus.bytes, &bus.other}) std::memcpy(bytes->data(), code, sizeof code);
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.hot = 1;
  hart::ConcreteHart hart(config, bus);
  bus.hart = &hart;
  hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
  hart.state().x[kToDevice] = {kDevice};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(hart.run(~std::uint64_t{0}), hart::Stop::DeviceAccess);
  EXPECT_THROW(hart.run(~std::uint64_t{0}), std::runtime_error);
  EXPECT_EQ(hart.state().x[5].raw, 9U);
}

}  // namespace
}  // namespace janus::testing
