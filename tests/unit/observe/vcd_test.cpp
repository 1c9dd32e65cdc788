// Value change dumps, character by character.
#include "observe/vcd.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <functional>

namespace janus::observe {
namespace {

std::string dump(const std::function<void(Vcd&)>& fill) {
  std::FILE* out = std::tmpfile();
  Vcd vcd(out, "  of a test");
  fill(vcd);
  EXPECT_EQ(vcd.error(), 0);
  std::string text(static_cast<std::size_t>(std::ftell(out)), ' ');
  std::rewind(out);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
  std::fclose(out);
  return text;
}

std::string changes(const std::function<void(Vcd&, Vcd::Signal bit, Vcd::Signal word)>& change) {
  const std::string text = dump([&](Vcd& vcd) {
    const auto bit = vcd.declare("top", "bit", 1), word = vcd.declare("top", "word", 32);
    change(vcd, bit, word);
  });
  return text.substr(text.find("$dumpvars"));
}

TEST(VcdTest, HasDefinitionsFirstValuesAndChanges) {
  const std::string text = dump([](Vcd& vcd) {
    const auto line = vcd.declare("hart", "line", 1), level = vcd.declare("hart", "level", 2);
    const auto byte = vcd.declare("uart", "byte", 8);
    vcd.set(level, 3);
    vcd.set(line, 0);
    vcd.at(10'000);
    vcd.set(line, 1);
    vcd.at(18'446'744'073'709'551'614U);
    vcd.set(byte, 0x0a);
    vcd.set(line, 0);
    vcd.finish(18'446'744'073'709'551'615U);
  });
  EXPECT_EQ(text,
            "$version janus $end\n"
            "$comment\n"
            "  of a test\n"
            "$end\n"
            "$timescale 1 ps $end\n"
            "$scope module hart $end\n"
            "$var wire 1 ! line $end\n"
            "$var wire 2 \" level [1:0] $end\n"
            "$upscope $end\n"
            "$scope module uart $end\n"
            "$var wire 8 # byte [7:0] $end\n"
            "$upscope $end\n"
            "$enddefinitions $end\n"
            "#0\n"
            "$dumpvars\n"
            "0!\n"
            "b11 \"\n"
            "bx #\n"
            "$end\n"
            "#10000\n"
            "1!\n"
            "#18446744073709551614\n"
            "b1010 #\n"
            "0!\n"
            "#18446744073709551615\n");
}

TEST(VcdTest, WritesNoTimeAtWhichNothingChanged) {
  EXPECT_EQ(changes([](Vcd& vcd, Vcd::Signal bit, Vcd::Signal word) {
              vcd.set(word, 7);
              for (Vcd::Picoseconds time : {1, 2, 3}) {
                vcd.at(time);
                vcd.set(word, 7);
                vcd.set(bit, 0);
              }
              vcd.finish(3);
            }),
            "$dumpvars\nx!\nb111 \"\n$end\n#1\n0!\n#3\n");
}

TEST(VcdTest, WhatIsSoForNoTimeIsNotWritten) {
  EXPECT_EQ(changes([](Vcd& vcd, Vcd::Signal bit, Vcd::Signal word) {
              vcd.set(bit, 1);
              vcd.set(word, 0xffff'ffff);
              vcd.at(5);
              vcd.set(bit, 0);
              vcd.set(word, 1);
              vcd.set(word, 2);
              vcd.set(bit, 1);
              vcd.finish(5);
            }),
            "$dumpvars\n1!\nb11111111111111111111111111111111 \"\n$end\n#5\nb10 \"\n");
}

TEST(VcdTest, OfNothingIsAFile) {
  EXPECT_EQ(changes([](Vcd& vcd, Vcd::Signal, Vcd::Signal) { vcd.finish(0); }), "$dumpvars\nx!\nbx \"\n$end\n");
}

TEST(VcdTest, GivesEverySignalACodeOfItsOwn) {
  const std::string text = dump([](Vcd& vcd) {
    for (int i = 0; i < 200; ++i) vcd.declare("top", "s" + std::to_string(i), 1);
    vcd.finish(0);
  });
  EXPECT_NE(text.find("$var wire 1 ~ s93 $end\n$var wire 1 !! s94 $end\n$var wire 1 \"! s95 $end\n"),
            std::string::npos);
}

TEST(VcdTest, KnowsThatADiskIsFull) {
  std::FILE* out = std::fopen("/dev/full", "w");
  ASSERT_NE(out, nullptr);
  Vcd vcd(out, "");
  const auto word = vcd.declare("top", "word", 32);
  for (std::uint32_t time = 1; time < 10'000; ++time) {
    vcd.at(time);
    vcd.set(word, time);
  }
  vcd.finish(10'000);
  EXPECT_EQ(vcd.error(), ENOSPC);
  std::fclose(out);
}

TEST(VcdDeathTest, TimeDoesNotGoBack) {
  Vcd vcd(stderr, "");
  vcd.at(2);
  EXPECT_DEATH(vcd.at(1), "contract violated");
}

}  // namespace
}  // namespace janus::observe
