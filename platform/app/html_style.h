// The style of the report: light and dark, on paper and on a phone.
#pragma once

namespace janus::app {

inline constexpr char kHtmlStyle[] = R"(
:root { color-scheme: light dark; --text: #1c2430; --dim: #667080; --page: #ffffff; --box: #f5f7fa; --line: #d9dfe7;
  --safe: #1a7f4b; --unsafe: #c0322b; --unknown: #a06400; --hit: #dff3e6; --miss: #fbe1df; --half: #fdf1d0;
  --open: #dfe9fb; --bar: #5b8def; }
@media (prefers-color-scheme: dark) { :root { --text: #dbe2ec; --dim: #8f9bab; --page: #14181f; --box: #1d232d;
  --line: #333c4a; --safe: #4cc38a; --unsafe: #ff7b72; --unknown: #e3b341; --hit: #17362a; --miss: #47211f; --half: #40351a;
  --open: #1b2c4a; --bar: #5b8def; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem 1.2rem 4rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: .6rem 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem;
  border-bottom: 1px solid var(--line); } h1, h2, h3, p, li, summary { overflow-wrap: anywhere; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
code, pre, .source { font: 13px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--box); padding: .6rem .8rem; border-radius: .4rem; margin: .4rem 0; }
a { color: inherit; } nav a { margin-right: 1rem; } .dim { color: var(--dim); }
.verdict { display: inline-block; padding: .1rem .8rem; border-radius: 1rem; color: var(--page); font-weight: 600; }
.safe { background: var(--safe); } .ran { background: var(--bar); } .unsafe { background: var(--unsafe); } .unknown { background: var(--unknown); }
.scroll { overflow-x: auto; } ul.next { padding-left: 1.2rem; } ul.next li { margin: .6rem 0; } .next td { overflow-wrap: anywhere; }
.scroll::before { content: "goes on to the right →"; position: sticky; left: 0; display: block; height: 0; overflow: hidden;
  color: var(--dim); font-size: .8rem; } @keyframes scrolls { from, to { height: 1.3em; } }
@supports (animation-timeline: scroll(nearest inline)) { .scroll::before { animation: scrolls linear both;
  animation-timeline: scroll(nearest inline); } } table { border-collapse: collapse; margin: .4rem 0; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--dim); } th, td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; } .bar { height: .7rem; background: var(--bar);
  border-radius: .2rem; min-width: 1px; margin-top: .35rem; } td.bars { width: 10rem; min-width: 6rem; }
.place, .whole, td.n { white-space: nowrap; } td .line { display: block; } td .colon { display: none; } .fact { white-space: nowrap; font-weight: 600; } .result { font-weight: 600; min-width: 9rem; } .failed { color: var(--unsafe); }
ul.short { list-style: none; padding: .6rem .8rem; background: var(--box); border-radius: .4rem; }
ul.short li { display: grid; grid-template-columns: 17rem 1fr; } ul.plain { list-style: none; padding: 0; margin: .4rem 0; }
article { border-left: 4px solid var(--unsafe); padding: .1rem 0 .1rem 1rem; margin: 1rem 0; }
article.open { border-color: var(--unknown); }
details > summary { cursor: pointer; margin: .4rem 0; } .source { border-spacing: 0; width: 100%; }
.source td { padding: 0 .8rem 0 0; white-space: pre; } .source td.n { color: var(--dim); padding-right: 1rem; }
.source td:last-child { width: 100%; }
tr.hit td { background: var(--hit); } tr.miss td { background: var(--miss); } tr.half td, tr.wide td { background: var(--half); }
tr.open td { background: var(--open); } tr.fail td { background: var(--miss); } tr.fail b { color: var(--unsafe); }
.made { font-size: .85rem; } .made code { font-size: 12px; } dt { font-weight: 600; } dd { margin: 0 0 .4rem 1.2rem; }
tr.sum td { border-top: 1px solid var(--line); } tr.round td:first-child { padding-left: 1.5rem; } pre.first { border-left: 4px solid var(--unknown); }
.tree details, .tree p { margin: 0 0 0 1.1rem; } .fails b { color: var(--unsafe); }
.share { display: inline-block; width: 3rem; background: var(--box); } .share .bar { display: block; margin: 0; }
svg text { fill: var(--dim); font: 11px system-ui, sans-serif; } .curve { max-width: 100%; height: auto; }
.waves path { fill: var(--box); stroke: var(--bar); } .waves text { fill: var(--text); text-anchor: middle;
  font: 10px ui-monospace, monospace; } svg text.lane { fill: var(--dim); text-anchor: start; font-size: 11px; }
@media (max-width: 40rem) { ul.short li { display: block; } ul.short b { display: block; } .stack th { display: none; } .stack td { display: block; }
  .stack td:last-child { margin-bottom: .6rem; } .stack td:empty { display: none; } .source { font-size: 11px; } .source td, .source td.n { padding-right: .35rem; }
  .source td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; } th, td { padding-right: .6rem; }
  td.bars { width: 3rem; min-width: 3rem; } .source td.how { white-space: normal; min-width: 3.5rem; } .whole { white-space: normal; } .fact, .place { white-space: normal; overflow-wrap: anywhere; }
  .stack td.n { text-align: left; }
  table { font-size: .82rem; } th, td, th.n, td.n { padding-right: .4rem; } .result { min-width: 0; } body { padding: .6rem .6rem 3rem; }
  .many { font-size: .7rem; } .many th, .many td, .many th.n, .many td.n { padding-right: .25rem; } article { padding-left: .6rem; } ul.next { padding-left: .8rem; } nav a { display: inline-block; } }
@media print { html { font-size: 11px; } body { max-width: none; font-size: 11px; } code, pre, .source { font-size: 9px; }
  nav { display: none; } tr, svg { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; } .scroll { overflow: visible; } svg { max-width: 100%; height: auto; }
  .source td { white-space: pre-wrap; overflow-wrap: anywhere; }
  .verdict, tr td, .bar, .waves path { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

}  // namespace janus::app
