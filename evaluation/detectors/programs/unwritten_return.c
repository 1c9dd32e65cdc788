// A driver lets a DMA-like routine write words below a limit that is computed in bytes: it runs over the saved return
// address.
#include <janus.h>
#include <stdint.h>

static uint8_t count;
static volatile uint32_t sum;

// In assembly, as such routines are: nothing says which object its pointer was made for.
void copy_words(uint32_t* to, const uint32_t* from, unsigned words);
__asm__(
    ".text\n.balign 4\n.type copy_words, @function\ncopy_words:\nbeqz a2, 2f\n1: lw t0, 0(a1)\nsw t0, 0(a0)\naddi a0, "
    "a0, 4\n"
    "addi a1, a1, 4\naddi a2, a2, -1\nbnez a2, 1b\n2: ret\n");

static const uint32_t samples[16] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc};

__attribute__((noinline)) static uint32_t average(unsigned bytes) {
  uint32_t words[4] = {0, 0, 0, 0};
#ifdef FIXED
  if (bytes > 4) bytes = 4;
#endif
  copy_words(words, samples, bytes);
  return (words[0] + words[1] + words[2] + words[3]) / 4;
}

int main(void) {
  JANUS_SYMBOLIC(count);
  if (count > 12) return 0;
  sum = average(count);
  return 0;
}
