// Translates regions of guest code to code of x86-64: owns the host's code, and knows which slots have entries.
// region_emitter_x86_64.h emits a region.
#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hart/region_emitter_x86_64.h"
#include "hart/translator.h"
#include "isa/predicates.h"

namespace janus::hart {
namespace {

using Xbyak::Label;
using namespace Xbyak::util;

constexpr std::size_t kBufferBytes = 32U << 20;
constexpr unsigned kLeftBeforeApart = 16;
constexpr std::size_t kMostEntries = 65536;  // as many as Slot::reserved can name

// The data that translated code is entered with and returns. The trampoline accesses it by offsets.
struct Context {
  Translator::Counters counters;
  std::uint64_t how;  // Left
  Translator::Amid* amid;
  CallTracker* calls;
};

bool execute_amid(Context* context, std::uint32_t offset) {
  return context->amid->execute_amid(offset, context->counters);
}
bool use_cache(Context* context, std::uint32_t address, CacheUse use) {
  return context->amid->use_cache(use, address, context->counters);
}

void tell_transfer(Context* context, std::uint32_t from, std::uint32_t to, std::uint32_t how) {
  context->calls->transferred(static_cast<Transfer>(how >> 8), how & 0xff, from, to, context->counters);
}

class XbyakTranslator : public Translator {
 public:
  explicit XbyakTranslator(const TranslatorConfig& config)
      : code_(*config.code),
        emitter_(kBufferBytes),
        table_(kMostEntries),
        ram_base_(config.ram_base),
        data_(*config.data),
        taken_branch_(config.taken_branch),
        amid_(config.amid),
        calls_(config.calls) {
    const auto from_registers = [&](const void* place) {
      const auto* const registers = reinterpret_cast<const std::uint8_t*>(&config.state->x);
      return static_cast<std::int32_t>(static_cast<const std::uint8_t*>(place) - registers);
    };
    shared_.state = config.state;
    shared_.origin = config.origin;
    shared_.fetch_tags = from_registers(&config.tags->fetch);
    shared_.access_tags = from_registers(&config.tags->access);
    emit_shared(config.state->x.data(), config.memory - config.ram_base);
    start_ = emitter_.getSize();
  }

  bool translate(Slot* slot) override;
  Exit enter(Slot* slot, Counters& counters) override {
    Context context{counters, 0, amid_, calls_};
    using Enter = Slot* (*)(Context*, const void*);
    Slot* const left = reinterpret_cast<Enter>(const_cast<void*>(shared_.enter))(&context, table_[slot->reserved]);
    counters = context.counters;
    const auto how = static_cast<Left>(context.how);
    if (how == Left::Apart) tell_apart(left);
    return {left, how != Left::Dispatch};
  }
  void forget(std::uint32_t first, std::uint32_t last) override;

 private:
  struct Translated {
    std::uint32_t first, last;  // slots
    std::vector<std::pair<std::uint32_t, std::uint16_t>> entries;
  };

  void emit_shared(const void* registers, const void* memory);
  void emit_use_cache();
  void emit_transferred();
  void emit_returns_behind_tails();
  void keep_registers();
  void bring_back_registers();
  void load_calls();
  void store_calls();
  void tell_apart(const Slot* slot);
  void give_back(const Translated& translated);
  void start_over();

  CodeCache& code_;
  Emitter emitter_;
  std::vector<const void*> table_;  // entries, by Slot::reserved
  std::size_t next_entry_ = 0, start_ = 0;
  std::uint32_t ram_base_;
  const DataMemory& data_;
  std::unordered_map<std::uint32_t, unsigned>
      left_apart_;                           // by slot: how often a region has ended there by Left::Apart
  std::unordered_set<std::uint32_t> apart_;  // slots of accesses that are checked each by itself
  std::uint32_t taken_branch_;
  Amid* amid_;
  CallTracker* calls_;
  Shared shared_;
  std::vector<Translated> translated_;
};

void XbyakTranslator::emit_shared(const void* registers, const void* memory) {
  Emitter& e = emitter_;
  const std::array saved = {rbx, rbp, r12, r13, r14, r15, rdi};
  shared_.enter = e.getCurr();
  for (const auto& reg : saved) e.push(reg);
  e.mov(rbp, reinterpret_cast<std::uint64_t>(registers));
  e.mov(r15, reinterpret_cast<std::uint64_t>(memory));
  e.mov(r14, reinterpret_cast<std::uint64_t>(code_.marks()));
  e.mov(r13, e.qword[rdi + offsetof(Context, counters)]);
  if (calls_) load_calls();
  e.jmp(rsi);

  shared_.leave = e.getCurr();
  e.mov(rdi, e.qword[rsp]);
  e.mov(e.qword[rdi + offsetof(Context, counters)], r13);
  e.mov(e.qword[rdi + offsetof(Context, how)], rdx);
  if (calls_) store_calls();
  for (std::size_t i = saved.size(); i-- > 0;) e.pop(saved[i]);
  e.ret();

  shared_.amid = e.getCurr();  // the return address is on the stack, above the context
  e.mov(rdi, e.qword[rsp + 8]);
  e.mov(e.qword[rdi + offsetof(Context, counters)], r13);
  if (calls_) store_calls();
  e.sub(rsp, 8);
  e.mov(rax, reinterpret_cast<std::uint64_t>(&execute_amid));
  e.call(rax);
  e.add(rsp, 8);
  e.mov(rdi, e.qword[rsp + 8]);
  e.mov(r13, e.qword[rdi + offsetof(Context, counters)]);
  e.test(al, al);
  e.ret();

  emit_use_cache();
  if (calls_) {
    emit_transferred();
    emit_returns_behind_tails();
  }

  Label found, next;
  shared_.harmless_store = e.getCurr();
  e.push(rax);
  for (const auto& end : {ecx, edx}) {
    e.mov(eax, end);
    e.shr(eax, CodeCache::kMarkShift);
    e.test(e.byte[r14 + rax], CodeCache::kLeft);
    e.jnz(found);
    e.shr(end, std::countr_zero(code_.slot_bytes()));
  }
  e.sub(edx, ecx);
  e.shl(rcx, std::countr_zero(sizeof(Slot)));
  e.mov(rax, reinterpret_cast<std::uint64_t>(code_.slots()));
  e.add(rcx, rax);
  e.L(next);
  e.cmp(e.word[rcx + offsetof(Slot, handler)], handler::Undecoded);
  e.jne(found);
  e.add(rcx, sizeof(Slot));
  e.sub(edx, 1);
  e.jns(next);
  e.xor_(eax, eax);
  e.L(found);
  e.pop(rax);
  e.ret();
}

// The host registers that a function may change and that code of a region keeps.
constexpr std::array kKept = {0, 6, 7, 8, 9, 10, 11};
constexpr int kToContext = 8 * (static_cast<int>(kKept.size()) + 1);

// Saves them, and makes rdi point to the context, with the counters in it.
void XbyakTranslator::keep_registers() {
  Emitter& e = emitter_;
  for (const int reg : kKept) e.push(Xbyak::Reg64(reg));
  e.mov(rdi, e.qword[rsp + kToContext]);
  e.mov(e.qword[rdi + offsetof(Context, counters)], r13);
}

void XbyakTranslator::bring_back_registers() {
  for (std::size_t i = kKept.size(); i-- > 0;) emitter_.pop(Xbyak::Reg64(kKept[i]));
}

void XbyakTranslator::emit_use_cache() {
  Emitter& e = emitter_;
  shared_.use_cache = e.getCurr();
  keep_registers();
  e.mov(esi, ecx);
  e.mov(rax, reinterpret_cast<std::uint64_t>(&use_cache));
  e.call(rax);
  e.mov(ecx, eax);
  e.mov(rdi, e.qword[rsp + kToContext]);
  e.mov(r13, e.qword[rdi + offsetof(Context, counters)]);
  bring_back_registers();
  e.test(cl, cl);
  e.ret();
}

void XbyakTranslator::emit_transferred() {
  Emitter& e = emitter_;
  shared_.transferred = e.getCurr();
  keep_registers();
  e.mov(esi, ecx);
  e.mov(ecx, edx);
  e.mov(edx, eax);
  store_calls();
  e.mov(rax, reinterpret_cast<std::uint64_t>(&tell_transfer));
  e.call(rax);
  load_calls();
  bring_back_registers();
  e.ret();
}

// The last call that is no tail call must return to the offset in eax; it ends, and the tail calls behind it. Keeps all
// registers but rcx and rdx.
void XbyakTranslator::emit_returns_behind_tails() {
  using Pushed = CallTracker::Pushed;
  Emitter& e = emitter_;
  shared_.returns_behind_tails = e.getCurr();
  Xbyak::Label search, end, inner, out;
  e.push(rsi);
  e.push(rdi);
  e.mov(rsi, r12);
  e.L(search);
  e.sub(rsi, sizeof(Pushed));
  e.mov(rcx, e.qword[rsi + offsetof(Pushed, call)]);
  e.cmp(e.dword[rcx + offsetof(TrackedCall, returns_to)], TrackedCall::kAsBelow);
  e.je(search);
  e.cmp(eax, e.dword[rcx + offsetof(TrackedCall, returns_to)]);
  e.jne(out);
  e.L(end);
  e.sub(r12, sizeof(Pushed));
  e.mov(rcx, e.qword[r12 + offsetof(Pushed, call)]);
  e.mov(rdx, e.qword[rcx + offsetof(TrackedCall, active)]);
  e.sub(e.dword[rdx], 1);
  e.jnz(inner);  // only the outermost of a function's calls is charged
  e.mov(rdi, r13);
  e.sub(rdi, e.qword[r12 + offsetof(Pushed, counters)]);
  e.mov(edx, edi);
  e.add(e.qword[rcx + offsetof(TrackedCall, instructions)], rdx);
  e.sar(rdi, 32);
  e.sub(e.qword[rcx + offsetof(TrackedCall, cycles)], rdi);
  e.L(inner);
  e.cmp(r12, rsi);
  e.jne(end);
  e.L(out);  // the zero flag says which of the two
  e.pop(rdi);
  e.pop(rsi);
  e.ret();
}

// The top of the tracker's stack is in r12. Storing it changes r8.
void XbyakTranslator::load_calls() {
  emitter_.mov(r12, reinterpret_cast<std::uint64_t>(calls_->top()));
  emitter_.mov(r12, emitter_.qword[r12]);
}
void XbyakTranslator::store_calls() {
  emitter_.mov(r8, reinterpret_cast<std::uint64_t>(calls_->top()));
  emitter_.mov(emitter_.qword[r8], r12);
}

bool XbyakTranslator::translate(Slot* slot) {
  const auto index = static_cast<std::uint32_t>(slot - code_.slots());
  if (emitter_.getSize() + kRegionBytes > kBufferBytes || next_entry_ + 2 * kMostRegionInstructions > kMostEntries) {
    start_over();
  }
  const Region region = select_region(code_, index);
  if (region.overlaps) return false;
  const std::uint32_t last = region.places.back().slot;
  Translated translated{region.places.front().slot, code_.next(last, code_.slots()[last]), {}};
  RegionEmitter(emitter_, code_, shared_, table_.data(), ram_base_, data_, apart_, taken_branch_, calls_, region)
      .emit([&](std::uint32_t entered, const void* entry) {
        table_[next_entry_] = entry;
        translated.entries.emplace_back(entered, static_cast<std::uint16_t>(next_entry_++));
      });
  for (const auto& [entered, number] : translated.entries) {
    code_.slots()[entered].handler = handler::Native;
    code_.slots()[entered].reserved = number;
  }
  translated_.push_back(std::move(translated));
  return true;
}

// Accesses through one register, from this slot on, do not all go to the main memory. When that has happened a few
// times, makes code of their own for each of them.
void XbyakTranslator::tell_apart(const Slot* slot) {
  auto index = static_cast<std::uint32_t>(slot - code_.slots());
  if (++left_apart_[index] != kLeftBeforeApart) return;
  forget(index, index + 1);
  const std::uint8_t base = slot->rs1;
  for (bool goes_on = true; goes_on; slot = code_.slots() + index) {
    if (slot->rs1 == base && isa::memory_use(slot->opcode).bytes != 0) apart_.insert(index);
    goes_on = slot->rd != base && !CodeCache::ends_block(*slot);
    index = code_.next(index, *slot);
    goes_on = goes_on && index < code_.slot_count() && code_.slots()[index].is_decoded();
  }
}

// Gives the blocks of a region back to the interpreter, except those that another region has taken over.
void XbyakTranslator::give_back(const Translated& translated) {
  for (const auto& [entered, number] : translated.entries) {
    Slot& slot = code_.slots()[entered];
    if (slot.handler != handler::Native || slot.reserved != number) continue;
    slot.reserved = 0;
    slot.handler = code_.handler_of(slot);
  }
}

void XbyakTranslator::forget(std::uint32_t first, std::uint32_t last) {
  const auto meets = [&](const Translated& translated) { return translated.first < last && first < translated.last; };
  for (const Translated& translated : translated_) {
    if (meets(translated)) give_back(translated);
  }
  translated_.erase(std::remove_if(translated_.begin(), translated_.end(), meets), translated_.end());
}

void XbyakTranslator::start_over() {
  for (const Translated& translated : translated_) give_back(translated);
  translated_.clear();
  emitter_.setSize(start_);
  next_entry_ = 0;
}

}  // namespace

std::unique_ptr<Translator> make_translator(const TranslatorConfig& config) {
  try {
    return std::make_unique<XbyakTranslator>(config);
  } catch (const Xbyak::Error&) {
    return nullptr;  // the host provides no executable memory
  }
}

std::string_view translator_name() { return "x86-64"; }

}  // namespace janus::hart
