// janus export-tests: the test cases of a directory for the firmware's own suite. tests.c runs each on a host, by
// sw/host/janus_host.c; the files in corpus/ are for a fuzzer, and for explore --seeds.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/options.h"
#include "app/plural.h"
#include "engine/state/test_case.h"
#include "support/error.h"
#include "support/standard_streams.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

struct NamedCase {
  std::string name;  // an identifier of C
  engine::TestCase test_case;

  // The bytes of all inputs, in the order in which they are made.
  std::string bytes() const {
    std::string all;
    for (const engine::TestInput& input : test_case.inputs) {
      if (!input.answer) all.append(input.bytes.begin(), input.bytes.end());
    }
    return all;
  }
};

std::string identifier_of(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return !(c < 0x80 && std::isalnum(c)); }, '_');
  return name;
}

// Files that are no test cases are an error: a directory of --out has nothing else that ends like them.
std::vector<NamedCase> cases_in(const std::string& directory) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  if (error) throw support::InputError(directory + ": " + error.message(), support::exit_code::kNoInput);
  if (files.empty())
    throw support::InputError(directory + ": no test case (*.json) there", support::exit_code::kNoInput);
  std::ranges::sort(files);
  std::vector<NamedCase> cases;
  for (const auto& file : files) {
    cases.push_back({identifier_of(file), engine::TestCase::load(file)});
    if (!cases.back().test_case.interrupts.empty()) {
      throw support::InputError(file.string() + ": a test case with interrupts, which no host can make arrive");
    }
    if (!cases.back().test_case.call.any()) continue;
    throw support::InputError(file.string() +
                              ": a test case of --call, which main does not take; explore has made a C file of it");
  }
  return cases;
}

std::string array_of(const NamedCase& one) {
  const std::string bytes = one.bytes();
  std::string text = fmt::format("static const uint8_t {}[] = {{", one.name);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    text += fmt::format("{}0x{:02x}",
                        i == 0        ? ""
                        : i % 16 == 0 ? ",\n    "
                                      : ", ",
                        static_cast<unsigned char>(bytes[i]));
  return text + (bytes.empty() ? "0};  // no inputs\n" : "};\n");
}

std::string tests_of(const std::vector<NamedCase>& cases) {
  std::string arrays, tests, calls;
  for (const NamedCase& one : cases) {
    const std::size_t size = one.bytes().size();
    arrays += fmt::format("// Explored: {}.\n{}", engine::row(one.test_case.ending.reason).text, array_of(one));
    tests +=
        fmt::format("void test_{0}(void) {{ TEST_ASSERT_EQUAL_INT(0, janus_host_run({0}, {1})); }}\n", one.name, size);
    calls += fmt::format("  RUN_TEST(test_{});\n", one.name);
  }
  return fmt::format(
      R"(// Made by janus export-tests. Each test runs the firmware's main() with the inputs of one path, and passes if the firmware
// ends well with them: so that of a finding fails until the firmware is mended.
//
//   cc -g -DJANUS_OFF -DJANUS_TESTS -Dmain=firmware_main FIRMWARE.c tests.c janus_host.c -o tests && ./tests
//
// With -DJANUS_UNITY and Unity's sources beside them, the tests are Unity's. janus.h and janus_host.c come with Janus.
#undef main
#include <stddef.h>
#include <stdint.h>

int janus_host_run(const uint8_t* bytes, size_t count);

#ifdef JANUS_UNITY
#include "unity.h"
void setUp(void) {{}}
void tearDown(void) {{}}
#else
#include <stdio.h>
static int failures;
#define TEST_ASSERT_EQUAL_INT(expected, actual)                                \
  do {{                                                                         \
    int actual_ = (actual);                                                    \
    if (actual_ == (expected)) break;                                          \
    ++failures;                                                                \
    printf("%s:%d: %s: FAIL: ended with %d\n", __FILE__, __LINE__, __func__, actual_); \
  }} while (0)
#define RUN_TEST(test) test()
#define UNITY_BEGIN() (void)0
#define UNITY_END() (printf("%d failures\n", failures), failures != 0)
#endif

{}
{}
int main(void) {{
  UNITY_BEGIN();
{}  return UNITY_END();
}}
)",
      arrays, tests, calls);
}

}  // namespace

int export_tests_command(const Options& options) {
  const auto cases = cases_in(options.argument(0));
  const std::filesystem::path out = options.text(Option::export_out);
  options.require_all_read();
  support::require_writable_directory(out);
  std::error_code error;
  std::filesystem::create_directories(out / "corpus", error);
  if (error)
    throw support::InputError(fmt::format("{}: cannot be written: {}", (out / "corpus").string(), error.message()),
                              support::exit_code::kCannotWrite);
  for (const NamedCase& one : cases) support::write_text_file(out / "corpus" / one.name, one.bytes());
  support::write_text_file(out / "tests.c", tests_of(cases));
  support::print_out(fmt::format("{} in {} and {}\n", plural(cases.size(), "test"), (out / "tests.c").string(),
                                 (out / "corpus").string()));
  return 0;
}

}  // namespace janus::app
