// Files that are written appear whole or not at all, and what is no regular file is treated as what it is.
#include "support/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "support/error.h"
#include "support/output_stream.h"
#include "testing/command.h"

namespace janus::support {
namespace {

namespace fs = std::filesystem;

class TextFile : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return directory_.file(name); }
  static std::string text_of(const std::string& path) {
    const auto bytes = testing::read_file(path);
    return {bytes.begin(), bytes.end()};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(file("")), fs::directory_iterator()));
  }
  static mode_t mode(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 0777;
  }
  // The message of the error that `call` throws; empty if there was none.
  template <class Call>
  static std::string error_of(Call call, int code) {
    try {
      call();
    } catch (const InputError& error) {
      EXPECT_EQ(error.code(), code);
      return error.what();
    }
    return {};
  }
  static std::string write_error_of(const std::string& path) {
    return error_of([&] { write_text_file(path, "text"); }, exit_code::kCannotWrite);
  }
  static std::string check_error_of(const std::string& path) {
    return error_of([&] { require_writable_file(path); }, exit_code::kCannotWrite);
  }
  static std::string directory_error_of(const std::string& path) {
    return error_of([&] { require_writable_directory(path); }, exit_code::kCannotWrite);
  }
  static std::string read_error_of(const std::string& path) {
    return error_of([&] { read_text_file(path); }, exit_code::kNoInput);
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(TextFile, IsReplacedAndLeavesNothingElse) {
  write_text_file(file("a"), "one");
  write_text_file(file("a"), "two");
  EXPECT_EQ(text_of(file("a")), "two");
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(read_text_file(file("a")), "two");
}

TEST_F(TextFile, IsAnotherFileThanBefore) {  // so whoever reads the earlier one reads all of it
  write_text_file(file("a"), "one");
  fs::create_hard_link(file("a"), file("reader"));
  write_text_file(file("a"), "two");
  EXPECT_EQ(text_of(file("reader")), "one");
}

TEST_F(TextFile, HasTheUsualPermissionsOrThoseItHad) {
  const mode_t before = ::umask(027);
  write_text_file(file("new"), "");
  EXPECT_EQ(mode(file("new")), 0640U);
  ::chmod(file("new").c_str(), 0604);
  write_text_file(file("new"), "");
  ::umask(before);
  EXPECT_EQ(mode(file("new")), 0604U);
}

TEST_F(TextFile, BehindALinkIsReplacedAndTheLinkStays) {
  write_text_file(file("a"), "one");
  fs::create_symlink("a", file("relative"));
  fs::create_symlink(file("relative"), file("twice"));
  fs::create_symlink("absent", file("dangling"));
  write_text_file(file("twice"), "two");
  write_text_file(file("dangling"), "new");
  EXPECT_TRUE(fs::is_symlink(file("twice")));
  EXPECT_TRUE(fs::is_symlink(file("relative")));
  EXPECT_EQ(text_of(file("a")), "two");
  EXPECT_EQ(text_of(file("absent")), "new");
  fs::create_symlink("loop", file("loop"));
  EXPECT_NE(write_error_of(file("loop")), "");
}

TEST_F(TextFile, ThatIsADeviceIsWrittenDirectly) {
  EXPECT_EQ(write_error_of("/dev/null"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(write_error_of("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(check_error_of("/dev/full"), "") << "found out only by writing";
}

TEST_F(TextFile, ThatIsOpenInThisProcessGoesWhereTheOthersBytesGo) {
  const int log = ::open(file("log").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(log, 0);
  ASSERT_EQ(::write(log, "first ", 6), 6);
  write_text_file("/proc/self/fd/" + std::to_string(log), "second ");
  ASSERT_EQ(::write(log, "third", 5), 5);
  ::close(log);
  EXPECT_EQ(text_of(file("log")), "first second third");
}

TEST_F(TextFile, ThatCannotBeWrittenIsFoundOutBefore) {
  fs::create_directory(file("directory"));
  for (const std::string& path :
       {file("absent/a"), file("directory"), file("directory/"), std::string("/proc/nowhere"), std::string()}) {
    EXPECT_NE(check_error_of(path), "") << path;
    EXPECT_NE(write_error_of(path), "") << path;
  }
  EXPECT_EQ(check_error_of(file("a")), "");
  EXPECT_EQ(files(), 1U) << "the check creates nothing";
  write_text_file(file("a"), "kept");
  EXPECT_EQ(check_error_of(file("a")), "");
  EXPECT_EQ(text_of(file("a")), "kept");
}

// Explorations that begin at the same time, below a directory that does not exist yet.
TEST_F(TextFile, InADirectoryToComeIsNoMatterOfWhoIsFirst) {
  const auto begin_often = [&](const std::string& name) {
    for (int i = 0; i < 300; ++i) {
      const std::string path = file("round" + std::to_string(i) + "/" + name);
      require_writable_directory(path);
      std::error_code error;
      fs::create_directories(path, error);
      EXPECT_FALSE(error) << error.message();
    }
  };
  std::thread other(begin_often, "b");
  begin_often("a");
  other.join();
}

TEST_F(TextFile, InADirectoryToComeIsFoundOutBefore) {
  EXPECT_EQ(directory_error_of(file("a/b/c/")), "");
  EXPECT_EQ(directory_error_of(file("")), "");
  EXPECT_EQ(files(), 0U) << "the check creates nothing";
  EXPECT_NE(directory_error_of("/proc/nowhere/a"), "");
  write_text_file(file("a"), "");
  EXPECT_NE(directory_error_of(file("a")), "");
  EXPECT_NE(directory_error_of(file("a/b")), "");
  EXPECT_EQ(files(), 1U);
}

TEST_F(TextFile, IsReadOnlyIfItIsARegularFile) {
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_error_of("/dev/zero"), "/dev/zero: not a regular file");
  EXPECT_EQ(read_error_of(file("pipe")), file("pipe") + ": not a regular file");
  EXPECT_EQ(read_error_of(file("")), file("") + ": Is a directory");
  EXPECT_EQ(read_error_of(file("absent")), file("absent") + ": No such file or directory");
  EXPECT_NE(read_text_file("/proc/self/status"), "") << "a regular file, though its size is 0";
}

TEST_F(TextFile, AsAStreamTellsTheWriteThatFails) {
  int failures = 0;
  OutputStream good(file("good"), [&] { ++failures; });
  std::fputs("text\n", good.file());
  good.finish();
  EXPECT_EQ(text_of(file("good")), "text\n");
  EXPECT_EQ(failures, 0);
  OutputStream full("/dev/full", [&] { ++failures; });
  for (int i = 0; i < 100'000; ++i) std::fputs("text\n", full.file());
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(error_of([&] { full.finish(); }, exit_code::kCannotWrite),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(failures, 1);
}

}  // namespace
}  // namespace janus::support
