#include "app/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>

namespace janus::app {
namespace {

std::string number_of_nouns(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Rough, since an estimate is.
std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 100 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

double rate(std::uint64_t now, std::uint64_t before, double seconds) {
  return now > before && seconds > 0 ? static_cast<double>(now - before) / seconds : 0;
}

// 0 if the width is not known.
std::size_t width_of(std::FILE* terminal) {
  winsize size{};
  return ::ioctl(::fileno(terminal), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Removes the row of the cursor and those above it, `rows` in all.
std::string erasing(std::size_t rows) { return rows > 1 ? fmt::format("\r\033[{}A\033[J", rows - 1) : "\r\033[K"; }

std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

void let_signals_ask_for_progress() {
  struct sigaction action {};
  action.sa_handler = [](int) { asked = true; };
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

std::string progress_json(const engine::Progress& now, const support::DebugInfo* debug) {
  nlohmann::ordered_json json = {{"seconds", now.seconds},      {"technique", now.technique},
                                 {"paths", now.done.paths},     {"instructions", now.done.instructions},
                                 {"queries", now.done.queries}, {"waiting", now.waiting},
                                 {"findings", now.findings},    {"memory_bytes", now.memory_bytes},
                                 {"seconds_left", nullptr}};
  if (now.seconds_left) json["seconds_left"] = *now.seconds_left;
  if (now.directions) json["directions"] = *now.directions;
  if (now.forking) json["forking"] = fmt::format("0x{:08x}", *now.forking);
  if (now.forking && debug) json["place"] = debug->describe(*now.forking);
  if (!now.busy.empty()) json["busy"] = now.busy;
  return json.dump() + "\n";
}

std::string progress_text(const engine::Progress& now, const engine::Progress& before,
                          const support::DebugInfo* debug) {
  const double seconds = now.seconds - before.seconds;
  std::string text = fmt::format("{:.0f}", now.seconds);
  if (now.limits.seconds > 0) text += fmt::format(" of {:g}", now.limits.seconds);
  text += " s";
  if (now.seconds_left) text += fmt::format(", about {} left", duration(*now.seconds_left));
  if (!now.technique.empty()) text += fmt::format(" ({})", now.technique);
  text += fmt::format(": {} done", number_of_nouns(now.done.paths, "path"));
  if (now.limits.paths > 0) text += fmt::format(" of {}", now.limits.paths);
  text += fmt::format(", {} waiting, {}; {:.2f} M instructions/s, {:.0f} queries/s", now.waiting,
                      number_of_nouns(now.findings, "finding"),
                      rate(now.done.instructions, before.done.instructions, seconds) * 1e-6,
                      rate(now.done.queries, before.done.queries, seconds));
  if (now.limits.memory_bytes > 0) {
    text += fmt::format("; {} of {} MiB", now.memory_bytes >> 20, now.limits.memory_bytes >> 20);
  }
  if (now.directions) text += fmt::format("; {} taken", number_of_nouns(*now.directions, "direction"));
  if (now.forking)
    text += fmt::format("; forks at {}", debug ? debug->describe(*now.forking) : fmt::format("0x{:08x}", *now.forking));
  if (!now.busy.empty()) text += fmt::format("; {} layer", now.busy);
  return text;
}

std::vector<std::string> rows_of(const std::string& text, std::size_t width) {
  constexpr std::size_t kMostRows = 4;
  if (width < 2) return {text};
  const std::size_t most = width - 1;  // a terminal may begin a new row behind its last column
  std::vector<std::string> rows{""};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t mark = text.find_first_of(",;", begin);
    const std::size_t end = mark == std::string::npos ? text.size() : mark + 1;
    const std::string part = text.substr(begin, end - begin);
    const bool fits = rows.back().empty() || rows.back().size() + 1 + part.size() <= most;
    if (!fits && rows.size() == kMostRows) break;
    if (!fits) rows.emplace_back();
    rows.back() += (rows.back().empty() ? "" : " ") + part;
    begin = std::min(text.find_first_not_of(' ', end), text.size());
  }
  for (std::string& row : rows) row.resize(std::min(row.size(), most));
  return rows;
}

ProgressLine::ProgressLine(const support::DebugInfo* debug) : ProgressLine(stderr, ::isatty(STDERR_FILENO) == 1) {
  debug_ = debug;
}

void ProgressLine::show(const engine::Progress& progress) {
  const bool is_asked = asked.exchange(false);
  if (!terminal_ && !is_asked && progress.seconds - last_.seconds < kPlainPeriod) return;
  std::string text = progress_text(progress, last_, debug_);
  const std::string erase = terminal_ ? erasing(shown_ ? rows_ : 1) : "";
  if (terminal_ && !is_asked) {
    const auto rows = rows_of(text, width_of(out_));
    rows_ = rows.size();
    text = erase + fmt::format("{}", fmt::join(rows, "\r\n"));
  } else {
    rows_ = 1;
    text = fmt::format("{}janus: {}\n", erase, text);
  }
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
  last_ = progress;
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_ && terminal_) std::fputs(erasing(rows_).c_str(), out_);
  shown_ = false;
}

}  // namespace janus::app
