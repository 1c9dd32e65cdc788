// Files of the host as a value, and the directory that they come from.
#include "hart/host_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/error.h"
#include "testing/command.h"

namespace janus::testing {
namespace {

using hart::HostFiles;
using hart::PlainContents;
using support::HostDirectory;
using Files = HostFiles<PlainContents>;

// The modes of "r", "r+", "w+" and "a".
constexpr std::uint32_t kRead = 0, kUpdate = 2, kReplace = 6, kAppend = 8;

class HostFilesTest : public ::testing::Test {
 protected:
  HostFilesTest() { write_file(directory_.file("text"), std::string("abc")); }
  std::uint32_t open(Files& files, const std::string& name, std::uint32_t mode, int error = 0) {
    std::uint32_t handle = 0;
    EXPECT_EQ(files.open(name, mode, &host_, handle), error) << name;
    return handle;
  }
  void write(Files& files, std::uint32_t handle, const std::string& text) {
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const auto byte = [&](std::uint32_t i) { return bytes[i]; };
    EXPECT_EQ(files.write(handle, static_cast<std::uint32_t>(bytes.size()), byte, bytes, &host_), 0);
  }
  static std::string rest(Files& files, std::uint32_t handle) {
    std::string text;
    while (files.left(handle, 1)) text += static_cast<char>(files.next(handle));
    return text;
  }

  TemporaryDirectory directory_;
  HostDirectory host_{directory_.file(""), HostDirectory::Writes::Nothing};
};

TEST_F(HostFilesTest, CopiesHaveTheirOwnContentsAndPositions) {
  Files ours;
  const std::uint32_t handle = open(ours, "text", kUpdate);
  EXPECT_EQ(ours.next(handle), 'a');
  Files theirs = ours;
  EXPECT_TRUE(ours == theirs);
  write(ours, handle, "XYZ");
  EXPECT_FALSE(ours == theirs);
  EXPECT_EQ(rest(theirs, handle), "bc");
  ours.seek(handle, 0);
  EXPECT_EQ(rest(ours, handle), "aXYZ");
  EXPECT_EQ(read_file(directory_.file("text")).size(), 3U);
}

TEST_F(HostFilesTest, HandlesShareAFileWhateverItsName) {
  Files files;
  const std::uint32_t first = open(files, "text", kUpdate), second = open(files, "./text", kRead);
  EXPECT_EQ(files.rename("text", "other", &host_), 0);
  write(files, first, "new");
  EXPECT_EQ(rest(files, second), "new");
  open(files, "text", kRead, ENOENT);
  EXPECT_EQ(files.remove("other", &host_), 0);
  EXPECT_EQ(files.length(first), 3U);
  open(files, "other", kRead, ENOENT);
  files.close(first);
  EXPECT_EQ(open(files, "made", kReplace), first);  // the lowest that is free
  EXPECT_EQ(files.kind(7), hart::HandleKind::Closed);
}

TEST_F(HostFilesTest, AppendAndGapsAreAsUsual) {
  Files files;
  const std::uint32_t more = open(files, "text", kAppend), again = open(files, "text", kUpdate);
  write(files, again, "A");
  write(files, more, "d");
  files.seek(again, 6);
  write(files, again, "g");
  files.seek(again, 0);
  EXPECT_EQ(rest(files, again), std::string("Abcd\0\0g", 7));
  open(files, "text", Files::kModes, EINVAL);
}

TEST_F(HostFilesTest, NothingOutsideOfTheDirectoryIsReached) {
  std::filesystem::create_directory(directory_.file("below"));
  std::filesystem::create_symlink("../text", directory_.file("below/link"));
  std::filesystem::create_symlink(".", directory_.file("round"));
  Files files;
  for (const char* name : {"..", "below/../text", "", "/", "./."}) {
    std::uint32_t handle = 0;
    EXPECT_EQ(files.open(name, kRead, &host_, handle), EACCES) << name;
  }
  open(files, "below/link", kRead, EACCES);
  open(files, "round/text", kRead, ENOTDIR);
  open(files, "below", kRead, EISDIR);
  open(files, "absent/new", kReplace, ENOENT);
  EXPECT_NE(open(files, "/text", kRead), 0U);
  std::uint32_t handle = 0;
  EXPECT_EQ(files.open("text", kRead, nullptr, handle), ENOENT);
  EXPECT_THROW(HostDirectory(directory_.file("text"), HostDirectory::Writes::Nothing), support::InputError);
}

TEST_F(HostFilesTest, WritingThroughChangesTheHostAtOnceAndAgain) {
  HostDirectory through(directory_.file(""), HostDirectory::Writes::Through);
  Files files;
  std::uint32_t handle = 0;
  ASSERT_EQ(files.open("out", kReplace, &through, handle), 0);
  const std::vector<std::uint8_t> bytes = {'1', '2', '3'};
  const auto byte = [&](std::uint32_t i) { return bytes[i]; };
  const Files before = files;
  ASSERT_EQ(files.write(handle, 3, byte, bytes, &through), 0);
  EXPECT_EQ(read_file(directory_.file("out")), bytes);
  files = before;  // as a debugger goes back
  ASSERT_EQ(files.write(handle, 2, byte, std::span(bytes).first(2), &through), 0);
  EXPECT_EQ(read_file(directory_.file("out")), (std::vector<std::uint8_t>{'1', '2'}));
  ASSERT_EQ(files.rename("out", "kept", &through), 0);
  EXPECT_FALSE(std::filesystem::exists(directory_.file("out")));
  ASSERT_EQ(files.remove("kept", &through), 0);
  EXPECT_FALSE(std::filesystem::exists(directory_.file("kept")));
}

}  // namespace
}  // namespace janus::testing
