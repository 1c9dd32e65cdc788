// See calls.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pair {
  uint16_t first, second;
};
struct big {
  uint32_t words[4];
};
struct node {
  struct node* next;
  uint8_t* bytes;
  int value;
};
typedef struct node list;

enum mode { IDLE, RUNNING = 5, BROKEN = -3 };
struct status {
  enum mode mode;
  unsigned ready : 1;
  int level : 5;
  unsigned large : 20;
  int64_t stamp;
};

extern int limit;
extern uint8_t table[4];

int bytes(uint8_t a, int8_t b, uint16_t c, int16_t d);
int truth(bool value);
uint64_t wide(uint64_t a, int64_t b);
int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, uint64_t j, int k);
int64_t elapsed(const struct status* status, uint32_t ms);
int level_of(const struct status* status);
int by_value(struct pair pair, struct big big);
struct view {
  uint16_t first, last;
  const char* text;
};
int pointed_to_by(struct view view);
struct big returned(uint32_t word);
struct holder {
  int count;
  struct {
    const char* text[2];
  } inner;
};
struct ring {
  uint8_t head, size;
  bool full, flags[3];
  uint8_t* data;
};
int held(const struct holder* holder, int** place);
int last_of(const list* head);
int length_of(const char* text);
int second_of(const char* text);
uint32_t word_of(const uint8_t* packet);
int global_sum(void);
int calls_handler(int (*function)(int), int value);
int negated(int value);
void nothing(int* where);
int entered_again(int depth);
int spins(int forever);
int sensor(void);
bool ready(void);
int reads_sensor(void);
int volts(void);
int is_low(void);
int ring_put(struct ring* ring, uint8_t byte);
int truths(const struct ring* rings);
int last_argument(char* const* arguments);
struct cursor {
  const uint16_t *at, *end;
};
struct driver {
  int sum;
  void (*on_byte)(struct driver* driver, int byte);
};
int sum_up_to(const int* at, const int* end);
int next_of(struct cursor* cursor);
int append(list* ring, list* node);
void add_byte(struct driver* driver, int byte);
int receive(struct driver* driver, uint8_t byte);
int insert(list** head, list* node);
bool read_into(uint8_t* buffer, int* size);
int reads_into(void);
