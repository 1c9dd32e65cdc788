// The report's table of solver layers: what each was asked and has answered.
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "app/html_page.h"

namespace janus::app {
namespace {

constexpr double kMostAbove = 0.01;  // seconds that samples may have too much

// What kind of query a layer of the solver answers (sym-iss/solver).
std::string_view meaning_of_layer(std::string_view layer) {
  static const std::map<std::string_view, std::string_view> kMeanings = {
      {"domain", "tries every value of one variable that has few"},
      {"order", "what is known of less and greater"},
      {"values", "the ranges of values that the path leaves"},
      {"cases", "each value of a variable by itself, where few are left"},
      {"independence", "drops conditions that have nothing to do with the query"},
      {"xor", "linear equations between bits: checksums, parities"},
      {"divisions", "writes products for divisions as divisions"},
      {"equations", "puts in what equations say of variables"},
      {"sums", "a sum of bytes or digits as one word"},
      {"narrow", "makes products and divisions narrower"},
      {"guess", "tries values in a few orders"},
      {"exhaustive", "tries all values of few bits"},
      {"integers", "sums and inequalities of whole numbers, where the core does not answer soon"},
      {"ranks", "words that are only compared, in fewer bits"},
      {"cache", "earlier answers"},
      {"core", "whatever is left"},
      {"cadical", "a SAT solver"},
      {"z3", "an SMT solver"},
  };
  return text_for(kMeanings, layer);
}

// Queries that a layer has passed on, and nobody has counted below: an exploration that takes turns is given up where
// it is, perhaps within one.
std::uint64_t queries_under_way(const ReportedExploration& e) {
  std::uint64_t under_way = 0;
  std::optional<std::uint64_t> passed_on;
  for (const solver::SolverStatistics& layer : e.result.solver) {
    if (layer.asked == 0) continue;
    if (passed_on && *passed_on > layer.asked) under_way += *passed_on - layer.asked;
    passed_on = layer.asked - layer.sat - layer.unsat - layer.unknown;
    if (layer.layer == solver::kCoreLayer) break;
  }
  return under_way;
}

void write_under_way(HtmlPage& page, std::uint64_t queries) {
  if (queries == 0) return;
  page.paragraph(fmt::format(
      "<span class=\"dim\">{} under way when an exploration that takes turns was given up: <i>asked</i> has {} in the "
      "layers in front of the one that was at work.</span>",
      queries == 1 ? "1 query was" : fmt::format("{} queries were", queries), queries == 1 ? "it" : "them"));
}

}  // namespace

void write_layers(HtmlPage& page, const ReportedExploration& e) {
  page.heading("By solver layer");
  page.paragraph(
      "The solver is a row of layers, the cheap ones first: what one answers does not reach those below. "
      "<i>sat</i>: there are such inputs; <i>unsat</i>: there are none. The <i>core</i> decides whatever is left, by "
      "the solvers below it, whose seconds are a part of its own. <i>broken off</i>: its time or the turn was over; "
      "such a query may be asked again, or answered by somebody else, and is not yet one that was left without an "
      "answer. The command counts only queries that reached the core, and a query of the lines above may be several "
      "here, or none if it was answered before.");
  page.add(
      "<div class=\"scroll\"><table><tr><th>layer</th><th class=\"n\">seconds</th><th class=\"n\">asked</th>"
      "<th class=\"n\">sat</th><th class=\"n\">unsat</th><th class=\"n\">broken off</th><th class=\"how\">what "
      "it answers by</th></tr>\n");
  bool is_below_core = false;
  std::string idle, silent;
  double all_seconds = 0, silent_seconds = 0;
  for (const solver::SolverStatistics& layer : e.result.solver) {
    const std::string name = (is_below_core ? "— " : "") + marked_up(layer.layer);
    if (!is_below_core) all_seconds += layer.seconds;
    const bool is_part_of_core = std::exchange(is_below_core, is_below_core || layer.layer == solver::kCoreLayer);
    if (layer.asked == 0) {
      idle += (idle.empty() ? "" : ", ") + marked_up(layer.layer);
      continue;
    }
    if (layer.sat + layer.unsat + layer.unknown == 0) {
      silent += (silent.empty() ? "" : ", ") + marked_up(layer.layer);
      if (!is_part_of_core) silent_seconds += layer.seconds;
      continue;
    }
    page.add(
        fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                    "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"dim how\">{}</td></tr>\n",
                    name, seconds_text(e, layer.seconds), layer.asked, layer.sat, layer.unsat, layer.unknown,
                    meaning_of_layer(layer.layer)));
  }
  if (!silent.empty()) {
    page.add(fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td></td><td></td><td></td><td></td><td class=\"dim how\">passed "
        "every query on</td></tr>\n",
        silent, seconds_text(e, silent_seconds)));
  }
  // The layers are timed by samples, and each is rounded by itself.
  const bool is_all = std::abs(all_seconds - e.result.solver_seconds) <= kMostAbove;
  page.add(
      fmt::format("<tr class=\"sum\"><td>all, without those with —</td><td class=\"n\">{}</td><td></td><td></td>"
                  "<td></td><td></td><td class=\"how\"></td></tr>\n",
                  seconds_text(e, is_all ? e.result.solver_seconds : all_seconds)));
  page.add("</table></div>\n");
  // Cheap layers are timed by samples, which may come out above what was there.
  if (all_seconds > e.result.solver_seconds + kMostAbove) {
    page.paragraph(
        fmt::format("<span class=\"dim\">The cheap layers are timed by samples; that makes more than the {} s.</span>",
                    seconds_text(e, e.result.solver_seconds)));
  }
  if (!idle.empty()) page.paragraph("Never asked: " + idle + ".");
  write_under_way(page, queries_under_way(e));
}

}  // namespace janus::app
