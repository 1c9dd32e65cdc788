// A hash map with chains: the delete of a chain's middle unlinks its neighbour, too.
#include <janus.h>
#include <stddef.h>
#include <stdint.h>
#define BUCKETS 4
#define NODES 6
struct node {
  uint8_t key;
  uint8_t value;
  struct node* next;
};
static struct node pool[NODES];
static struct node* table[BUCKETS];
static uint8_t used, count;
static uint8_t ops[4];
static inline uint8_t hash(uint8_t key) { return key & (BUCKETS - 1); }
static struct node* find(uint8_t key) {
  for (struct node* n = table[hash(key)]; n; n = n->next)
    if (n->key == key) return n;
  return NULL;
}
static void put(uint8_t key, uint8_t value) {
  struct node* n = find(key);
  if (!n) {
    n = &pool[used++];
    n->key = key;
    n->next = table[hash(key)];
    table[hash(key)] = n;
    ++count;
  }
  n->value = value;
}
static void del(uint8_t key) {
  struct node** at = &table[hash(key)];
  while (*at && (*at)->key != key) at = &(*at)->next;
  if (!*at) return;
  struct node* gone = *at;
  if (at == &table[hash(key)])
    *at = gone->next;
  else
    *at = gone->next ? gone->next->next : NULL;
  --count;
}
static uint8_t length(void) {
  uint8_t n = 0;
  for (int b = 0; b < BUCKETS; ++b)
    for (struct node* at = table[b]; at; at = at->next) ++n;
  return n;
}
int main(void) {
  JANUS_SYMBOLIC(ops);
  put(1, 10);
  put(5, 50);
  put(9, 90);
  put(2, 20);
  for (int i = 0; i < 4; ++i) {
    uint8_t op = ops[i];
    if (op & 0x80)
      del(op & 0x0f);
    else if (op & 0x40)
      put(2, op & 0x0f);
  }
  riscv_assert(length() == count);
  return 0;
}
