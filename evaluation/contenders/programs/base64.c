// Base64 roundtrip, 5 bytes, arithmetic instead of tables in one direction.
#include <janus.h>
#include <stdint.h>
#define N 5
static uint8_t in[N], back[N + 3];
static char text[9];
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
#ifdef BUG
  if (c == '-') return 63;
#else
  if (c == '/') return 63;
#endif
  return -1;
}
static int encode(char* t, const uint8_t* p, int n) {
  int o = 0;
  for (int i = 0; i < n; i += 3) {
    uint32_t v = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
    t[o++] = alphabet[v >> 18];
    t[o++] = alphabet[v >> 12 & 63];
    t[o++] = i + 1 < n ? alphabet[v >> 6 & 63] : '=';
    t[o++] = i + 2 < n ? alphabet[v & 63] : '=';
  }
  t[o] = 0;
  return o;
}
static int decode(uint8_t* p, const char* t, int n) {
  int o = 0;
  for (int i = 0; i < n; i += 4) {
    int a = value(t[i]), b = value(t[i + 1]), c = value(t[i + 2]), d = value(t[i + 3]);
    if ((a | b) < 0) return -1;
    p[o++] = (uint8_t)(a << 2 | b >> 4);
    if (t[i + 2] == '=') break;
    if (c < 0) return -1;
    p[o++] = (uint8_t)(b << 4 | c >> 2);
    if (t[i + 3] == '=') break;
    if (d < 0) return -1;
    p[o++] = (uint8_t)(c << 6 | d);
  }
  return o;
}
int main(void) {
  JANUS_SYMBOLIC(in);
  int n = encode(text, in, N);
  riscv_assert(n == 8);
  riscv_assert(decode(back, text, n) == N);
  for (int i = 0; i < N; i++) riscv_assert(back[i] == in[i]);
  return 0;
}
