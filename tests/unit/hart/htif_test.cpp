// Stores to `tohost`: exit codes, requests to the host and their answers, and what is refused.
#include "hart/htif.h"

#include <map>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using hart::Stop;

constexpr std::uint32_t kToHost = kData, kFromHost = kData + 8, kRequest = kData + 64, kText = kData + 128;

struct Output : hart::OutputSink {
  std::map<std::uint32_t, std::string> text;  // by file
  void write_file(std::uint32_t file, std::span<const std::uint8_t> bytes) override {
    text[file].append(bytes.begin(), bytes.end());
  }
};

class Htif : public HartTest {
 protected:
  static hart::HartConfig with_htif(hart::HtifAddresses addresses = {kToHost, kFromHost, true}) {
    auto config = plain();
    config.htif = addresses;
    return config;
  }
  explicit Htif(hart::HartConfig config = with_htif()) : HartTest(config) {
    hart.set_output(&output);
    std::memcpy(&bus.bytes.at(kText - kRamBase), "to whom it may concern", 22);
  }

  void request(std::initializer_list<std::uint32_t> words) {
    std::uint32_t at = kRequest;
    for (const std::uint32_t word : words) {
      poke(at, word);
      poke(at + 4, 0);
      at += 8;
    }
  }
  Stop store(std::uint32_t value) {
    set_x(5, kToHost);
    set_x(6, value);
    state().pc = kCode;
    place(kCode, {encode(Opcode::sw, {.rs1 = 5, .rs2 = 6})});
    return hart.step();
  }
  void expect_refused(std::uint32_t value, const std::string& text) {
    SCOPED_TRACE(text);
    EXPECT_EQ(store(value), Stop::HostError);
    EXPECT_NE(hart.hook_error().find(text), std::string::npos) << hart.hook_error();
    EXPECT_EQ(hart.hook_error().find('\n'), std::string::npos);
    EXPECT_EQ(pc(), kCode);
    EXPECT_EQ(state().retired, 0U);
    EXPECT_TRUE(output.text.empty());
    hart.retry();
  }

  Output output;
};

TEST_F(Htif, AnOddValueEndsTheRunWithTheRestAsExitCode) {
  EXPECT_EQ(store(2 * 21 + 1), Stop::ToHost);
  EXPECT_EQ(hart.exit_code(), 21U);
}

TEST_F(Htif, ZeroIsNoRequest) {
  EXPECT_EQ(store(0), Stop::Budget);
  EXPECT_EQ(peek(kFromHost), 0U);
}

TEST_F(Htif, AWriteIsAnsweredWithItsLengthAndTheRunGoesOn) {
  for (const bool direct : {false, true}) {
    for (const std::uint32_t file : {1U, 2U}) {
      if (direct) hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
      output.text.clear();
      request({64, file, kText, 22});
      poke(kRequest + 4, 0);
      poke(kFromHost, 0);
      EXPECT_EQ(store(kRequest), Stop::Budget);
      EXPECT_EQ(output.text, (std::map<std::uint32_t, std::string>{{file, "to whom it may concern"}}));
      EXPECT_EQ(peek(kToHost), 0U);
      EXPECT_EQ(peek(kFromHost), 1U);
      EXPECT_EQ(peek(kRequest), 22U);
      EXPECT_EQ(peek(kRequest + 4), 0U);
      EXPECT_EQ(pc(), kCode + 4);
    }
  }
}

TEST_F(Htif, AWriteOfNothingIsFineWhereverItIs) {
  request({64, 1, kUnmapped, 0});
  EXPECT_EQ(store(kRequest), Stop::Budget);
  EXPECT_EQ(peek(kRequest), 0U);
  EXPECT_EQ(peek(kFromHost), 1U);
}

TEST_F(Htif, AnotherFileIsABadOneAsOnLinux) {
  for (const std::uint32_t file : {0U, 3U, ~0U}) {
    request({64, file, kText, 22});
    EXPECT_EQ(store(kRequest), Stop::Budget);
    EXPECT_EQ(peek(kRequest), static_cast<std::uint32_t>(-9));
    EXPECT_EQ(peek(kRequest + 4), ~0U);
    EXPECT_TRUE(output.text.empty());
  }
}

TEST_F(Htif, WithoutASinkTheRequestIsAnsweredAllTheSame) {
  hart.set_output(nullptr);
  request({64, 1, kText, 22});
  EXPECT_EQ(store(kRequest), Stop::Budget);
  EXPECT_EQ(peek(kRequest), 22U);
}

TEST_F(Htif, ExitEndsTheRunWithItsArgument) {
  request({93, 7, 0, 0});
  EXPECT_EQ(store(kRequest), Stop::ToHost);
  EXPECT_EQ(hart.exit_code(), 7U);
}

TEST_F(Htif, WhatTheHostCannotDoIsAnErrorOfOneLine) {
  request({17, 0, 0, 0});
  expect_refused(kRequest, "request 17 at 0x80002040 is not supported");
  request({64, 1, kText, 22});
  poke(kRequest + 4, 1);
  expect_refused(kRequest, "request 4294967360 ");
  expect_refused(kRequest + 4, "0x80002044 is neither an exit code nor the address of a request");
  expect_refused(kUnmapped, "is neither");
  expect_refused(kRamEnd - 24, "is neither");
  request({64, 1, kRamEnd - 21, 22});
  expect_refused(kRequest, "0x8000ffeb..+22 is not all memory");
  request({64, 1, kText, ~0U});
  expect_refused(kRequest, "is not all memory");
  request({64, 1, kText, 22});
  poke(kRequest + 8 * 3 + 4, 1);
  expect_refused(kRequest, "is not all memory");
  poke(kToHost + 4, 2U << 24 | 1U << 16);
  expect_refused(kRequest, "command 1 of device 2 of the host is not supported");
}

TEST_F(Htif, TheConsoleShowsCharactersAndIsReadByThem) {
  struct Input : hart::ConsoleSource {
    std::vector<std::uint8_t> bytes;
    std::optional<std::vector<std::uint8_t>> read_console(std::uint32_t) override { return std::exchange(bytes, {}); }
  } input;
  hart.set_console(&input);
  for (const char character : {'A', 'B', '\0'}) {  // whatever an odd value meant without the upper word
    poke(kToHost + 4, hart::kConsoleWrites);
    EXPECT_EQ(store(static_cast<std::uint8_t>(character)), Stop::Budget);
    EXPECT_EQ(peek(kToHost), 0U);
    EXPECT_EQ(peek(kToHost + 4), 0U);
    EXPECT_EQ(peek(kFromHost), 0U);
  }
  EXPECT_EQ(output.text[1], std::string("AB\0", 3));
  for (const bool ended : {false, true}) {
    if (!ended) input.bytes = {'x'};
    poke(kFromHost, 0);
    poke(kToHost + 4, hart::kConsoleReads);
    EXPECT_EQ(store(0), Stop::Budget);
    EXPECT_EQ(peek(kToHost + 4), 0U);
    EXPECT_EQ(peek(kFromHost), ended ? 0U : 0x100U + 'x');
  }
}

class HtifWord : public Htif {
 protected:
  HtifWord() : Htif(with_htif({kToHost, std::nullopt, false})) {}
};

TEST_F(HtifWord, WithoutFromhostNothingThatNeedsAnAnswerCanBeAsked) {
  request({64, 1, kText, 22});
  expect_refused(kRequest, "no symbol fromhost");
  request({93, 7, 0, 0});
  EXPECT_EQ(store(kRequest), Stop::ToHost);
}

TEST_F(HtifWord, WhatIsBehindTheWordDoesNotMatter) {
  poke(kToHost + 4, 0xffff'ffff);
  request({93, 7, 0, 0});
  EXPECT_EQ(store(kRequest), Stop::ToHost);
  EXPECT_EQ(hart.exit_code(), 7U);
}

}  // namespace
}  // namespace janus::testing
