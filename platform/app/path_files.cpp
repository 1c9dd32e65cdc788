#include "app/path_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "devices/data_sheet.h"
#include "engine/explore/case_maker.h"
#include "observe/tracer.h"
#include "support/error.h"
#include "support/output_stream.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

constexpr std::uint64_t kMostTraced = 1'000'000, kMostExecuted = 500'000'000;  // instructions of a path

}  // namespace

PathFiles path_files(const std::string& list) {
  PathFiles wanted;
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');) {
    bool* const what = name == "smt2"     ? &wanted.formula
                       : name == "trace"  ? &wanted.trace
                       : name == "output" ? &wanted.output
                                          : nullptr;
    if (!what) {
      throw support::InputError(fmt::format("explore: --write must name some of smt2, trace, output, not '{}'", name),
                                support::exit_code::kUsage);
    }
    *what = true;
  }
  return wanted;
}

void write_path_files(const PathFiles& wanted, const std::filesystem::path& test_case_file,
                      const engine::TestCase& test_case, const std::string& formula,
                      const support::FirmwareImage& image, const engine::SymbolicHartConfig& hart) {
  const auto beside = [&](const char* extension) {
    return std::filesystem::path(test_case_file).replace_extension(extension);
  };
  if (wanted.formula && !formula.empty()) support::write_text_file(beside(".smt2"), formula);
  if (!wanted.trace && !wanted.output) return;
  const engine::CaseMaker cases(image, hart, 0, [] { return false; });
  std::unique_ptr<support::OutputStream> trace;
  std::unique_ptr<observe::Tracer> tracer;
  engine::CaseMaker::Step begin_trace;
  if (wanted.trace) {
    trace = std::make_unique<support::OutputStream>(beside(".trace").string(), [] {});
    begin_trace = [&](devices::FunctionalMachine& machine) {
      if (tracer) return;
      tracer =
          std::make_unique<observe::Tracer>(trace->file(), std::vector<observe::Tracer::Range>{},
                                            [](const hart::MemoryAccess&) { return observe::Tracer::DeviceAccess{}; });
      machine.hart().observe(*tracer);
    };
  }
  const std::uint64_t most = std::min(test_case.instructions + 1, wanted.trace ? kMostTraced : kMostExecuted);
  const std::string output = cases.output_of(test_case, most, begin_trace, kMostTraced);
  if (trace) trace->finish();
  if (wanted.output) support::write_text_file(beside(".output"), output);
}

}  // namespace janus::app
