// Registers by description: what is wrong with a table, what accesses do, and what users read.
#include "devices/registers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

constexpr Register kGood[] = {
    {"CTRL", 0x00, 4, Access::ReadWrite, 0x10, "control", {{"ENABLE", 0, 0, "on"}, {"MODE", 4, 6, "how"}}},
    {"EVENTS", 0x04, 4, Access::WriteOneToClear, 0, "events", {{"LOST", 0, 0, "lost"}, {"DONE", 1, 1, "done"}}},
    {"IN", 0x08, 4, Access::ReadOnly, 7, "input"},
    {"OUT", 0x08, 4, Access::WriteOnly, 0, "output"},
    {"BYTE", 0x0c, 1, Access::ReadWrite, 0, "a byte"},
    {.name = "TABLE", .offset = 0x10, .bytes = 2, .access = Access::ReadOnly, .reset = 0, .meaning = "t", .count = 4},
    {.name = "ALIAS",
     .offset = 0x0c,
     .bytes = 1,
     .access = Access::ReadWrite,
     .reset = 0,
     .meaning = "a",
     .only_if = "CTRL.MODE"}};
static_assert(complaint(kGood, 0x18) == nullptr);

TEST(Registers, AWrongTableIsRefused) {
  const auto wrong = [](Register row) { return complaint(std::span(&row, 1), 0x100); };
  const Register good{"A", 0, 4, Access::ReadWrite, 0, "a"};
  EXPECT_EQ(wrong(good), nullptr);
  const auto with = [&](auto change) {
    Register row = good;
    change(row);
    return wrong(row);
  };
  EXPECT_NE(with([](Register& r) { r.name = ""; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.name = "lower"; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.name = "1ST"; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.bytes = 3; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.offset = 2; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.offset = 0x100; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.count = 0; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.count = 0x41; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.meaning = ""; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.bytes = 1, r.reset = 0x100; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[0] = {"B", 0, 32, "b"}; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[0] = {"B", 3, 2, "b"}; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[0] = {"B", 0, 3, ""}; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[0] = {"B", 0, 0, "b"}, r.reset = 2; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[0] = {"B", 0, 3, "b"}, r.fields[1] = {"C", 3, 4, "c"}; }), nullptr);
  EXPECT_NE(with([](Register& r) { r.fields[1] = {"B", 0, 3, "b"}; }), nullptr) << "a gap";
}

TEST(Registers, TwoRegistersWithOneNameOrAtOneOffsetAreRefused) {
  const Register a{"A", 0, 4, Access::ReadWrite, 0, "a"}, reads{"B", 0, 4, Access::ReadOnly, 0, "b"},
      inside{"B", 2, 2, Access::WriteOnly, 0, "b"}, same{"A", 4, 4, Access::ReadOnly, 0, "a"},
      writes{"C", 0, 4, Access::WriteOnly, 0, "c"};
  for (const Register& other : {reads, inside, same}) {
    const Register both[] = {a, other};
    EXPECT_NE(complaint(both, 0x100), nullptr) << other.name;
  }
  const Register apart[] = {reads, writes};
  EXPECT_EQ(complaint(apart, 0x100), nullptr) << "told apart by direction";
  EXPECT_NE(complaint({}, 0x100), nullptr);
  const Register behind[] = {a,
                             {.name = "B",
                              .offset = 0,
                              .bytes = 4,
                              .access = Access::ReadWrite,
                              .reset = 0,
                              .meaning = "b",
                              .only_if = "A.ON"}};
  EXPECT_NE(complaint(behind, 0x100), nullptr) << "A has no field ON";
}

constexpr Register kFile[] = {kGood[0], kGood[1], kGood[2], kGood[3], kGood[4]};
using File = RegisterFile<kFile>;

TEST(RegisterFile, HasResetValuesAndDecodesByOffsetSizeAndDirection) {
  const File file;
  EXPECT_EQ(file.get("CTRL"), Datum(0x10));
  EXPECT_EQ(file.get("IN"), Datum(7));
  EXPECT_EQ(File::decode(8, 4, false), 2U);
  EXPECT_EQ(File::decode(8, 4, true), 3U);
  EXPECT_EQ(File::decode(0x0c, 1, true), 4U);
  for (const auto& [offset, size] : {std::pair{8U, 2U}, {9U, 1U}, {0x0cU, 4U}, {0x0dU, 1U}, {0x10U, 4U}}) {
    EXPECT_FALSE(File::decode(offset, size, false)) << offset;
    EXPECT_FALSE(File::decode(offset, size, true)) << offset;
  }
}

TEST(RegisterFile, StoresWhatTheRulesAllow) {
  File file;
  const File fresh;
  file.store(0, 0xffff'ffff);
  EXPECT_EQ(file.get("CTRL"), Datum(0x71)) << "bits of no field stay zero";
  EXPECT_EQ(file.field("CTRL.MODE"), 7U);
  file.set_field("CTRL.MODE", 2);
  EXPECT_EQ(file.get("CTRL"), Datum(0x21));
  file.set_field("CTRL.MODE", 0xff);
  EXPECT_EQ(file.get("CTRL"), Datum(0x71)) << "a field keeps its bits";
  file.set("EVENTS", 3);
  file.store(1, 2);
  EXPECT_EQ(file.get("EVENTS"), Datum(1));
  EXPECT_FALSE(file == fresh);
}

TEST(AccessReader, NamesRegistersAndFields) {
  const std::vector<DataSheet> sheets = {{"toy", "a toy", {0x1000, 0x18}, 0, kGood, {}}};
  AccessReader reader(sheets);
  const auto name = [&](std::uint32_t offset, bool store, std::uint32_t value = 0) {
    const auto [place, fields] = reader.read(0x1000 + offset, store, value);
    return place + fields;
  };
  EXPECT_EQ(name(0, true, 0x31), "toy.CTRL{ENABLE MODE=3}");
  EXPECT_EQ(name(0x0c, true), "toy.ALIAS") << "CTRL.MODE is 3";
  EXPECT_EQ(name(0, true), "toy.CTRL");
  EXPECT_EQ(name(0x0c, false), "toy.BYTE") << "CTRL.MODE is 0";
  EXPECT_EQ(name(8, false), "toy.IN");
  EXPECT_EQ(name(8, true), "toy.OUT");
  EXPECT_EQ(name(0x14, false), "toy.TABLE[2]");
  EXPECT_EQ(name(0x14, true), "toy") << "read only";
  EXPECT_EQ(name(1, true, 1), "toy.CTRL") << "a byte in the middle has no fields";
  EXPECT_EQ(name(0x18, true), "");
  AccessReader fresh(sheets);
  EXPECT_EQ(fresh.read(0x100c, true, 0).place, "toy.ALIAS") << "CTRL.MODE is 1 after reset";
}

TEST(DataSheet, EachDeviceHasOneWithoutAComplaint) {
  std::size_t row = 0;
  for (const Region& region : memory_map::kDevices) {
    const DataSheet& sheet = data_sheets()[row++];
    EXPECT_EQ(sheet.region.base, region.base);
    EXPECT_EQ(complaint(sheet.registers, region.size), nullptr) << sheet.name;
    EXPECT_EQ(data_sheet(sheet.name), &sheet);
    EXPECT_NE(plain_text(sheet).find(sheet.title), std::string::npos);
    EXPECT_NE(markdown({&sheet, 1}).find(fmt::format("## {}", sheet.name)), std::string::npos);
  }
  EXPECT_EQ(row, data_sheets().size());
  EXPECT_EQ(data_sheet("adc"), nullptr);
}

}  // namespace
}  // namespace janus::devices
