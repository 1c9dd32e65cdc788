// CRC-32 by a table of 256 entries, over eight bytes of which one is symbolic first, then all: a table look-up whose
// index depends on the look-up before, eight times. A changed byte changes the checksum; the unsafe question asks for a
// message with a given checksum, which is the input that Janus has to find.
#include <janus.h>

static unsigned table[256];
static unsigned char message[8] = {'j', 'a', 'n', 'u', 's', 0, 1, 2};

static unsigned crc(const unsigned char* bytes, int size) {
  unsigned value = ~0u;
  for (int i = 0; i < size; ++i) value = value >> 8 ^ table[(value ^ bytes[i]) & 255];
  return ~value;
}

int main(void) {
  for (unsigned i = 0; i < 256; ++i) {
    unsigned value = i;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
#ifdef UNSAFE
  JANUS_SYMBOLIC(message);
  riscv_assert(crc(message, 8) != 0x12345678u);
#else
  unsigned expected = crc(message, 8);
  unsigned char original = message[0];
  JANUS_SYMBOLIC(message[0]);
  riscv_assert((crc(message, 8) == expected) == (message[0] == original));
#endif
  return 0;
}
