// What launcher and workers tell each other, in a compact binary form, since the launcher reads the reports of all
// workers. Both sides should be the same program; another version of the form, and damage, are found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/explore/exploration.h"
#include "engine/explore/records.h"
#include "hart/inspection.h"

namespace janus::engine {

struct Order {
  enum class Kind : std::uint8_t {
    Piece,      // explore these states for a while
    Portfolio,  // try techniques on the whole firmware, as the automatic choice does (explore/automatic.h)
  };
  Kind kind = Kind::Piece;
  std::uint64_t milliseconds = 0;                   // of real time, for a piece, unless somebody is in a hurry
  std::uint64_t apart = 0;                          // so many of the states that are left become pieces of their own
  std::uint64_t paths = 0, forks = 0, seconds = 0;  // limits of what is left to all; 0: none; seconds of 1/1000
  bool formulas = false, examples = false;          // whether the report should have them
  std::shared_ptr<const Frontier> frontier = {};    // of a piece

  std::string text() const;
  // Throws support::InputError, one line, if the text is of another version, or damaged.
  static Order parse(const std::string& text);
};

struct Report {
  ExplorationResult result;  // what was done
  std::string limit = {};    // that ended the exploration, and ends that of all
  std::vector<hart::Inspection> inspections = {};
  Records records = {};                    // of what was done
  std::vector<std::string> formulas = {};  // if wanted: the path condition of each finding, as SMT-LIB
  std::vector<TestCase> examples = {};     // if wanted: of branches that the worker has seen going a new way
  std::vector<std::shared_ptr<const Frontier>> left = {};

  std::string text() const;
  static Report parse(const std::string& text);  // the same errors
};

// A message with a body that may be anything: version and sum are right. For tests.
std::string sealed(const std::string& body);

}  // namespace janus::engine
