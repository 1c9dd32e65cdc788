// Where a text of C or C++ has loops: by its words alone, without types or macros.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace janus::app {

// From the line of `for`, `while` or `do` to that of its last character, both from 1.
struct SourceLoop {
  int head, last;
  bool contains(int line) const { return head <= line && line <= last; }
};

// In the order of their heads, inner ones behind outer ones. What a preprocessor would leave out is read as well.
std::vector<SourceLoop> source_loops(const std::vector<std::string>& lines);

// The head of the innermost loop that has all of these lines, but for those that are in no loop: compilers give code in
// a loop the lines of what is in front of it, and behind it. 0 if there is none, or no line.
int innermost_head(const std::vector<SourceLoop>& loops, const std::set<int>& lines);

}  // namespace janus::app
