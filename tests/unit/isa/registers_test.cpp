// Names of CSRs and integer registers.
#include "isa/registers.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace janus::isa {
namespace {

TEST(CsrNames, AreThoseOfThePrivilegedSpecification) {
  // Volume II, tables 2.2 to 2.5.
  const std::map<std::uint16_t, std::string> names = {{0x300, "mstatus"},       {0x301, "misa"},
                                                      {0x304, "mie"},           {0x305, "mtvec"},
                                                      {0x306, "mcounteren"},    {0x310, "mstatush"},
                                                      {0x320, "mcountinhibit"}, {0x323, "mhpmevent3"},
                                                      {0x33f, "mhpmevent31"},   {0x340, "mscratch"},
                                                      {0x341, "mepc"},          {0x342, "mcause"},
                                                      {0x343, "mtval"},         {0x344, "mip"},
                                                      {0x3a0, "pmpcfg0"},       {0x3a3, "pmpcfg3"},
                                                      {0x3b0, "pmpaddr0"},      {0x3bf, "pmpaddr15"},
                                                      {0xb00, "mcycle"},        {0xb02, "minstret"},
                                                      {0xb03, "mhpmcounter3"},  {0xb1f, "mhpmcounter31"},
                                                      {0xb80, "mcycleh"},       {0xb82, "minstreth"},
                                                      {0xb83, "mhpmcounter3h"}, {0xb9f, "mhpmcounter31h"},
                                                      {0xc00, "cycle"},         {0xc01, "time"},
                                                      {0xc02, "instret"},       {0xc03, "hpmcounter3"},
                                                      {0xc1f, "hpmcounter31"},  {0xc80, "cycleh"},
                                                      {0xc81, "timeh"},         {0xc82, "instreth"},
                                                      {0xc9f, "hpmcounter31h"}, {0xf11, "mvendorid"},
                                                      {0xf12, "marchid"},       {0xf13, "mimpid"},
                                                      {0xf14, "mhartid"},       {0xf15, "mconfigptr"}};
  for (const auto& [number, name] : names) EXPECT_EQ(csr_name(number), name) << std::hex << number;
}

TEST(CsrNames, ARegisterHasANameExactlyIfItExistsAndNoTwoShareOne) {
  std::map<std::string, unsigned> seen;
  for (unsigned number = 0; number < 4096; ++number) {
    const auto name = csr_name(static_cast<std::uint16_t>(number));
    EXPECT_EQ(name.has_value(), csr_exists(static_cast<std::uint16_t>(number))) << std::hex << number;
    EXPECT_TRUE(!name || seen.emplace(*name, number).second) << number;
  }
}

TEST(CsrNames, SupervisorAndUnknownRegistersHaveNone) {
  for (std::uint16_t number : {0x100, 0x180, 0x302, 0x303, 0xb01, 0xc9f + 1, 0x3a4, 0x3c0, 0x7b0}) {
    EXPECT_FALSE(csr_name(number).has_value()) << std::hex << number;
  }
}

TEST(RegisterNames, AreThoseOfTheCallingConvention) {
  EXPECT_EQ(kRegisterNames[kZero], "zero");
  EXPECT_EQ(kRegisterNames[kRa], "ra");
  EXPECT_EQ(kRegisterNames[kSp], "sp");
  EXPECT_EQ(kRegisterNames[kT0], "t0");
  EXPECT_EQ(kRegisterNames[kA0], "a0");
  EXPECT_EQ(kRegisterNames[8], "s0");
  EXPECT_EQ(kRegisterNames[18], "s2");
  EXPECT_EQ(kRegisterNames[kT3], "t3");
  EXPECT_EQ(kRegisterNames[31], "t6");
}

}  // namespace
}  // namespace janus::isa
