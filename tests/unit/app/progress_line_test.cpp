// The progress line of an exploration.
#include "app/progress_line.h"

#include <gtest/gtest.h>

#include <csignal>

#include <cstdlib>

#include "testing/firmware.h"

namespace janus::app {
namespace {

engine::Progress at(double seconds, engine::ProgressCounts done = {}) {
  engine::Progress progress;
  progress.seconds = seconds;
  progress.done = done;
  return progress;
}

// Keeps what is written into it.
class Paper {
 public:
  ~Paper() {
    std::fclose(file_);
    std::free(text_);
  }
  std::FILE* file() { return file_; }
  std::string text() {
    std::fflush(file_);
    return {text_, size_};
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_ = ::open_memstream(&text_, &size_);
};

TEST(ProgressText, HasRatesSinceTheLastLine) {
  EXPECT_EQ(progress_text(at(12, {3, 5'000'000, 40}), at(10, {2, 1'000'000, 20})),
            "12 s: 3 paths done, 0 waiting, 0 findings; 2.00 M instructions/s, 10 queries/s");
}

TEST(ProgressText, NeverHasANegativeRate) {
  const std::string text = progress_text(at(9, {0, 1'000'000, 0}), at(10, {2, 9'000'000, 20}));
  EXPECT_EQ(text, "9 s: 0 paths done, 0 waiting, 0 findings; 0.00 M instructions/s, 0 queries/s");
}

TEST(ProgressText, NamesTheTechniqueTheLimitsAndTheTimeLeft) {
  engine::Progress progress = at(12, {1, 0, 0});
  progress.technique = "merging";
  progress.waiting = 4;
  progress.findings = 1;
  progress.seconds_left = 1800;
  progress.memory_bytes = 310 << 20;
  progress.limits.seconds = 60;
  progress.limits.paths = 50;
  progress.limits.memory_bytes = 1000 << 20;
  EXPECT_EQ(progress_text(progress, {}),
            "12 of 60 s, about 30 min left (merging): 1 path done of 50, 4 waiting, 1 finding; "
            "0.00 M instructions/s, 0 queries/s; 310 of 1000 MiB");
  progress.limits = {};
  progress.seconds_left = 40;
  EXPECT_EQ(progress_text(progress, {}).find("12 s, about 40 s left (merging): 1 path done, "), 0U);
}

TEST(ProgressLine, OverwritesItselfOnATerminalAndIsRemoved) {
  Paper paper;
  {
    ProgressLine line(paper.file(), true);
    line.show(at(0.3));
    line.show(at(0.6));
  }
  EXPECT_EQ(paper.text(),
            "\r\033[K" + progress_text(at(0.3), {}) + "\r\033[K" + progress_text(at(0.6), at(0.3)) + "\r\033[K");
}

TEST(ProgressLine, IsBrokenIntoRowsOfTheTerminal) {
  const std::string text = "12 s: 3 paths done, 4 waiting; forks at main at sort.c:12; order layer";
  using Rows = std::vector<std::string>;
  EXPECT_EQ(rows_of(text, 0), Rows{text});
  EXPECT_EQ(rows_of(text, 80), Rows{text});
  EXPECT_EQ(rows_of(text, text.size()), (Rows{text.substr(0, text.rfind(" order")), "order layer"}))
      << "the last column stays free";
  EXPECT_EQ(rows_of(text, 32), (Rows{"12 s: 3 paths done, 4 waiting;", "forks at main at sort.c:12;", "order layer"}));
  EXPECT_EQ(rows_of(text, 12), (Rows{"12 s: 3 pat", "4 waiting;", "forks at ma", "order layer"}));
  EXPECT_EQ(rows_of("a, b, c, d, e", 3), (Rows{"a,", "b,", "c,", "d,"}));
}

TEST(ProgressLine, IsAPlainLineAMinuteElsewhere) {
  Paper paper;
  {
    ProgressLine line(paper.file(), false);
    for (int second = 1; second < 130; ++second) line.show(at(second));
    line.clear();
  }
  EXPECT_EQ(paper.text(), "janus: " + progress_text(at(60), {}) + "\njanus: " + progress_text(at(120), at(60)) + "\n");
}

TEST(ProgressLine, IsAbsentFromAShortRunWithoutATerminal) {
  Paper paper;
  {
    ProgressLine line(paper.file(), false);
    for (int second = 1; second < 60; ++second) line.show(at(second));
  }
  EXPECT_EQ(paper.text(), "");
}

TEST(ProgressLine, ComesWhenASignalAsksForIt) {
  Paper paper;
  let_signals_ask_for_progress();
  {
    ProgressLine line(paper.file(), false);
    line.show(at(1));
    raise(SIGUSR1);
    line.show(at(2));
    line.show(at(3));
  }
  EXPECT_EQ(paper.text(), "janus: " + progress_text(at(2), {}) + "\n");
}

TEST(ProgressJson, IsOneLine) {
  const std::string line = progress_json(at(1.5, {3, 40, 5}));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_NE(line.find("\"paths\":3,\"instructions\":40,\"queries\":5,"), std::string::npos) << line;
  EXPECT_NE(line.find("\"seconds_left\":null"), std::string::npos) << line;
}

TEST(ProgressText, SaysWhatIsCoveredWhatForksAndWhichLayerIsBusy) {
  engine::Progress progress = at(12);
  progress.directions = 14;
  progress.forking = 0x80000010;
  progress.busy = "order";
  EXPECT_EQ(progress_text(progress, at(11)).substr(progress_text(at(12), at(11)).size()),
            "; 14 directions taken; forks at 0x80000010; order layer");
  EXPECT_NE(progress_json(progress).find("\"directions\":14,\"forking\":\"0x80000010\",\"busy\":\"order\""),
            std::string::npos);
}

TEST(ProgressJson, NamesThePlaceThatForks) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug(image);
  engine::Progress progress = at(12);
  progress.forking = image.symbol("main").value();
  const std::string place = debug.describe(*progress.forking);
  EXPECT_NE(progress_text(progress, at(11), &debug).find("; forks at " + place), std::string::npos);
  EXPECT_NE(progress_json(progress, &debug).find("\"place\":\"" + place + "\""), std::string::npos);
}

}  // namespace
}  // namespace janus::app
