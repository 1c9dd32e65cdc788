// When the automatic choice (automatic.h) gives whom a turn, and for how long. Fitted to the programs of the
// evaluation, so that the default takes at most three times as long as the best switch, plus 0.2 s, for most of them
// (evaluation/contenders).
//
// All seconds are counted (term/work_clock.h), so that every run takes the same turns until --max-time or --max-memory
// ends the run. A turn adds to what the contender had before.
#pragma once

#include <cstdint>

namespace janus::engine::schedule {

// The plain exploration, alone at first.
constexpr double kFirstLookSeconds = 0.01;              // of the plain exploration, then of the fair one
constexpr double kPlainSecondsIfEndless = 0.06;         // in all, before others have a turn, if it loops endlessly,
constexpr double kPlainSecondsIfClose = 0.12;           // if it seems to end by then,
constexpr double kPlainSeconds = 0.25;                  // and else
constexpr std::uint64_t kManyInstructions = 1'000'000;  // of a path without forks, which is in a loop by that
// Fewer of all three are no loop: the questions are hard.
constexpr std::uint64_t kForksOfLoop = 4, kInputsOfLoop = 8, kInstructionsOfLoop = 20'000;
constexpr std::uint64_t kForksBeyondLoop = 64;  // of somebody else, who is in none

// The fair exploration.
constexpr double kSecondLookSeconds = 0.05;  // once the plain one has forked often, and does not seem to end soon;
constexpr double kFairFraction = 0.1;        // of all time so far
constexpr double kFairFractionIfEndless = 1.0 / 5;  // the same in an endless loop, or if questions are hard
constexpr double kFairQuestionSeconds = 0.3;        // for each question: what is hard must not hide what is behind it
constexpr std::uint64_t kMostFairForks = 100'000;   // so that its states need little memory

// First turns: what a technique needs where it fits best.
constexpr double kFirstForkingSeconds = 0.1;  // by value and by address, where it seems to help; see kTimesAsFast
constexpr double kFirstTrialSeconds = 0.02;   // of every value: then it is known how long that will take,
constexpr double kTrialMargin = 1.5;          // within this factor;
constexpr double kShortTrialSeconds = 0.3;    // so long at once, and so long once others have had their first turns
constexpr double kLongTrialSeconds = 2;
constexpr std::uint64_t kFewInputBytes = 64;        // of a path, for that,
constexpr std::uint64_t kFewestInputBytes = 16;     // and for a glimpse of who forks by value
constexpr double kGlimpseOfMergingSeconds = 0.025;  // eagerly, with the detectors of memory,
constexpr double kShortMergingSeconds = 0.06;       // eagerly and with care,
constexpr double kFirstMergingSeconds = 0.2;        // and then eagerly;
constexpr double kMergingInLoopSeconds = 0.08;      // the same before that, where loops are endless,
constexpr double kCarefulInLoopSeconds = 0.35;      // and with care behind revisiting and proofs;
constexpr double kGlimpseSeconds = 0.05;  // of trying by value if inputs are few, and of revisiting, before all others
                                          // but merging, unless loops are endless
constexpr double kFirstRevisitSeconds = 0.17;
// Where loops are endless, without widening: a glimpse before all others, and then,
constexpr double kGlimpseOfExactSeconds = 0.025, kFirstExactSeconds = 0.1;
constexpr double kFirstChangesSeconds = 0.4, kSecondChangesSeconds = 0.8;  // of what is asserted as an invariant
constexpr double kFirstRevisitInLoopSeconds = 0.1, kSecondRevisitInLoopSeconds = 0.25;  // and with it
constexpr double kGlimpseOfSummarySeconds = 0.01;    // where hardly anything forks, so that one loop takes the time;
constexpr double kFirstSummarySeconds = 0.08;        // if the plain exploration loops endlessly, before all others;
constexpr double kFirstSummarizingSeconds = 0.1;     // the same, once these had a turn, if it has summed up nothing
constexpr double kFirstProofSeconds = 0.3;           // the same, for subsumption,
constexpr double kFirstCheckedProofSeconds = 0.4;    // which learns nothing of paths that end if it asks detectors
constexpr std::uint64_t kGrownConditions = 4;        // so many are enough to try by value; fewer, if half of all grew
constexpr std::uint64_t kManySymbolicAddresses = 8;  // so many are enough to try a path for each target

// A look at each technique, as long as it often needs.
constexpr double kSecondsBeforeLooks = 0.4;        // of the plain exploration, unless it loops or is hopeless;
constexpr double kSoonSeconds = 1.5;               // none if it will end by then,
constexpr std::uint64_t kForksForTechniques = 16;  // nor if it has forked less often: then they do not help
constexpr double kSecondRevisitSeconds = 0.3;
constexpr double kLongRevisitSeconds = 0.65;  // where loops are endless: little else proves these,
constexpr double kExactRevisitSeconds = 0.3;  // and without widening
constexpr double kCollapsingSeconds = 1.5;    // of states left whole, if nearly all of them were there before
constexpr double kSecondMergingSeconds = 0.2, kThirdMergingSeconds = 0.9;
constexpr double kCheckedMergingSeconds = 0.4;  // with the detectors of memory
constexpr double kLongMergingSeconds = 1.5;     // with care, if hardly a state waits after so many forks,
constexpr std::uint64_t kForksToComeTogether = 16, kStatesTogether = 4;
constexpr double kSecondsTogether = 0.5, kMostSecondsTogether = 8;  // then for longer, up to so many in all,
constexpr std::uint64_t kForksWhileTogether = 100;                  // while it forks so often each time
constexpr double kFirstTechniqueSeconds = 0.2;  // of revisiting wholly, careful merging, and subsumption,
constexpr unsigned kMoreProofTurns = 4;  // which gets more of these in endless loops: it alone proves some with inputs
constexpr double kSecondSummarizingSeconds = 0.5;  // of summaries; once others had a turn, if it has summed up a loop
constexpr double kShortLookSeconds = 0.05;         // of learning

// Then turns by shares.
constexpr double kSecondsBeforeOthers = 1;  // of the plain exploration before merging, learning, subsumption,
constexpr double kSecondsBeforeOthersIfHopeless = 0.25;  // or so many if it will not end
constexpr double kManyForksPerSecond = 256;              // with fewer forks, hard questions are the problem
// Where a path for each target of an access forks so many times as often as the plain exploration, which asks hard
// questions, it counts as a plain one, with so many times its time.
constexpr double kTimesAsManyForks = 4, kShareOfForking = 2;
// Who explores the same fraction of its tree in so many times less time leads, and goes on while it is ahead.
constexpr double kTimesAsFast = 2;
constexpr double kAlternativesFraction = 1.0 / 16;  // of the plain exploration's time, for all others together
constexpr double kEarlyAlternativesFraction = 0.1;  // the most they may have of the plain exploration's time so far
constexpr double kMaxSecondsIfOpen = 30;            // of all others, with many forks and no reliable forecast
constexpr double kMostTimesPlain = 4;               // the others' time, if the plain exploration is hopeless
constexpr double kLookFraction = 0.1;     // of the others' time, for the plain exploration, if it goes on elsewhere
                                          // or seems to loop endlessly, to see whether it does;
constexpr double kShortShareSeconds = 1;  // and the others' time then, if the plain exploration will end
constexpr double kShortestTurnSeconds = 0.05;
constexpr double kTurnFraction = 0.25;    // length of a turn, as a fraction of the contender's time so far
constexpr double kIneffectiveWeight = 4;  // weight of a contender's time while it has no effect
constexpr double kSecondsToEffect = 0.5;  // so long a contender may have no effect and keep its weight
constexpr double kRevisitWeight = 0.125;  // of revisiting where loops are endless: little else proves these; and of
                                          // careful merging where hardly a state waits
// What is said of a weight below 1 is a bet, which is lost after so many of the contender's seconds.
constexpr double kPreferredSeconds = 2, kWeightOnceLong = 0.5;
constexpr std::uint64_t kForksToCollapse = 250, kLeastCollapse = 10;  // times as many forks as paths;
// Then so many times the plain exploration's time, for all others: if that is hopeless, and if not.
constexpr double kAlternativesIfCollapses = 8, kAlternativesIfInReach = 2;
constexpr double kAlternativesIfEndless = 12;  // times the plain exploration's time, for all others together, then
constexpr double kSlowWeight = 2;              // weight of the time of a contender that is usually slow
constexpr double kTrialSeconds = 8;            // for each, if the plain exploration has no verdict
constexpr double kQuestionSeconds = 5;         // for each question that one of the others asks the solver

// The plain exploration with the detectors of memory, which it mostly goes on with: so many seconds before all others,
// then more if it seems to end, and then this many times as many as it is said to take, if that is soon.
constexpr double kFirstMemorySeconds = 0.02, kSecondMemorySeconds = 0.1, kMemorySeconds = 0.2, kMemoryMargin = 1.25;
constexpr double kMemorySoonSeconds = 0.4;
constexpr double kMemorySecondsOfPath = 1;  // if there is no input, and so nothing that another could do better
constexpr double kConcreteInstructionsPerSecond = 4e7;  // with more, most are concrete

// A second exploration of what is safe, for mistakes with memory.
constexpr double kMemoryLookFraction = 1.5;  // of the time of the exploration that decided, or that of all,
constexpr double kShortestMemoryLook = 1, kLongestMemoryLook = 10;

constexpr double kReportSeconds = 0.2;  // of real time, between two reports of progress

}  // namespace janus::engine::schedule
