// Type, length, value: settings from a packet. Types are handled by a table.
#include <janus.h>
#include <stdint.h>
struct header {
  uint8_t version : 3, urgent : 1, count : 4;
  uint8_t channel : 2, : 2, power : 4;
};
struct packet {
  struct header header;
  uint8_t body[10];
};
static struct packet packet;
static struct {
  uint8_t name[4];
  uint16_t rate;
  uint8_t gain;
} settings;

static int set_name(const uint8_t* value, unsigned length) {
  if (length > sizeof settings.name) return -1;
  for (unsigned i = 0; i < length; ++i) settings.name[i] = value[i];
  return 0;
}
static int set_rate(const uint8_t* value, unsigned length) {
  if (length != 2) return -2;
  settings.rate = (uint16_t)(value[0] << 8 | value[1]);
  return 0;
}
static int set_gain(const uint8_t* value, unsigned length) {
  if (length != 1) return -3;
  settings.gain = value[0] / 2;
  return 0;
}
static int set_secret(const uint8_t* value, unsigned length) {
  settings.rate = value[0];
  settings.gain = (uint8_t)length;
  return 7;
}
typedef int (*handler)(const uint8_t*, unsigned);
static handler const handlers[] = {set_name, set_rate, set_gain, set_secret};

static int parse(const struct packet* p) {
  if (p->header.version != 2) return -10;
  unsigned at = 0;
  for (unsigned n = 0; n < p->header.count; ++n) {
    uint8_t type = p->body[at], length = p->body[at + 1];
    if (type >= 3) return -11;
    if (at + 2 + length > sizeof p->body) return -12;
    int result = handlers[type](&p->body[at + 2], length);
    if (result < 0) return result;
    at += 2 + length;
  }
  riscv_assert(p->header.power + settings.gain < 140);
  return p->header.channel;
}
int main(void) {
  JANUS_SYMBOLIC(packet);
  riscv_assume(packet.header.count <= 3);
  return parse(&packet) == 1000;
}
