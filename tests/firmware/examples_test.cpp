// The example firmware on the functional machine: it says what it should, and no speed switch changes anything.
#include <gtest/gtest.h>

#include "testing/firmware.h"
#include "testing/machine.h"

namespace janus::testing {
namespace {

TEST(Examples, HelloPrintsAndPasses) {
  const RunResult result = run_firmware(firmware_path("hello"));
  EXPECT_EQ(result.output, "Hello from RISC-V!\n6 * 7 = 42, and in hexadecimal 0x2a\n");
  EXPECT_EQ(result.exit_code, 0U);
}

TEST(Examples, TimerTicksFiveMillisecondsAndPasses) {
  const RunResult result = run_firmware(firmware_path("timer"));
  EXPECT_EQ(result.output, "tick 1\ntick 2\ntick 3\ntick 4\ntick 5\ndone, and not early\n");
  EXPECT_EQ(result.exit_code, 0U);
  const hart::TimingProfile timing;
  EXPECT_GE(timing.time_at(result.cycles), 5'000'000'000U);  // picoseconds
  EXPECT_LT(timing.time_at(result.cycles), 6'000'000'000U);
  EXPECT_LT(result.instructions, result.cycles / 10) << "it sleeps most of the time";
}

TEST(Examples, EcallTrapServesBothModes) {
  const RunResult result = run_firmware(firmware_path("ecall_trap"));
  EXPECT_EQ(result.output, "hello from machine mode\nhello from user mode\nall calls counted\n");
  EXPECT_EQ(result.exit_code, 0U);
}

TEST(Examples, UartEchoSleepsUntilSomebodyWrites) {
  const RunResult result = run_firmware(firmware_path("uart_echo"));
  EXPECT_EQ(result.output, "echo, until q\n");
  EXPECT_EQ(result.stop, hart::Stop::Waiting);
  EXPECT_FALSE(result.exit_code.has_value());
}

TEST(Examples, UartEchoReturnsWhatItReceivesThroughTheInterrupt) {
  const auto image = support::FirmwareImage::load(firmware_path("uart_echo"));
  devices::FunctionalMachine machine(image, {});
  auto end = machine.run(1'000'000);
  for (const char byte : std::string("Janus looks both waysq")) {
    ASSERT_EQ(end.stop, hart::Stop::Waiting);
    machine.board().uart.receive(static_cast<std::uint8_t>(byte));
    machine.board().plic.set_source(devices::memory_map::kUartInterrupt, machine.board().uart.interrupt());
    machine.hart().set_interrupt_line(hart::interrupt::kExternal, machine.board().external_interrupt());
    end = machine.run(1'000'000);
  }
  EXPECT_EQ(end.exit_code, 0U);
  EXPECT_EQ(machine.output(), "echo, until q\nJanus looks both ways\nbye\n");
}

TEST(Examples, NoSpeedSwitchChangesCyclesInstructionsOrRegisters) {
  for (const char* name : {"hello", "timer", "ecall_trap", "uart_echo"}) {
    SCOPED_TRACE(name);
    const RunResult reference = run_firmware(firmware_path(name));
    EXPECT_GT(reference.instructions, 100U);
    for (const SpeedSwitches& switches : kOtherSwitches) {
      const RunResult result = run_firmware(firmware_path(name), switches);
      EXPECT_EQ(result.cycles, reference.cycles);
      EXPECT_EQ(result.instructions, reference.instructions);
      EXPECT_EQ(result.registers, reference.registers);
      EXPECT_TRUE(result == reference);
    }
  }
}

TEST(Examples, ATimingProfileChangesTimeAndNothingElse) {
  const auto image = support::FirmwareImage::load(firmware_path("hello"));
  hart::HartConfig slow;
  slow.timing.cycles.fill(10);
  devices::FunctionalMachine machine(image, slow);
  machine.run(20'000'000);
  const RunResult usual = run_firmware(firmware_path("hello"));
  EXPECT_EQ(machine.output(), usual.output);
  EXPECT_EQ(machine.hart().state().retired, usual.instructions);
  EXPECT_GT(machine.hart().state().cycles, 5 * usual.cycles);
}

}  // namespace
}  // namespace janus::testing
