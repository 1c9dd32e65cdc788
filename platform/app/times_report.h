// The slowest and the fastest path, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/explore/extreme_times.h"
#include "support/firmware_image.h"

namespace janus::app {

// Lines for people: the two numbers, with the inputs that take them, whether they are proved, and a histogram.
std::string times_text(const engine::TimesResult& times, const support::FirmwareImage& image);

// For --stats.
nlohmann::ordered_json times_json(const engine::TimesResult& times);

}  // namespace janus::app
