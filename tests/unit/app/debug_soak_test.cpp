// Random debugger commands for the real target, in one process: after any commands the machine is consistent, and after
// a restart it runs to the same end as without a debugger. There is only one test, since a process can have one
// platform.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/debug_target.h"
#include "gdb/session.h"
#include "testing/firmware.h"
#include "testing/machine.h"
#include "testing/random.h"

namespace janus::testing {
namespace {

constexpr int kCommands = 1'500;

// gdb as a monkey: sends random commands, and Ctrl-C right after those that could take for ever.
class Monkey : public gdb::Stream {
 public:
  std::optional<std::string> read(int milliseconds) override {
    if (milliseconds == 0) return "\x03";  // the machine moves
    if (sent_ == kCommands) return std::nullopt;
    ++sent_;
    return gdb::framed(command());
  }
  bool write(std::string_view bytes) override {
    answered_ += !bytes.empty();
    return true;
  }
  int answered() const { return answered_; }

 private:
  std::string address() {
    switch (random_.below(4)) {
      case 0: return fmt::format("{:x}", 0x8000'0000 + 4 * random_.below(400));
      case 1: return fmt::format("{:x}", 0x87ff'ff00 + random_.below(512));
      case 2: return fmt::format("{:x}", random_.pick(kBases) + random_.below(64));
      default: return fmt::format("{:x}", random_.word());
    }
  }
  std::string command() {
    switch (random_.below(24)) {
      case 0: return "g";
      case 1: return fmt::format("p{:x}", random_.below(4200));
      case 2: return random_.one_in(8) ? fmt::format("P{:x}={:08x}", random_.below(4200), random_.word()) : "?";
      case 3: return fmt::format("m{},{:x}", address(), random_.below(64));
      case 4: return random_.one_in(8) ? fmt::format("M{},2:{:04x}", address(), random_.below(65536)) : "qC";
      case 5:
      case 6: return fmt::format("Z{},{},4", random_.below(2), address());
      case 7: return fmt::format("z0,{},4", address());
      case 8: return fmt::format("Z{},{},{:x}", 2 + random_.below(3), address(), random_.below(9));
      case 9: return fmt::format("z{},{},{:x}", 2 + random_.below(3), address(), random_.below(9));
      case 10:
      case 11:
      case 12: return "vCont;c";
      case 13:
      case 14:
      case 15: return "vCont;s:1";
      case 16:
      case 17: return "bc";
      case 18:
      case 19:
      case 20: return "bs";
      case 21: return "qRcmd," + gdb::hex(std::string(random_.pick(kMonitor)));
      case 22: return random_.one_in(8) ? "vRun;" : "!";
      default: return "qXfer:features:read:target.xml:0,400";
    }
  }
  static constexpr std::array<std::uint32_t, 4> kBases = {0x0010'0000, 0x0200'0000, 0x0c00'0000, 0x1000'0000};
  static constexpr std::array<const char*, 6> kMonitor = {"cycles", "time",        "interrupts",
                                                          "map",    "device plic", "device uart"};
  Random random_{7};
  int sent_ = 0, answered_ = 0;
};

TEST(DebugTargets, SurviveRandomCommandsAndRunToTheSameEnd) {
  const auto image = support::FirmwareImage::load(firmware_path("timer"));
  const auto alone = run_firmware(image.path());
  prototype::PlatformConfig config;
  config.record = true;
  config.uart_input = "/dev/null";
  config.ram_size = devices::memory_map::kDefaultRamSize;
  prototype::Platform platform(config, image);
  app::DebugTarget target(platform, image);

  Monkey monkey;
  gdb::Link link(monkey);
  gdb::Stop stop;
  while (!link.lost()) {  // a run that is over, or killed, is begun again
    gdb::Session session(target, link, stop);
    if (session.serve() == gdb::Session::End::Lost) break;
    target.restart();
  }
  EXPECT_GT(monkey.answered(), kCommands);

  target.restart();
  target.clear_all_points();
  std::uint64_t position = platform.moment().position;
  EXPECT_EQ(position, 0U);
  // Not in one go either: forwards by a random number of steps, and sometimes backwards.
  Random random(8);
  gdb::Stop last;
  for (int i = 0; i < 200; ++i) {
    last = target.resume(random.one_in(3) ? gdb::Motion::StepBack : gdb::Motion::Step, [] { return false; });
  }
  last = target.resume(gdb::Motion::Run, [] { return false; });
  EXPECT_EQ(last.why, gdb::Stop::Why::Exited);
  EXPECT_EQ(last.exit_code, 0);
  EXPECT_EQ(target.result().cycles, alone.cycles);
  EXPECT_EQ(target.result().instructions, alone.instructions);
}

}  // namespace
}  // namespace janus::testing
