// Uses every function of calls.c, so that the linker keeps them.
#include "calls.h"

int sensor(void) { return 3; }
bool ready(void) { return false; }
bool read_into(uint8_t* buffer, int* size) {
  *size = 0;
  return buffer[0] != 0;
}

static volatile int sink;

__attribute__((noinline)) void never(void) { sink = 1; }

int main(void) {
  int where;
  sink = bytes(1, 2, 3, 4) + truth(true) + (int)wide(1, 2) + many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  sink = by_value((struct pair){1, 2}, (struct big){{0}}) + (int)returned(1).words[0] + last_of(&(list){0});
  sink = pointed_to_by((struct view){1, 2, "a"}) + length_of("a") + second_of("ab") + (int)word_of(table) +
         global_sum() + calls_handler(negated, 1);
  sink = (int)elapsed(&(struct status){0}, 1) + level_of(&(struct status){0});
  nothing(&where);
  int* place = &where;
  sink = held(&(struct holder){1, {{"a", "b"}}}, &place);
  sink = entered_again(2) + spins(0) + reads_sensor() + is_low();
  char* argument = "a";
  struct ring rings[2] = {{.size = 1, .data = table}};
  sink = ring_put(rings, 1) + truths(rings) + last_argument(&argument) + reads_into();
  sink = sum_up_to(&where, &where) + next_of(&(struct cursor){0}) + append(&(list){0}, &(list){0});
  sink = receive(&(struct driver){.on_byte = add_byte}, 1) + insert(&(list*){0}, &(list){0});
  if (sink == 12345) never();
  limit = 8;
  return 0;
}
