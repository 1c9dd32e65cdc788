// What the verdict of an exploration rests on, for people: inputs, assertions, how paths ended, what was given up and
// where; and warnings of a verdict that says less than it seems to say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/explore/exploration.h"
#include "isa/hooks.h"
#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::app {

// Lines in front of the verdict: inputs and assertions, how paths ended.
std::string basis_of(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                     const support::FirmwareImage& image, const support::DebugInfo& debug);

// What is assumed of words of devices, of times, of modules and of hardware without a model; empty: nothing.
std::string bounds_of_devices(const engine::SymbolicHartConfig& config);

// Lines about what was given up, and where: the reasons for the verdict `unknown`, with what is most likely to help.
std::string given_up(const engine::ExplorationResult& result, const support::DebugInfo& debug);

// A line about where most paths come from, for whoever has too many of them; empty if the path never forked.
std::string most_forks(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                       const support::DebugInfo& debug);

// A line in front of the verdict if coverage is written and is not that of all paths although the exploration is over.
// Empty otherwise.
std::string remark_on_coverage(const engine::ExplorationResult& result, const engine::ExplorationConfig& config);

// How many states the exploration widened (--revisit): they stand for more than happens, so what they do counts for no
// coverage, and nobody hears of the places of riscv_cover() that they reach.
std::uint64_t widened_states(const engine::ExplorationResult& result);

// One line each, without "janus: " in front.
std::vector<std::string> warnings_of(const engine::ExplorationResult& result, const engine::SymbolicHartConfig& hart,
                                     const support::FirmwareImage& image, const support::DebugInfo& debug);

// A warning of `ecall`s that look like hooks and were none; empty if `count` is 0.
std::string warning_of_ignored_hooks(std::uint64_t count, isa::HookRule hooks, const support::FirmwareImage& image);

// The same of a trap handler that is not where it was `written` to be; empty if that is 0, or no function begins there.
std::string warning_of_moved_handler(std::uint32_t written, const support::FirmwareImage& image);

}  // namespace janus::app
