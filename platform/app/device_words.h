// What devices receive, as options say it: --symbolic for an exploration, --input for a run.
#pragma once

#include <string>
#include <vector>

#include "app/options.h"
#include "devices/data_sheet.h"
#include "engine/state/device_input.h"
#include "engine/state/symbolic_interrupt.h"

namespace janus::app {

// The value of --symbolic: items separated by commas,
//
//   DEVICE=N, DEVICE=A..B                                how many words the device receives
//   interrupt(NAME)=N, interrupt(NAME) in A..B           how often an interrupt arrives at any boundary; at which
//   cycles DEVICE in A..B, DEVICE.WORD in A..B, DEVICE.WORD[I] in A..B    the range of all words, or of one;
//                                                        or of some, as [I..J]
//
// Each arrival at a device brings a word; if the list does not say how many words the device receives, there are as
// many as arrivals. Throws support::InputError (kUsage) with one line for anything else.
struct SymbolicDevices {
  std::vector<engine::DeviceInput> inputs;
  std::vector<engine::SymbolicInterrupt> interrupts;
};
SymbolicDevices symbolic_devices(const Options& options, const devices::BoardPlan& plan);

// The ranges of --symbolic, as a user wrote them, since a verdict rests on them; empty if there are none.
std::string ranges_of(const std::vector<engine::DeviceInput>& inputs, const devices::BoardPlan& plan);
// The same for interrupts and their windows.
std::string arrivals_of(const std::vector<engine::SymbolicInterrupt>& interrupts);

// The words that --input names: DEVICE=FILE, separated by commas. A device of bytes receives the file; for other
// devices the file is a text of numbers, with # in front of comments. Throws support::InputError if a device receives
// nothing, or a file cannot be read or has something else than numbers that fit.
std::vector<devices::ReceivedWords> words_from_files(const Options& options, const devices::BoardPlan& plan);

}  // namespace janus::app
