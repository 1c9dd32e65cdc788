// The time CSR is a shadow of mtime (Volume II, 3.1.10); it once went on counting from reset when firmware had set
// mtime.
#include <gtest/gtest.h>

#include "isa/registers.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/machine.h"

namespace janus::testing {
namespace {

using isa::Opcode;

TEST(TimeCsr, FollowsMtimeWhenFirmwareSetsIt) {
  constexpr std::int32_t kMtimePage = 0x0200'c000, kMtimeOffset = -8;  // 0x0200_bff8
  devices::FunctionalMachine machine(
      image_of({encode(Opcode::lui, {.rd = 5, .immediate = kMtimePage}),
                encode(Opcode::lui, {.rd = 6, .immediate = 0x1234'5000}),
                encode(Opcode::sw, {.rs1 = 5, .rs2 = 6, .immediate = kMtimeOffset}),
                encode(Opcode::csrrs, {.rd = 7, .immediate = isa::csr::time}),
                encode(Opcode::lw, {.rd = 8, .rs1 = 5, .immediate = kMtimeOffset}), encode(Opcode::jal)}),
      {});
  EXPECT_EQ(machine.run(100).stop, hart::Stop::Halted);
  const std::uint32_t time = machine.hart().get(7).raw, mtime = machine.hart().get(8).raw;
  EXPECT_GE(time, 0x1234'5000U);
  EXPECT_LT(time, 0x1234'5100U);
  EXPECT_GE(mtime, time);
}

}  // namespace
}  // namespace janus::testing
