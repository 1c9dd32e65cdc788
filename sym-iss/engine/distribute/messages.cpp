#include "engine/distribute/messages.h"

#include <optional>
#include <string_view>

#include "engine/distribute/packed.h"
#include "engine/explore/result_fields.h"
#include "engine/state/damage_sum.h"
#include "support/error.h"

namespace janus::engine {

template <>
inline constexpr std::uint64_t kLastOf<Order::Kind> = static_cast<std::uint64_t>(Order::Kind::Portfolio);
template <>
inline constexpr std::uint64_t kLastOf<Verdict> = static_cast<std::uint64_t>(Verdict::Unknown);
template <>
inline constexpr std::uint64_t kLastOf<MemoryChecked> = static_cast<std::uint64_t>(MemoryChecked::Wholly);
template <>
inline constexpr std::uint64_t kLastOf<Termination> = kTerminationCount - 1;
template <>
inline constexpr std::uint64_t kLastOf<solver::Answer> = static_cast<std::uint64_t>(solver::Answer::Unknown);

// What only messages have needs no names of fields. `form`: a Packer or an Unpacker.
template <class Form, FieldsOf<Order> O>
void visit_fields(Form& form, O& order) {
  form.all(order.kind, order.milliseconds, order.apart, order.paths, order.forks, order.seconds, order.formulas,
           order.examples);
}
template <class Form, FieldsOf<TechniqueReport> Technique>
void visit_fields(Form& form, Technique& technique) {
  form.all(technique.name, technique.counts, technique.remarks);
}
template <class Form, FieldsOf<Work> W>
void visit_fields(Form& form, W& work) {
  form.all(work.forks, work.ended, work.questions, work.nanoseconds);
}
template <class Form, FieldsOf<DearQuestion> Question>
void visit_fields(Form& form, Question& question) {
  form.all(question.nanoseconds, question.pc, question.nodes, question.conjuncts, question.answer, question.text);
}
template <class Form, FieldsOf<Records> R>
void visit_fields(Form& form, R& records) {
  form.all(records.counts, records.work, records.dearest);
}

namespace {

constexpr char kOrigin[] = "a message between processes";
constexpr char kVersion = 3;  // of all that is written here; 1 was JSON
constexpr std::size_t kSumBytes = 8;

[[noreturn]] void refuse(const char* why) {
  throw support::InputError(std::string(kOrigin) + ": " + why, support::exit_code::kInternal);
}

std::string_view opened(std::string_view message) {
  if (message.empty() || message[0] != kVersion) refuse("of another version of janus, or damaged");
  message.remove_prefix(1);
  if (message.size() < kSumBytes) refuse("damaged");
  const std::string_view sum = message.substr(0, kSumBytes), body = message.substr(kSumBytes);
  for (std::uint64_t left = damage_sum(body); const char byte : sum) {
    if (byte != static_cast<char>(left)) refuse("damaged");
    left >>= 8;
  }
  return body;
}

void pack(Packer& out, const hart::Inspection& one) {
  out.all(static_cast<std::uint32_t>(one.code), one.pc, one.name, one.value);
}
hart::Inspection unpack_inspection(Unpacker& in) {
  hart::Inspection one{};
  std::uint32_t code = 0;
  in.all(code, one.pc, one.name, one.value);
  one.code = static_cast<isa::HookCode>(code);
  using enum isa::HookCode;
  in.reader().require(one.code == Print || one.code == Cover || one.code == StackTrace);
  return one;
}

// What is parsed elsewhere, so it must be whole.
std::string unpack_text(Unpacker& in) {
  std::string text;
  in.all(text);
  if (in.reader().wrong()) refuse("damaged");
  return text;
}
TestCase unpack_test_case(Unpacker& in) { return TestCase::from_json(unpack_text(in), kOrigin); }

void pack(Packer& out, const Finding& finding) {
  const Ending& ending = finding.test_case.ending;
  out.all(finding.test_case.to_json(), finding.path, ending.detail, ending.unexpected,
          finding.stack_pointer.has_value(), finding.stack_pointer.value_or(0), ending.assertion.has_value());
  if (const auto& failed = ending.assertion) {
    out.all(failed->place.function, failed->place.file, failed->place.line, failed->text);
  }
}
Finding unpack_finding(Unpacker& in) {
  Finding finding{unpack_test_case(in)};
  Ending& ending = finding.test_case.ending;
  bool has_stack_pointer = false, has_assertion = false;
  std::uint32_t stack_pointer = 0;
  in.all(finding.path, ending.detail, ending.unexpected, has_stack_pointer, stack_pointer, has_assertion);
  if (has_stack_pointer) finding.stack_pointer = stack_pointer;
  if (has_assertion) {
    support::FailedAssertion& failed = ending.assertion.emplace();
    in.all(failed.place.function, failed.place.file, failed.place.line, failed.text);
  }
  return finding;
}

}  // namespace

std::string sealed(const std::string& body) {
  std::string message(1, kVersion);
  for (std::uint64_t left = damage_sum(body), i = 0; i < kSumBytes; ++i, left >>= 8) {
    message.push_back(static_cast<char>(left));
  }
  return message + body;
}

std::string Order::text() const {
  Packer out;
  out.all(*this);
  return sealed(frontier ? out.take() + frontier->text() : out.take());
}

Order Order::parse(const std::string& text) {
  Unpacker in(opened(text));
  Order order;
  in.all(order);
  if (in.reader().wrong()) refuse("damaged");
  const std::string_view rest = in.reader().bytes(in.reader().left());
  if (order.kind == Kind::Piece) order.frontier = Frontier::parse(std::string(rest), kOrigin);
  return order;
}

std::string Report::text() const {
  Packer out;
  out.all(result, result.hart, result.solver, result.ended, result.first_end, result.verdict, result.memory,
          result.unchecked, result.gave_up, result.techniques, limit, records, formulas, inspections.size(),
          result.findings.size(), examples.size(), left.size());
  for (const hart::Inspection& one : inspections) pack(out, one);
  for (const Finding& finding : result.findings) pack(out, finding);
  for (const TestCase& example : examples) out.all(example.to_json());
  for (const auto& frontier : left) out.all(frontier->text());
  return sealed(out.take());
}

Report Report::parse(const std::string& text) {
  Unpacker in(opened(text));
  CheckedReader& reader = in.reader();
  Report report;
  ExplorationResult& result = report.result;
  std::size_t inspections = 0, findings = 0, examples = 0, left = 0;
  in.all(result, result.hart, result.solver, result.ended, result.first_end, result.verdict, result.memory,
         result.unchecked, result.gave_up, result.techniques, report.limit, report.records, report.formulas,
         inspections, findings, examples, left);
  for (; inspections > 0 && !reader.wrong(); --inspections) report.inspections.push_back(unpack_inspection(in));
  for (; findings > 0 && !reader.wrong(); --findings) result.findings.push_back(unpack_finding(in));
  for (; examples > 0 && !reader.wrong(); --examples) report.examples.push_back(unpack_test_case(in));
  for (; left > 0 && !reader.wrong(); --left) report.left.push_back(Frontier::parse(unpack_text(in), kOrigin));
  if (reader.wrong() || reader.left() > 0) refuse("damaged");
  return report;
}

}  // namespace janus::engine
