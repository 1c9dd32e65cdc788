// How Janus works, and what the words of a report mean, as HTML.
#pragma once

#include <string_view>

namespace janus::app {

inline constexpr std::string_view kHowItWorks =
    "<span class=\"dim\">How Janus works: it executes the firmware with inputs that stand for all their values at "
    "once. "
    "Where an input decides, and both ways are possible, the execution splits: a <b>fork</b>. One way from reset to an "
    "end or a failure is a <b>path</b>; a path that has not ended yet is a <b>state</b>, which waits until it goes on. "
    "Whether a way is possible is mostly known from values that take it. Where it is not, the solver is asked, a "
    "program "
    "that finds values for formulas, or knows that there are none: a <b>query</b>. So there may be fewer queries than "
    "forks; or more, since an access or an assertion may need some as well. By default several <b>explorations</b> of "
    "the same firmware, each with another technique, take turns until "
    "one of them decides.</span>";

inline constexpr std::string_view kWords =
    "<dl><dt>path</dt><dd>One way through the firmware from reset on, for all inputs that decide alike. It ends where "
    "the "
    "firmware ends or fails.</dd>\n"
    "<dt>state</dt><dd>A path that has not ended yet: where it stands, and what registers and memory hold. It waits "
    "until "
    "it is its turn, and then goes on.</dd>\n"
    "<dt>fork</dt><dd>Where inputs decide, and both ways are possible: a state becomes two. A <i>widened</i> state may "
    "become two where no input can decide, as at an assertion that holds, or at a line of which one outcome is "
    "impossible.</dd>\n"
    "<dt>exploration</dt><dd>One search through all paths, in one way. By default several take turns until one of them "
    "comes to a verdict.</dd>\n"
    "<dt>query</dt><dd>Whether there are inputs for which some conditions hold, asked of the solver. Its answer is "
    "<i>satisfiable</i> (there are) or <i>unsatisfiable</i> (there are none), or none in the time it has. Most are "
    "answered by cheap layers; the command counts those that are left.</dd>\n"
    "<dt>executed</dt><dd>Execution came to an instruction of the line, on some path of some exploration. How often is "
    "not told: what paths have in common is executed once, and optimisation mixes the instructions of lines.</dd>\n"
    "<dt>check</dt><dd>One execution of an assertion, in some exploration.</dd>\n"
    "<dt>widened</dt><dd>A state that stands for more than its inputs can do, so that it covers others. What fails in "
    "it "
    "is confirmed by a run, or does not count.</dd></dl>\n";

}  // namespace janus::app
