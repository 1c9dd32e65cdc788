#include "app/run_observers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/html_run.h"
#include "app/picture_files.h"
#include "app/stop_flag.h"
#include "devices/data_sheet.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

// Before the run, so that a path that cannot be written does not waste a long run.
void check_early(const std::string& path) {
  if (!path.empty()) support::require_writable_file(path);
}

support::InputError bad_range(const Options& options, const std::string& text) {
  return support::InputError(
      fmt::format("{}: --trace-range must be two addresses, FIRST-LAST, not '{}'", options.command().name, text),
      support::exit_code::kUsage);
}

observe::Tracer::Range parse_range(const Options& options, const std::string& text) {
  const auto address = [&](std::string_view part) {
    const bool hexadecimal = part.starts_with("0x") || part.starts_with("0X");
    if (hexadecimal) part.remove_prefix(2);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != part.data() + part.size()) throw bad_range(options, text);
    return value;
  };
  const auto dash = text.find('-');
  if (dash == std::string::npos) throw bad_range(options, text);
  const observe::Tracer::Range range{address(std::string_view(text).substr(0, dash)),
                                     address(std::string_view(text).substr(dash + 1))};
  if (range.last < range.first) throw bad_range(options, text);
  return range;
}

observe::Tracer::Range range_of(const support::FirmwareImage& image, const std::string& name) {
  for (const support::Symbol& symbol : image.symbols()) {
    if (symbol.is_function && symbol.name == name && symbol.size != 0) {
      return {symbol.address, symbol.address + (symbol.size - 1)};
    }
  }
  throw support::InputError(fmt::format("{}: has no function '{}'", image.path(), name));
}

struct Named {
  std::vector<observe::Waves::Register> registers;
  std::vector<DeviceWave> devices;
};

// Registers of the hart and of devices.
Named parse_registers(const Options& options, std::string_view names, const devices::BoardPlan& plan) {
  Named named;
  const auto refuse = [&](std::string_view what, std::string_view name) {
    throw support::InputError(fmt::format("{}: --vcd-registers has {} '{}'", options.command().name, what, name),
                              support::exit_code::kUsage);
  };
  for (std::size_t from = 0; from <= names.size();) {
    const std::size_t comma = std::min(names.find(',', from), names.size());
    const std::string_view name = names.substr(from, comma - from);
    const auto found = observe::Waves::find_register(name);
    const auto of_device = found ? std::vector<DeviceWave>() : device_waves(name, plan);
    if (!found && of_device.empty()) refuse("no register", name);
    const auto add = [&](auto& known, const auto& one) {
      if (std::ranges::find(known, one) != known.end()) refuse("twice the register", name);
      known.push_back(one);
    };
    if (found) add(named.registers, *found);
    for (const DeviceWave& wave : of_device) add(named.devices, wave);
    from = comma + 1;
  }
  // By device; the first has signals of its own already.
  std::ranges::stable_sort(named.devices, {},
                           [](const DeviceWave& wave) { return std::pair(wave.device != "uart", wave.device); });
  return named;
}

// A run whose trace nobody can receive any more ends.
std::unique_ptr<support::OutputStream> opened(const std::string& path) {
  return std::make_unique<support::OutputStream>(path, [] { request_stop(); });
}

}  // namespace

void RunObservers::open_trace(const Options& options, const support::FirmwareImage& image) {
  const std::string function = options.text(Option::trace_function), range = options.text(Option::trace_range);
  spike_format_ = options.text(Option::trace_format) == "spike";
  if (trace_file_.empty()) return;
  if (!function.empty()) trace_ranges_.push_back(range_of(image, function));
  if (!range.empty()) trace_ranges_.push_back(parse_range(options, range));
  trace_ = opened(trace_file_);
}

void RunObservers::open_waves(const Options& options, const hart::TimingProfile& timing) {
  const std::string names = options.text(Option::vcd_registers);
  if (waves_file_.empty()) return;
  Named named;
  if (options.given(Option::vcd_registers)) named = parse_registers(options, names, *plan_);
  device_waves_ = std::move(named.devices);
  vcd_ = opened(waves_file_);
  waves_ = std::make_unique<observe::Waves>(vcd_->file(), named.registers, plan_->uart.region.base, timing);
}

RunObservers::RunObservers(const Options& options, const support::FirmwareImage& image,
                           const hart::TimingProfile& timing, std::shared_ptr<const devices::BoardPlan> plan)
    : image_(image),
      plan_(std::move(plan)),
      profile_(options.text(Option::profile)),
      profile_text_(options.text(Option::profile_text)),
      trace_file_(options.text(Option::trace)),
      waves_file_(options.text(Option::vcd)),
      report_(options.text(Option::run_report)),
      coverage_file_{options.text(Option::coverage), options.flag(Option::coverage_append)},
      pictures_(options.text(Option::display)) {
  open_trace(options, image);
  open_waves(options, timing);
  check_early(profile_);
  if (profile_text_ != "-") check_early(profile_text_);
  coverage_file_.require_writable();
  if (!pictures_.empty()) support::require_writable_directory(pictures_);
  const bool profiles = !profile_.empty() || !profile_text_.empty();
  if (!report_.empty()) support::require_writable_directory(report_);
  const bool covers = !coverage_file_.path.empty() || !report_.empty();
  if (!profiles && !covers) return;
  code_ = std::make_unique<observe::CodeMap>(image);
  if (profiles) profiler_ = std::make_unique<observe::Profiler>(*code_, timing.interrupt_cycles());
  if (covers) coverage_ = std::make_unique<observe::Coverage>();
}

void RunObservers::attach(prototype::Platform& platform) {
  hart::ConcreteHart& hart = platform.hart();
  if (profiler_) hart.profile(*profiler_);
  hart_ = &hart;
  if (coverage_) hart.count(*coverage_);
  if (trace_ && spike_format_) {
    commit_log_ = std::make_unique<observe::CommitLog>(trace_->file(), trace_ranges_, hart);
    hart.observe(*commit_log_);
  } else if (trace_) {
    const auto meaning = [reader = devices::AccessReader(devices::data_sheets(*plan_))](
                             const hart::MemoryAccess& access) mutable {
      auto [place, fields] = reader.read(access.address, access.kind == hart::MemoryAccess::Kind::Store, access.value);
      return observe::Tracer::DeviceAccess{std::move(place), std::move(fields)};
    };
    tracer_ = std::make_unique<observe::Tracer>(trace_->file(), trace_ranges_, meaning);
    hart.observe(*tracer_);
  }
  if (!pictures_.empty()) {
    platform.see_pictures([this](std::uint64_t number, const devices::Display::Picture& rows) {
      try {
        if (!picture_error_) write_picture(pictures_, number, rows);
      } catch (const support::InputError& error) {
        picture_error_ = error;
      }
    });
  }
  if (!waves_) return;
  if (!device_waves_.empty()) waves_->watch(probes(device_waves_, platform));
  waves_->begin(hart.state());
  hart.observe(*waves_);
}

void RunObservers::finish(std::uint64_t cycles, OutputErrors& errors) {
  if (picture_error_) errors.note(*picture_error_);
  if (trace_) errors.attempt([&] { trace_->finish(); });
  if (waves_) {
    waves_->finish(cycles);
    errors.attempt([&] { vcd_->finish(); });
  }
  const auto write = [&](const std::string& path, const std::string& text) {
    errors.attempt([&] { support::write_text_file(path, text); });
  };
  if (profiler_ || coverage_) hart_->tell_counts();
  if (profiler_) {
    profiler_->finish(cycles);
    if (!profile_.empty()) write(profile_, callgrind_text(*profiler_));
    if (!profile_text_.empty()) write(profile_text_ == "-" ? "/dev/stderr" : profile_text_, profile_table(*profiler_));
  }
  if (coverage_) errors.attempt([&] { coverage_file_.write(coverage_->counts(), *code_); });
}

void RunObservers::report(const prototype::RunResult& result, const std::string& end, double seconds,
                          const engine::TestCase* test_case, const std::function<PathEnd()>& last,
                          OutputErrors& errors) {
  if (report_.empty()) return;
  const PathEnd end_of_path = last();
  const support::DebugInfo debug(image_);
  const auto coverage = coverage_by_file(coverage_->counts(), *code_);
  errors.attempt([&] {
    std::error_code failed;
    std::filesystem::create_directories(report_, failed);
    support::write_text_file(std::filesystem::path(report_) / "index.html",
                             html_report({.debug = debug,
                                          .end = end,
                                          .instructions = result.instructions,
                                          .cycles = result.cycles,
                                          .seconds = seconds,
                                          .counts = coverage_->counts(),
                                          .coverage = coverage,
                                          .test_case = test_case,
                                          .last = &end_of_path}));
  });
}

}  // namespace janus::app
