// Fuzzes test cases: either writing and reading a test case gives the same test case, or there is a one-line error.
#include "engine/state/test_case.h"
#include "fuzz/fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace janus;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  engine::TestCase read;
  try {
    read = engine::TestCase::from_json(text, "fuzz.json");
  } catch (const support::InputError& error) {
    fuzz::check_error(error, "fuzz.json:");
    return 0;
  }
  const std::string written = read.to_json();
  try {
    const std::string again = engine::TestCase::from_json(written, "again.json").to_json();
    fuzz::claim(again == written, "read again, it is another test case:\n" + written + again);
  } catch (const support::InputError& error) {
    fuzz::fail(std::string("what was written is not read: ") + error.what());
  }
  return 0;
}
