// Options of techniques, apart from their switches.
#pragma once

namespace janus::engine {

// Which waiting state --learn runs next. BlackBox: the state that the SAT solver's solution leads to. Guide: the same,
// with the SAT solver steered to stay close to the last path. Maximize: like Guide after a short clause, else like
// BlackBox.
enum class LearnStrategy { BlackBox, Guide, Maximize };

struct LearnOptions {
  LearnStrategy strategy = LearnStrategy::Maximize;
  unsigned percent = 10;  // Maximize: a clause is short if it has at most this percentage of the path's edges
};

// What --revisit widens. Inputs: bytes that hold an input as it came, which seldom matter in the next round of a loop.
// Cells: also cells that differ between the states of a place, so that endlessly many states become few. Where the
// states are finitely many, that takes longer, since what is impossible has to be refuted. Changes: these cells at
// once, so that one round of a loop stands for all; then what the firmware asserts has to say what they have in common.
enum class Widen { Nothing, Inputs, Cells, Changes };

// When --revisit takes states apart by the values of terms that have few. AtOnce: that makes the values of each round
// of an endless loop the same as before. IfEndless: only once one path has been at a place often. What ends soon does
// not grow for ever, and the cases may be many.
enum class TakeApart { AtOnce, IfEndless };

struct RevisitOptions {
  Widen widen = Widen::Cells;
  TakeApart apart = TakeApart::AtOnce;
};

struct TechniqueOptions {
  LearnOptions learn;
  RevisitOptions revisit;
};

}  // namespace janus::engine
