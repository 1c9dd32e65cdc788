// The generator against its data sheet, without the rest of Janus: a device is a value, and needs no simulator.
#include "trng.h"

#include <cstdio>
#include <cstdlib>

using namespace janus::devices;

static_assert(Device<Trng>, "something is missing that every device has (device.h)");
static_assert(Receives<Trng>, "something is missing that a device has that receives words (device.h)");
static_assert(complaint(Trng::kRegisters, 0x1000) == nullptr, "the table of registers is wrong");

enum : std::uint32_t { kCtrl = 0, kStatus = 4, kNumber = 8, kEnable = 1, kIrq = 2 };
constexpr Picoseconds kMicrosecond = 1'000'000;

static void check(bool holds, const char* claim) {
  std::printf("%s: %s\n", holds ? "ok" : "WRONG", claim);
  if (!holds) std::exit(1);
}

int main() {
  Trng trng;
  check(trng.next_event() == kNever, "nothing happens after reset");
  check(!trng.read(kCtrl, 1) && !trng.write(kNumber, 4, 0), "accesses that the table does not have are refused");

  trng.feed({7, Datum(static_cast<const void*>(&trng))});
  check(trng.holds_symbols(), "it knows that a symbol will come");
  trng.advance_to(100 * kMicrosecond);
  trng.write(kCtrl, 4, kEnable | kIrq);
  check(trng.next_event() == 105 * kMicrosecond, "the first number is ready 5 microseconds after ENABLE");
  Trng other = trng;
  other.advance_to(104 * kMicrosecond);
  check(other.same_but_for_time(trng), "until then only time differs");
  check(other.read(kNumber, 4) == 0U, "without a number, NUMBER is 0");

  trng.advance_to(105 * kMicrosecond);
  check(trng.arrived() == 1 && !trng.same_but_for_time(other), "then it has one");
  check(trng.read(kStatus, 4) == 1U && trng.interrupt(), "it says so, and interrupts");
  check(trng.next_event() == kNever, "it waits until somebody reads");
  trng.advance_to(200 * kMicrosecond);
  check(trng.read(kNumber, 4) == 7U && !trng.interrupt(), "reading takes the number");
  check(trng.next_event() == 205 * kMicrosecond, "the next one comes 5 microseconds later");

  trng.advance_to(205 * kMicrosecond);
  check(trng.holds_symbols() && trng.read(kNumber, 4)->symbol == &trng, "a symbol is passed on");
  check(!trng.holds_symbols() && trng.next_event() == kNever, "there are no more");
}
