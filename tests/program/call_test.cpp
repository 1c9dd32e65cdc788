// janus explore --call: functions without a harness. What is made for them, what is found, and that each finding
// replays and fails as a C program.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

Arguments with(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

std::string value_of(const Exploration& exploration, const std::string& input) {
  for (const auto& entry : exploration.findings().at(0).at("inputs")) {
    if (entry.at("name") == input) return entry.at("value");
  }
  return "no input " + input;
}

// Compiles the C file of a finding on this machine and runs it. Returns its exit code, or 200 if it does not compile.
int run_in_c(const Exploration& exploration, const std::string& more = "", const std::string& option = "-g") {
  const std::string source = exploration.file("finding-1.c"), program = exploration.file("finding");
  const auto compiled = run_command({"gcc", "-w", option, "-fsanitize=address,bounds", "-fno-sanitize-recover=bounds",
                                     "-ffunction-sections", "-Wl,--gc-sections", "-I" JANUS_SOURCE,
                                     "-I" JANUS_SOURCE "/tests/program", source, "-o", program});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.errors << more;
  if (compiled.exit_code != 0) return 200;
  return run_command({program}).exit_code;
}

struct Planted {
  std::string function, reason, line;
  Arguments options;
};

const Planted kPlanted[] = {
    {"parse_records", "bounds", "packet (", {"--object", "packet=bytes:0..6", "--link", "length=size(packet)"}},
    {"ring_put", "bounds", "ring (10 bytes)", {}},
    {"checksum", "trap", "load access fault", {"--object", "packet=bytes:4,null", "--range", "length=0..4"}},
    {"hex_decode",
     "assert",
     "--assert 'return >= -1 && return <= 0xffff'",
     {"--object", "text=string:0..4", "--assert", "return >= -1 && return <= 0xffff"}},
    {"scale", "division_by_zero", "scale at", {"--check", "division"}},
    {"step", "assert", "where radio_send returns", {"--range", "state=0..3", "--stub", "radio_send=symbolic"}},
};

class PlantedBugs : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedBugs, AreFoundReplayedAndFailInC) {
  auto [function, reason, line, options] = GetParam();
  options = with({"--call", function}, options);
  for (const char* firmware : {"frame_library", "call_frame_O0", "call_frame_Os_c"}) {
    SCOPED_TRACE(firmware);
    const Exploration exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().errors;
    ASSERT_EQ(exploration.findings().size(), 1U);
    EXPECT_EQ(exploration.findings()[0].at("reason"), reason);
    EXPECT_NE(exploration.result().output.find(line), std::string::npos) << exploration.result().output;
    expect_replays(exploration);
    EXPECT_NE(run_in_c(exploration), 0) << text_of(exploration.file("finding-1.c"));
  }
  for (const char* firmware : {"frame_library_fixed", "call_frame_fixed_O0"}) {
    SCOPED_TRACE(firmware);
    const Exploration exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, PlantedBugs, ::testing::ValuesIn(kPlanted),
                         [](const auto& test) { return test.param.function; });

// What --call says of functions of calls.c, and the verdict.
struct Called {
  Arguments options;
  std::string verdict;
  std::string input = {}, value = {};  // of the finding
};

TEST(CallsInC, GetAStubOfTheSameSourceFromTheLinker) {
  const Exploration exploration(firmware_path("calls"),
                                {"--call", "is_low", "--stub", "volts=symbolic", "--assert", "return == 0"});
  const std::string option = "-Wl,--defsym=volts=janus_stub_volts", output = exploration.result().output;
  EXPECT_NE(output.find(option), std::string::npos) << output;
  EXPECT_NE(run_in_c(exploration, "", option), 0);
  EXPECT_EQ(run_in_c(exploration), 0);
}

TEST(CallsInC, AreCompiledWithTheOtherFilesThatTheFunctionCalls) {
  const TemporaryDirectory directory;
  const auto in_source = [](const std::string& command) {  // the debug information has paths from there
    return run_command({"sh", "-c", "cd " JANUS_SOURCE " && " + command});
  };
  const std::string output = in_source(janus_program() + " explore " + firmware_path("calls") +
                                       " --call reads_into --assert 'return == 7' --out " + directory.file("out"))
                                 .output;
  const auto begin = output.find("in C: gcc "), both = output.find(" && ", begin);
  ASSERT_NE(both, std::string::npos) << output;
  const std::string compile = output.substr(begin + 6, both - begin - 6);
  EXPECT_NE(compile.find("/calls_main.c"), std::string::npos) << compile;
  const auto compiled = in_source(compile);
  ASSERT_EQ(compiled.exit_code, 0) << compile << compiled.output;
  EXPECT_NE(run_command({directory.file("out") + "/finding-1"}).exit_code, 0);
}

const Called kCalled[] = {
    {{"bytes", "--assert", "return == 0"}, "unsafe", "b", "-128 (0x80)"},
    {{"bytes", "--assert", "return == 0", "--range", "b=-127..127"}, "safe"},
    {{"bytes", "--assert", "return == 0 || a > 254 && b < -127 && c == 65535 && d == -32768"}, "safe"},
    {{"truth", "--assert", "return == 1 || return == 2", "--assert", "return == value + 1"}, "safe"},
    {{"wide"}, "unsafe"},
    {{"wide(a, 3)"}, "safe"},
    {{"wide", "--range", "b=-1..9223372036854775807", "--assert", "return == a && b >= -1"}, "safe"},
    {{"wide", "--range", "a=1311768467463790320", "--range", "b=-3..-2"}, "unsafe", "b", "-2"},
    {{"many", "--assert", "return == 0", "--range", "a=1..9"}, "unsafe", "k", "11 (0x0000000b)"},
    {{"many(a, 0, 0, 0, 0, 0, 0, h, 9, j, 12)", "--assert", "return == 0"}, "safe"},
    {{"by_value", "--assert", "return == 0"}, "unsafe"},
    {{"by_value", "--assert", "return == 0 || pair.second == 3 && big.words[3] == 4"}, "safe"},
    {{"pointed_to_by", "--assert", "return == 0", "--object", "view.text=bytes:1"}, "unsafe"},
    {{"pointed_to_by", "--assert", "return == 0 || view.text[0] == 'x'", "--object", "view.text=bytes:1"}, "safe"},
    {{"returned", "--assert", "return.words[0] == word && return.words[3] == 1"}, "safe"},
    {{"last_of", "--assert", "return != 1234", "--object", "head->next->bytes=bytes:3"}, "unsafe"},
    {{"last_of", "--assert", "return == 0 || head->next->bytes[2] == 42 && return == head->next->value", "--object",
      "head->next->bytes=bytes:3"},
     "safe"},
    {{"last_of"}, "unsafe"},  // the default has 0 to 16 bytes
    {{"held", "--object", "holder->inner.text[0]=null", "--object", "holder->inner.text[1]=string:1..2", "--assert",
      "return == 0"},
     "unsafe"},
    {{"held", "--object", "holder->inner.text[1]=string:1..2", "--assert",
      "return == 0 || return == holder->count && **place == 77"},
     "safe"},
    {{"length_of", "--object", "text=string:0..9", "--assert", "return == size(text)"}, "safe"},
    {{"second_of", "--object", "text=string:0..3"}, "unsafe", "size(text)", "0 (0x00)"},
    {{"second_of", "--object", "text=string:1..3"}, "safe"},
    {{"word_of", "--object", "packet=bytes:3"}, "unsafe"},
    {{"word_of", "--object", "packet=bytes:4..9"}, "safe"},
    {{"word_of", "--object", "packet=bytes:4", "--assert", "return != 0x64636261"},
     "unsafe",
     "packet",
     "61 62 63 64 \"abcd\""},
    {{"word_of", "--object", "packet=null"}, "unsafe"},
    {{"global_sum", "--assert", "return == 7"}, "safe"},
    {{"global_sum", "--object", "limit=symbolic", "--assert", "return == 7"}, "unsafe"},
    {{"global_sum", "--object", "limit=symbolic", "--object", "table=symbolic", "--assert",
      "return == limit + table[3]"},
     "safe"},
    {{"sum_up_to(at, end)", "--object", "at=bytes:16", "--link", "end=at+4", "--assert",
      "return == at[0] - at[1] + at[2] - at[3] && end - at == 4"},
     "safe"},
    {{"sum_up_to(at, end)", "--object", "at=bytes:16", "--link", "end=3+at"}, "unsafe"},
    {{"next_of", "--object", "cursor->at=bytes:0..4", "--link", "cursor->end=cursor->at+size(cursor->at)/2"}, "safe"},
    {{"next_of", "--object", "cursor->at=bytes:1..4", "--link", "cursor->end=cursor->at+1"}, "unsafe"},
    {{"append", "--link", "ring->next=ring", "--assert", "return == 1 && ring->next == node"}, "safe"},
    {{"append", "--link", "ring->next=ring", "--assert", "node->value > ring->value"}, "unsafe"},
    {{"receive", "--link", "driver->on_byte=add_byte", "--assert", "return == byte + 1"}, "safe"},
    {{"receive", "--link", "driver->on_byte=add_byte", "--assert", "return < 200"}, "unsafe"},
    {{"calls_handler", "--link", "function=negated", "--assert", "return == 0 - value"}, "safe"},
    {{"insert", "--object", "(*head)->next=null", "--object", "node->next=null"}, "unsafe"},
    {{"insert", "--object", "*head=bytes:12,null", "--assert", "return == 0"}, "unsafe"},
    {{"calls_handler(&negated, 5)", "--assert", "return == -5"}, "safe"},
    {{"calls_handler", "--object", "function=null", "--assert", "return == -1"}, "safe"},
    {{"nothing", "--assert", "*where == 5", "--assert", "where[0] == 5"}, "safe"},
    {{"negated", "--after", "spins", "--assert", "return == -value"}, "safe"},
    {{"entered_again", "--after", "entered_again", "--range", "depth=0..1", "--assert", "return == depth"}, "safe"},
    {{"negated", "--after", "never", "--assert", "return == -value"}, "unknown"},
    {{"main", "--assert", "return == 0"}, "safe"},
    {{"global_sum", "--after", "spins", "--assert", "return == 7"}, "safe"},
    {{"reads_sensor", "--assert", "return == 0"}, "safe"},
    {{"reads_sensor", "--stub", "sensor=symbolic", "--stub", "ready=symbolic", "--assert", "return == 0"}, "unsafe"},
    {{"reads_sensor", "--stub", "sensor=77", "--stub", "ready=symbolic", "--assert", "return == 0"}, "safe"},
    {{"negated", "--link", "value=2 * 3 - 10 / 5 % 3 | 1 << 4", "--assert", "return == -(20)"}, "safe"},
    {{"elapsed", "--range", "status->stamp=-5..1000000000000", "--assert",
      "return == (status->ready ? status->stamp + ms : BROKEN)"},
     "safe"},
    {{"elapsed", "--range", "status->stamp=0..1000000000000", "--assert", "return <= 1000000000000"}, "unsafe"},
    {{"elapsed", "--range", "status->stamp=0..4294967295", "--assert",
      "return < 8589934591 && return >> 33 == -(return < 0)"},
     "safe"},
    {{"elapsed", "--range", "status->stamp=0..9", "--assert", "return / 3 < 9"}, "refused"},
    {{"level_of", "--assert", "return == (status->mode == RUNNING ? status->level + (int)status->large : IDLE)"},
     "safe"},
    {{"level_of", "--assert", "return != '\\xff'"}, "unsafe"},
    {{"level_of", "--assert", "*&status->level < 16"}, "refused"},
    {{"level_of", "--assert", "return == NOBODY"}, "refused"},
    {{"sum_up_to(at, end)", "--object", "at=bytes:16", "--link", "end=&at[4]", "--assert", "&end[-4] == &*at"}, "safe"},
    {{"negated", "--assert", "return == (value == 0x80000000 ? value : (int)-(int64_t)value)"}, "safe"},
    {{"ring_put"}, "unsafe"},
    {{"ring_put", "--object", "ring->data=bytes:8", "--range", "ring->head=0..7"}, "safe"},
    {{"ring_put", "--object", "ring->data=bytes:8", "--range", "ring->head=0..8"}, "unsafe"},
    {{"ring_put", "--object", "ring->data=bytes:1..8", "--link", "ring->size=size(ring->data)", "--assume",
      "ring->head < ring->size", "--assert", "return < ring->size"},
     "safe"},
    {{"ring_put", "--object", "ring->data=bytes:1..8", "--link", "ring->size=size(ring->data)", "--assume",
      "ring->head <= ring->size"},
     "unsafe"},
    {{"by_value", "--range", "pair.second=0..2", "--assert", "return == 0"}, "safe"},
    {{"global_sum", "--object", "limit=symbolic", "--range", "limit=-3..3", "--assert", "return <= 3 && return >= -3"},
     "safe"},
    {{"truths", "--object", "rings=bytes:24", "--assert", "return <= 4"}, "safe"},
    {{"truths", "--object", "rings=bytes:24", "--assert", "return < 4"}, "unsafe"},
    {{"last_argument"}, "unsafe"},
    {{"last_argument", "--object", "arguments=bytes:8", "--object", "arguments[0]=string:1", "--assert", "return != 0"},
     "safe"},
    {{"negated(&limit)", "--assert", "return != 0 && -1 < 0 && !(-1 < size(nobody) && 0)"}, "refused"},
};

class Calls : public ::testing::TestWithParam<Called> {};

TEST_P(Calls, EndAsTheirSourceSays) {
  const auto& [call, verdict, input, value] = GetParam();
  const Arguments options = with({"--call"}, call);
  if (verdict == "refused") {
    EXPECT_EQ(janus(with({"explore", firmware_path("calls")}, options)).exit_code, 64);
    return;
  }
  for (const char* firmware : {"calls", "calls_Os", "calls_O0_c"}) {
    SCOPED_TRACE(firmware);
    const Exploration exploration(firmware_path(firmware), options);
    EXPECT_EQ(last_line(exploration.result().output), verdict)
        << exploration.result().output << exploration.result().errors;
    if (verdict == "safe" || exploration.findings().empty()) continue;
    if (!input.empty()) {
      EXPECT_EQ(value_of(exploration, input).substr(0, value.size()), value);
    }
    expect_replays(exploration);
    EXPECT_NE(run_in_c(exploration), 0) << text_of(exploration.file("finding-1.c"));
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, Calls, ::testing::ValuesIn(kCalled), [](const auto& test) {
  std::string name = std::to_string(test.index) + "_" + test.param.options[0];
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

// Also of two firmwares: nothing was compared, then.
TEST(CallsAfterAPlace, ThatNobodyReachesAreNotMade) {
  for (const auto& [place, verdict] : {std::pair{"never", "unknown"}, std::pair{"spins", "safe"}}) {
    const auto result =
        janus({"compare", firmware_path("calls"), firmware_path("calls_Os"), "--call", "negated", "--after", place});
    EXPECT_EQ(last_line(result.output), verdict) << result.output << result.errors;
  }
}

TEST(CallsWithTechniques, EndAsWithout) {
  const Arguments techniques[] = {
      {"--plain"},           {"--merge", "eager"}, {"--merge", "careful"},        {"--summarize"},
      {"--searcher", "bfs"}, {"--by-value"},       {"--symbolic-address", "fork"}};
  const Arguments call{"--call", "parse_records",       "--object", "packet=bytes:0..6",
                       "--link", "length=size(packet)", "--assert", "return >= -1 && return <= 3"};
  for (const Arguments& technique : techniques) {
    SCOPED_TRACE(technique[0]);
    const Exploration broken(firmware_path("frame_library"), with(call, technique));
    EXPECT_EQ(last_line(broken.result().output), "unsafe") << broken.result().errors;
    expect_replays(broken);
    const Exploration fixed(firmware_path("frame_library_fixed"), with(call, technique));
    EXPECT_EQ(last_line(fixed.result().output), "safe") << fixed.result().output;
  }
}

TEST(CallsWithTechniques, NeedNoDetectors) {
  const Arguments call{"--call", "step", "--range", "state=0..3", "--stub", "radio_send=symbolic", "--check", "none"};
  for (const Arguments& technique : {Arguments{"--subsume"}, Arguments{"--learn"}, Arguments{"--auto"}}) {
    SCOPED_TRACE(technique[0]);
    EXPECT_EQ(last_line(Exploration(firmware_path("frame_library"), with(call, technique)).result().output), "unsafe");
    EXPECT_EQ(last_line(Exploration(firmware_path("frame_library_fixed"), with(call, technique)).result().output),
              "safe");
  }
}

TEST(CallsWithLengths, SayWhatMayBeTheLengthOfABuffer) {
  const std::string hint = "(if it is the length of packet in bytes, say --link 'length=size(packet)')";
  const Exploration alone(firmware_path("frame_library"), {"--call", "parse_records"});
  EXPECT_NE(alone.result().output.find(hint), std::string::npos) << alone.result().output;
  const Exploration said(firmware_path("frame_library"),
                         {"--call", "parse_records", "--link", "length=size(packet)", "--max-forks", "1"});
  EXPECT_EQ(said.result().output.find("if it is the length"), std::string::npos) << said.result().output;
}

TEST(CallsWithStubs, SayWhatTheStubDoesNotDo) {
  const auto result = janus({"explore", firmware_path("calls"), "--call", "reads_into", "--stub", "read_into=0"});
  EXPECT_NE(result.output.find("read_into: not called; returns 0; what buffer and size point to stays as it is"),
            std::string::npos)
      << result.output;
}

TEST(CallsInTestCases, AreShownAndNotExportedAsTestsOfMain) {
  const Exploration exploration(firmware_path("frame_library"), {"--call", "ring_put", "--range", "byte=3..4"});
  const auto shown = janus({"show", exploration.file("finding-1.json")});
  EXPECT_NE(shown.output.find("call: ring_put --range 'byte=3..4'\n"), std::string::npos) << shown.output;
  const auto exported = janus({"export-tests", exploration.file(""), "--out", exploration.file("tests")});
  EXPECT_GE(exported.exit_code, 64);
  EXPECT_NE(exported.errors.find("a test case of --call"), std::string::npos) << exported.errors;
}

TEST(CallsWithoutDebugInformation, NeedEverythingToBeSaid) {
  const std::string elf = firmware_path("call_frame_stripped");
  const Exploration broken(elf,
                           {"--call", "parse_records(a0, a1)", "--object", "a0=bytes:0..6", "--link", "a1=size(a0)"});
  EXPECT_EQ(last_line(broken.result().output), "unsafe") << broken.result().errors;
  expect_replays(broken);
  const Exploration ranged(elf, {"--call", "scale(5, a1, 9)", "--range", "a1=-3..4", "--check", "division"});
  EXPECT_EQ(last_line(ranged.result().output), "unsafe") << ranged.result().errors;
  for (const Arguments& options : {Arguments{"parse_records"}, Arguments{"parse_records(a0, 3)"}}) {
    const auto result = janus(with({"explore", elf, "--call"}, options));
    EXPECT_EQ(result.exit_code, 64);
    EXPECT_NE(result.errors.find("no debug information"), std::string::npos) << result.errors;
  }
}

TEST(CallsThatCannotBeMade, AreRefusedInOneLine) {
  const struct {
    Arguments options;
    std::string why;
  } rows[] = {
      {{"--call", "nobody"}, "no function is called 'nobody'"},
      {{"--call", "by_valeu"}, "no function is called 'by_valeu'; did you mean 'by_value'?"},
      {{"--call", "word_of", "--range", "packet=3"}, "it is a pointer; --object packet=bytes:LOW..HIGH says how much"},
      {{"--call", "global_sum", "--range", "limit=3"}, "a global that is no input; --object limit=symbolic makes it"},
      {{"--call", "ring_put", "--range", "ring->tail=3"}, "--range 'ring->tail': there is no member 'tail'"},
      {{"--call", "ring_put", "--object", "ring=bytes:12,null", "--range", "ring->head=3"}, "ring may be null there"},
      {{"--call", "last_of", "--object", "head->next=null", "--assume", "head->next->value > 3"},
       "head->next may be null there"},
      {{"--call", "ring_put", "--assume", "return > 3"}, "there is no result"},
      {{"--call", "ring_put", "--assume", "size() > 3"}, "is no name"},
      {{"--call", "many(1, 2)"}, "it takes 11 arguments, not 2"},
      {{"--call", "bytes(1, 2, 3"}, "a ')' is missing"},
      {{"--call", "bytes(1, 2, 3,)"}, "an argument is missing"},
      {{"--call", "bytes(1, 2, 3, 4+)"}, "'4+' is neither a name nor a number"},
      {{"--call", "bytes", "--range", "a=0..256"}, "its type has values from 0 to 255"},
      {{"--call", "bytes", "--range", "a=9..3"}, "must be NAME=LOW..HIGH"},
      {{"--call", "bytes", "--range", "e=9"}, "no argument of this name takes it (there are a, b, c, d)"},
      {{"--call", "bytes", "--range", "a=9", "--range", "a=9"}, "this name was given before"},
      {{"--call", "word_of", "--object", "packet"}, "must be NAME=VALUE"},
      {{"--call", "word_of", "--object", "packet=bites:3"}, "must be bytes:N"},
      {{"--call", "word_of", "--object", "packet=bytes:3..99999"}, "with sizes up to 65536"},
      {{"--call", "word_of", "--object", "packet=bytes:3,zero"}, "there may only be null"},
      {{"--call", "word_of", "--object", "pocket=symbolic"}, "there is no global of this name"},
      {{"--call", "calls_handler"}, "'function' points to a function"},
      {{"--call", "append", "--link", "ring->next=ring->bytes", "--link", "ring->bytes=ring"},
       "--link ring->next: it depends on ring->bytes, which is linked itself"},
      {{"--call", "append", "--object", "ring=bytes:12,null", "--link", "ring->next=ring"},
       "--link ring->next: it is in an object that may be null"},
      {{"--call", "bytes", "--stub", "nobody=0"}, "no function is called so"},
      {{"--call", "bytes", "--stub", "bytes=0"}, "it is the function to be called"},
      {{"--call", "bytes", "--stub", "nothing=symbolic"}, "it returns nothing"},
      {{"--call", "bytes", "--stub", "sensor=maybe"}, "must be NAME=symbolic"},
      {{"--call", "bytes", "--assert", "return >="}, "the expression ends too early"},
      {{"--call", "bytes", "--assert", "(return"}, "the expression ends too early"},
      {{"--call", "bytes", "--assert", "return $ 3"}, "'$ 3' is not expected"},
      {{"--call", "bytes", "--assert", "retourn > 3"}, "'retourn' is no argument, no global and no enumerator"},
      {{"--call", "nothing", "--assert", "return > 3"}, "there is no result"},
      {{"--call", "wide", "--assert", "return / 3 > 3"}, "a quotient or remainder of 64 bits"},
      {{"--call", "wide", "--range", "a=-1..3"}, "its type has no negative values"},
      {{"--call", "level_of", "--assert", "&status->level != 0"}, "a bit-field has no address"},
      {{"--call", "by_value", "--assert", "big == 3"}, "no integer of 1, 2, 4 or 8 bytes"},
      {{"--call", "bytes", "--assert", "a[1] > 3"}, "what is no pointer points to nothing"},
      {{"--call", "bytes", "--link", "a=return"}, "there is no result"},
      {{"--call", "bytes", "--after", "nowhere"}, "--after: no function is called 'nowhere'"},
      {{"--call", "bytes", "--hooks", "never"}, "--call needs hooks"},
      {{"--call", "bytes", "--learn"}, "--call switches --check memory on, which --learn cannot have"},
      {{"--assert", "1"}, "--assert needs --call"},
      {{"--object", "a=null"}, "--object needs --call"},
  };
  for (const auto& [options, why] : rows) {
    const auto result = janus(with({"explore", firmware_path("calls")}, options));
    EXPECT_EQ(result.exit_code, 64) << why;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
  }
}

// janus check, on a file with this text.
class Targets {
 public:
  explicit Targets(const std::string& text) {
    write_file(directory_.file("targets.toml"), "firmware = \"" + firmware_path("frame_library") + "\"\n" + text);
    result_ = janus({"check", directory_.file("targets.toml"), "--out", directory_.file("out")});
  }
  const CommandResult& result() const { return result_; }
  std::string file(const std::string& name) const { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
  CommandResult result_;
};

TEST(Checks, ExploreEachTarget) {
  const Targets targets("[[target]]\nname = \"ring\"\nfirmware = \"" + firmware_path("frame_library_fixed") + R"toml("
call = "ring_put"
plain = true

[[target]]
name = "records"
call = "parse_records(p, n)"
object = { p = "bytes:0..6" }
link = { n = "size(p)" }
assert = ["return >= -1", "return <= 3"]

[[target]]
call = "scale"
check = "division"
max-time = 60.5
)toml");
  EXPECT_EQ(targets.result().exit_code, kUnsafe) << targets.result().errors;
  EXPECT_TRUE(targets.result().output.ends_with("---\nring: safe\nrecords: unsafe\ntarget-3: unsafe\n"))
      << targets.result().output;
  const auto replay = janus({"replay", firmware_path("frame_library"), targets.file("out/records/finding-1.json")});
  EXPECT_TRUE(last_line(replay.errors).ends_with("as explored")) << replay.errors;
}

TEST(Checks, GoOnWhereATargetCannotBeExplored) {
  const Targets targets("[[target]]\ncall = \"nobody\"\n[[target]]\ncall = \"ring_put\"\n");
  EXPECT_EQ(targets.result().exit_code, 64);
  EXPECT_NE(targets.result().errors.find("target 'target-1': "), std::string::npos) << targets.result().errors;
  EXPECT_NE(targets.result().output.find("target-1: not explored (exit code 64)\ntarget-2: unsafe\n"),
            std::string::npos);
}

TEST(Checks, RefuseAFileThatMeansNothing) {
  const std::pair<std::string, std::string> rows[] = {
      {"", "there is no [[target]]"},
      {"target = 3", "there is no [[target]]"},
      {"[[target]]\ncall = \"f\"\nobjekt = \"a=null\"", "unrecognised option '--objekt"},
      {"[[target]]\nrange = \"a=3\"", "--range needs --call"},
      {"[[target]]\ncall = { a = { b = 3 } }", "'call' is neither a text nor a number"},
      {"[[target]]\nname = \"../x\"", "is no name of a target"},
      {"[[target]]\nname = \"x\"\n[[target]]\nname = \"x\"", "there are two targets 'x'"},
      {"[[target]]\nout = \"x\"", "'out' is no key of a target"},
      {"[[target]\n", "line 2, column"},
  };
  for (const auto& [text, why] : rows) {
    const Targets targets(text);
    EXPECT_GE(targets.result().exit_code, 64) << why;
    EXPECT_NE(targets.result().errors.find(why), std::string::npos) << targets.result().errors;
    EXPECT_EQ(std::ranges::count(targets.result().errors, '\n'), 1) << targets.result().errors;
  }
  EXPECT_EQ(janus({"check", "/no/such/file.toml"}).exit_code, 66);
}

}  // namespace
}  // namespace janus::testing
