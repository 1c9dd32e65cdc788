// Executes arbitrary words as code on two machines, one with the plain loop, and one with the fast loop and
// translation. Both must have the same state after each slice, and must not access memory outside of the hart's.
//
//   byte 0     hooks, tohost, a small direct window, no handler, the timing profile, the format of the rest (Setting)
//   byte 1     the seed of slices and interrupts
//   the rest   words at the start of memory, where both machines start; or, if kShaped, five bytes for each instruction
//              (opcode, rd, rs1, rs2, immediate), with the whole sequence repeated to the end of the code
#include <fmt/format.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "fuzz/fuzzer.h"
#include "hart/concrete_hart.h"
#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"
#include "testing/returning_handler.h"

namespace {

using namespace janus;

constexpr std::uint32_t kRam = 0x8000'0000, kRamSize = 0x4000, kHandler = kRam + 0x1000, kData = kRam + 0x2000;
constexpr std::uint32_t kDevice = 0x1000'0000, kUnmapped = 0x4000'0000;
constexpr std::size_t kCodeBytes = kHandler - kRam, kShapedBytes = 5;
enum Setting : std::uint8_t { kHooks = 1, kToHost = 2, kSmallWindow = 4, kNoHandler = 8, kProfile = 16, kShaped = 128 };

// Memory with nothing for 4 GiB before and behind it, so that no 32-bit displacement of translated code, which no
// sanitizer sees, reaches anything else.
class GuardedMemory {
 public:
  GuardedMemory() {
    constexpr std::size_t kGuard = std::size_t{1} << 32;
    void* place = ::mmap(nullptr, 2 * kGuard + kRamSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    fuzz::claim(place != MAP_FAILED, "no memory");
    bytes_ = static_cast<std::uint8_t*>(place) + kGuard;
    fuzz::claim(::mprotect(bytes_, kRamSize, PROT_READ | PROT_WRITE) == 0, "no memory");
  }
  std::uint8_t* bytes() const { return bytes_; }

 private:
  std::uint8_t* bytes_;
};

struct Bus : hart::Bus {
  explicit Bus(std::uint8_t* memory) : bytes(memory) {}
  static bool inside(std::uint32_t address, unsigned size) { return address - kRam <= kRamSize - size; }
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t) override {
    if (address == kDevice) return device;
    if (!inside(address, size)) return std::nullopt;
    std::uint32_t value = 0;
    std::memcpy(&value, bytes + (address - kRam), size);
    return value;
  }
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t) override {
    if (address == kDevice) {
      device = value;
      return true;
    }
    if (!inside(address, size)) return false;
    std::memcpy(bytes + (address - kRam), &value, size);
    return true;
  }
  std::uint8_t* bytes;
  std::uint32_t device = 0;
};

// An instruction that exists, whose immediate does not lead far.
std::uint32_t shaped(const std::uint8_t* bytes) {
  using isa::Format;
  static constexpr std::uint16_t kCsrs[] = {
#define CSR(name, number) number,
#include "isa/csr.def"
#undef CSR
  };
  const auto opcode = static_cast<isa::Opcode>(bytes[0] % isa::kRows);
  std::int32_t immediate = static_cast<std::int8_t>(bytes[4]);
  switch (isa::row(opcode).format) {
    case Format::B:
    case Format::J: immediate *= 4; break;
    case Format::U: immediate *= 0x1000; break;
    case Format::Shift: immediate &= 31; break;
    case Format::Csr:
    case Format::CsrImm: immediate = kCsrs[bytes[4] % std::size(kCsrs)]; break;
    default: break;
  }
  return testing::encode(opcode,
                         {.rd = bytes[1] % 32U, .rs1 = bytes[2] % 32U, .rs2 = bytes[3] % 32U, .immediate = immediate});
}

std::vector<std::uint8_t> code_of(std::uint8_t settings, const std::uint8_t* bytes, std::size_t size) {
  std::vector<std::uint8_t> code(kCodeBytes);
  const std::size_t instructions = settings & kShaped ? size / kShapedBytes : 0;
  if (instructions == 0) std::memcpy(code.data(), bytes, std::min(size, kCodeBytes));
  for (std::size_t i = 0; instructions && i < kCodeBytes / 4; ++i) {
    const std::uint32_t word = shaped(bytes + i % instructions * kShapedBytes);
    std::memcpy(&code[4 * i], &word, 4);
  }
  return code;
}

struct Machine {
  Bus bus;
  hart::ConcreteHart hart;

  Machine(const hart::HartConfig& config, std::uint8_t* memory, const std::vector<std::uint8_t>& code, bool handles)
      : bus(memory), hart(config, bus) {
    static const std::vector<std::uint32_t> kHandlerWords = testing::returning_handler(kRam);
    std::memset(memory, 0, kRamSize);
    std::memcpy(memory, code.data(), code.size());
    std::memcpy(memory + (kHandler - kRam), kHandlerWords.data(), kHandlerWords.size() * 4);
    auto& state = hart.state();
    if (handles) state.mtvec = kHandler;
    state.mie = 1U << hart::interrupt::kTimer;
    state.x[1] = {kRam};
    state.x[8] = {kData};
    state.x[9] = {kRam};
    state.x[10] = {kDevice};
    state.x[11] = {kUnmapped};
    state.x[12] = {kRam + kRamSize};
    state.x[13] = {kRam + kRamSize / 2};
    state.x[14] = {0xffff'fffc};
  }
};

void check_same(Machine& a, Machine& b) {
  auto &x = a.hart.state(), &y = b.hart.state();
  const auto same = [](const char* what, std::uint64_t plain, std::uint64_t fast) {
    if (plain != fast) fuzz::fail(fmt::format("{}: plain 0x{:x}, fast 0x{:x}", what, plain, fast));
  };
  for (unsigned i = 0; i < 32; ++i) same(fmt::format("x{}", i).c_str(), x.x[i].raw, y.x[i].raw);
  same("pc", x.pc, y.pc);
  same("privilege", static_cast<unsigned>(x.privilege), static_cast<unsigned>(y.privilege));
  same("waiting", x.waiting, y.waiting);
  same("mstatus", x.mstatus, y.mstatus);
  same("mie", x.mie, y.mie);
  same("mip", x.mip, y.mip);
  same("mtvec", x.mtvec, y.mtvec);
  same("mcounteren", x.mcounteren, y.mcounteren);
  same("mscratch", x.mscratch.raw, y.mscratch.raw);
  same("mepc", x.mepc.raw, y.mepc.raw);
  same("mcause", x.mcause.raw, y.mcause.raw);
  same("mtval", x.mtval.raw, y.mtval.raw);
  same("reserved", x.reserved, y.reserved);
  if (x.reserved) same("reservation", x.reservation, y.reservation);
  same("cycles", x.cycles, y.cycles);
  same("retired", x.retired, y.retired);
  same("traps", x.traps, y.traps);
  same("mcycle", x.mcycle.at(x.cycles), y.mcycle.at(y.cycles));
  same("minstret", x.minstret.at(x.retired), y.minstret.at(y.retired));
  same("the device", a.bus.device, b.bus.device);
  fuzz::claim(std::memcmp(a.bus.bytes, b.bus.bytes, kRamSize) == 0, "memory differs");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const GuardedMemory plain_memory, fast_memory;
  static const std::vector<hart::TimingProfile> kProfiles = [] {
    std::vector<hart::TimingProfile> profiles;
    for (const std::string& name : hart::built_in_timing_profiles())
      profiles.push_back(hart::load_timing_profile(name));
    return profiles;
  }();
  if (size < 6) return 0;
  const std::uint8_t settings = bytes[0];
  hart::HartConfig config;
  config.ram_size = kRamSize;
  config.hooks = settings & kHooks ? isa::HookRule::Always : isa::HookRule::Never;
  if (settings & kToHost) config.htif.tohost = kData;
  config.timing = kProfiles[(settings & ~kShaped) / kProfile % kProfiles.size()];
  const auto code = code_of(settings, bytes + 2, size - 2);
  const bool handles = !(settings & kNoHandler);
  config.fast = false;
  Machine plain(config, plain_memory.bytes(), code, handles);
  config.fast = true;
  config.hot = 2;
  Machine fast(config, fast_memory.bytes(), code, handles);
  fast.hart.set_direct_memory({kRam, settings & kSmallWindow ? kRamSize / 2 : kRamSize, fast_memory.bytes()});

  testing::Random random(bytes[1]);
  for (unsigned slice = 0; slice < 8; ++slice) {
    const std::uint64_t until = plain.hart.state().cycles + 1 + random.below(random.one_in(3) ? 20 : 400);
    const bool level = random.one_in(4);
    hart::Stop stops[2];
    for (unsigned i = 0; i < 2; ++i) {
      auto& hart = (i ? fast : plain).hart;
      hart.set_interrupt_line(hart::interrupt::kTimer, level);
      stops[i] = hart.run(until);
    }
    check_same(plain, fast);
    fuzz::claim(stops[0] == stops[1], "they stop for different reasons");
    if (stops[0] == hart::Stop::Waiting) {
      for (Machine* machine : {&plain, &fast}) machine->hart.skip_to(std::max(until, plain.hart.state().cycles));
    } else if (stops[0] != hart::Stop::Budget && stops[0] != hart::Stop::DeviceAccess) {
      break;
    }
  }
  return 0;
}
