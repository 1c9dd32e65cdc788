// Who looks at a concrete run, by the options of `run` and `replay`: profiler, coverage, trace, waves.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "app/options.h"
#include "hart/concrete_hart.h"
#include "observe/coverage.h"
#include "observe/profiler.h"
#include "observe/tracer.h"
#include "observe/waves.h"

namespace janus::app {

class RunObservers {
 public:
  // Throws support::InputError (kCannotWrite) if a file cannot be written to, before anything runs. `image` must
  // outlive it.
  RunObservers(const Options& options, const support::FirmwareImage& image, const hart::TimingProfile& timing);

  // Before the run. This must outlive the hart's last one.
  void attach(hart::ConcreteHart& hart);
  // After it: writes the files. Throws as the constructor.
  void finish(std::uint64_t cycles);

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };
  void open_trace(const Options& options, const support::FirmwareImage& image);
  void finish_trace();
  void open_waves(const Options& options, const hart::TimingProfile& timing);
  void finish_waves(std::uint64_t cycles);

  std::string profile_, profile_text_, coverage_file_, trace_file_, waves_file_;
  bool append_;
  std::unique_ptr<observe::CodeMap> code_;  // null if nobody needs it
  std::unique_ptr<observe::Profiler> profiler_;
  std::unique_ptr<observe::Coverage> coverage_;
  std::unique_ptr<std::FILE, Close> trace_;
  std::unique_ptr<observe::Tracer> tracer_;
  std::unique_ptr<std::FILE, Close> vcd_;
  std::unique_ptr<observe::Waves> waves_;
};

}  // namespace janus::app
