// A block that is too large for where it is copied to, by a call of memcpy() as compilers make one for structures.
// Where a number was, a compiler may have a structure without a name, so that is right; with BUG, an array is there.
#include <janus.h>
#include <string.h>

static unsigned char source[32];

__attribute__((noinline)) static void read_into(void* place) { memset(place, source[0], 4); }

int main(void) {
  JANUS_SYMBOLIC(source);
  struct {
    char above[64];
  } room;
#ifdef BUG
  unsigned char place[8];
#else
  unsigned place;
#endif
  read_into(&place);
  register void* to __asm__("a0") = &place;
  register const void* from __asm__("a1") = source;
  register unsigned bytes __asm__("a2") = sizeof source;
  __asm__ volatile("call memcpy"
                   : "+r"(to), "+r"(from), "+r"(bytes)
                   : "r"(&room)
                   : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a3", "a4", "a5", "a6", "a7", "memory");
  riscv_assert(memcmp(&place, source, 4) == 0);
  return 0;
}
