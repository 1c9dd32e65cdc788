// The observers of a concrete run that the options of `run` and `replay` ask for: profiler, coverage, trace, waves.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/device_waves.h"
#include "app/options.h"
#include "app/output_errors.h"
#include "app/reported_exploration.h"
#include "devices/board_plan.h"
#include "engine/state/test_case.h"
#include "hart/concrete_hart.h"
#include "observe/commit_log.h"
#include "observe/coverage.h"
#include "observe/profiler.h"
#include "observe/tracer.h"
#include "observe/waves.h"
#include "prototype/platform.h"
#include "support/error.h"
#include "support/output_stream.h"

namespace janus::app {

class RunObservers {
 public:
  // Opens the streams and checks the other files; throws support::InputError (kCannotWrite) if one cannot be written.
  // `image` must outlive this object.
  RunObservers(const Options& options, const support::FirmwareImage& image, const hart::TimingProfile& timing,
               std::shared_ptr<const devices::BoardPlan> plan);

  // Before the run. This object must outlive the last run, and the platform must be there at finish().
  void attach(prototype::Platform& platform);
  // After the run: writes the files.
  void finish(std::uint64_t cycles, OutputErrors& errors);
  // After finish(): writes the report, if it is wanted. `end`: one line, empty if the firmware said that it succeeded.
  // `test_case`: that was replayed, or null. `last`: what the machine did last, which is asked for only then.
  void report(const prototype::RunResult& result, const std::string& end, double seconds,
              const engine::TestCase* test_case, const std::function<PathEnd()>& last, OutputErrors& errors);

 private:
  void open_trace(const Options& options, const support::FirmwareImage& image);
  void open_waves(const Options& options, const hart::TimingProfile& timing);

  const support::FirmwareImage& image_;
  const std::shared_ptr<const devices::BoardPlan> plan_;
  std::string profile_, profile_text_, trace_file_, waves_file_, report_;
  observe::CoverageFile coverage_file_;
  std::unique_ptr<observe::CodeMap> code_;  // null if neither profile nor coverage is wanted
  std::unique_ptr<observe::Profiler> profiler_;
  std::unique_ptr<observe::Coverage> coverage_;
  hart::ConcreteHart* hart_ = nullptr;
  std::unique_ptr<support::OutputStream> trace_;
  std::vector<observe::Tracer::Range> trace_ranges_;
  bool spike_format_ = false;
  std::unique_ptr<observe::Tracer> tracer_;
  std::unique_ptr<observe::CommitLog> commit_log_;
  std::unique_ptr<support::OutputStream> vcd_;
  std::unique_ptr<observe::Waves> waves_;
  std::vector<DeviceWave> device_waves_;
  const std::string pictures_;                        // a directory; empty: nobody wants them
  std::optional<support::InputError> picture_error_;  // the first
};

}  // namespace janus::app
