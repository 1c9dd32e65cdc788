// BMP info header (packed), stride and size computed in 32 bits, checks before use.
#include <janus.h>
#include <stdint.h>
struct __attribute__((packed)) header {
  uint8_t magic[2];
  uint32_t offset;
  int32_t width, height;
  uint16_t bpp;
};
static struct header h;
#define FILE_SIZE 4096u
static int check(const struct header* h, uint32_t* stride, uint32_t* bytes) {
  if (h->magic[0] != 'B' || h->magic[1] != 'M') return -1;
  if (h->width <= 0) return -2;
  int32_t height = h->height < 0 ? -h->height : h->height;
#ifndef BUG
  if (height <= 0 || height > 4096 || h->width > 4096) return -3;
#else
  if (height <= 0 || height > 65536 || h->width > 65535) return -3;
#endif
  switch (h->bpp) {
    case 1:
    case 4:
    case 8:
    case 24:
    case 32: break;
    default: return -4;
  }
  *stride = (((uint32_t)h->width * h->bpp + 31) / 32) * 4;
  *bytes = *stride * (uint32_t)height;
  if (h->offset < 18 || h->offset > FILE_SIZE) return -5;
  if (*bytes > FILE_SIZE - h->offset) return -6;
  return 0;
}
int main(void) {
  uint32_t stride = 0, bytes = 0;
  JANUS_SYMBOLIC(h);
  if (check(&h, &stride, &bytes) != 0) return 0;
  uint32_t rows = (uint32_t)(h.height < 0 ? -h.height : h.height);
  riscv_assert(stride % 4 == 0);
  riscv_assert(stride * 8 >= (uint32_t)h.width * h.bpp);
  riscv_assert(bytes >= rows);  // each row has at least a byte
  riscv_assert(bytes + h.offset <= FILE_SIZE);
  return 0;
}
