#include "hart/semihosting_calls.h"

namespace janus::hart {

const char* name_of(isa::SemihostingCall call) {
  switch (call) {
#define SEMIHOSTING(name, code, words) \
  case isa::SemihostingCall::name:     \
    return #name;
#include "isa/semihosting.def"
#undef SEMIHOSTING
  }
  return "";
}

SemihostingRequest semihosting_error(std::string text) {
  return {.is = SemihostingRequest::Is::Error, .error = "semihosting: " + std::move(text)};
}

SemihostingRequest semihosting_outside(isa::SemihostingCall call, std::uint32_t address, std::uint32_t bytes) {
  return semihosting_error(fmt::format("{}: 0x{:08x}..+{} is not all memory", name_of(call), address, bytes));
}

std::pair<std::uint32_t, std::uint32_t> memory_of(const SemihostingRequest& request) {
  using Call = isa::SemihostingCall;
  const auto& words = request.words;
  switch (request.call) {
    case Call::WriteC: return {request.argument, 1};
    case Call::Elapsed: return {request.argument, 8};
    case Call::HeapInfo: return {words[0], 16};
    case Call::Write:
    case Call::Read: return {words[1], words[2]};
    case Call::TemporaryName: return {words[0], words[2]};
    case Call::CommandLine: return {words[0], words[1]};
    case Call::Open:
    case Call::Close:
    case Call::Write0:
    case Call::ReadC:
    case Call::IsError:
    case Call::IsTty:
    case Call::Seek:
    case Call::Length:
    case Call::Remove:
    case Call::Rename:
    case Call::Clock:
    case Call::Time:
    case Call::System:
    case Call::Errno:
    case Call::Exit:
    case Call::ExitExtended:
    case Call::Frequency: break;
  }
  return {};
}

}  // namespace janus::hart
