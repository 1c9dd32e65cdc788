// Mutexes with priority inheritance, three tasks and two mutexes, symbolic schedule.
#include <janus.h>
#include <stdint.h>
#define TASKS 3
#define MUTEXES 2
#define STEPS 6
struct task {
  uint8_t base, prio;
  int8_t waits_for;
};
static struct task t[TASKS] = {{1, 1, -1}, {2, 2, -1}, {3, 3, -1}};
static int8_t owner[MUTEXES] = {-1, -1};
static uint8_t step[STEPS];
static void recompute(void) {
  for (int i = 0; i < TASKS; i++) t[i].prio = t[i].base;
#ifdef BUG
  for (int round = 0; round < 1; round++)
#else
  for (int round = 0; round < TASKS; round++)
#endif
    for (int i = 0; i < TASKS; i++) {
      int m = t[i].waits_for;
      if (m >= 0 && t[owner[m]].prio < t[i].prio) t[owner[m]].prio = t[i].prio;
    }
}
static int would_deadlock(int task, int m) {
  int hops = 0;
  while (owner[m] >= 0) {
    if (owner[m] == task) return 1;
    m = t[owner[m]].waits_for;
    if (m < 0) return 0;
    riscv_assert(++hops <= TASKS);
  }
  return 0;
}
static void lock(int task, int m) {
  if (t[task].waits_for >= 0) return;
  if (owner[m] < 0) {
    owner[m] = (int8_t)task;
    return;
  }
  if (would_deadlock(task, m)) return;
  t[task].waits_for = (int8_t)m;
}
static void unlock(int task, int m) {
  if (owner[m] != task || t[task].waits_for >= 0) return;
  int best = -1;
  for (int i = 0; i < TASKS; i++)
    if (t[i].waits_for == m && (best < 0 || t[i].prio > t[best].prio)) best = i;
  owner[m] = (int8_t)best;
  if (best >= 0) t[best].waits_for = -1;
}
int main(void) {
  JANUS_SYMBOLIC(step);
  for (int s = 0; s < STEPS; s++) {
    int task = step[s] % TASKS, m = step[s] >> 6 & 1;
    if (step[s] & 0x80)
      lock(task, m);
    else
      unlock(task, m);
    recompute();
    for (int i = 0; i < TASKS; i++)
      if (t[i].waits_for >= 0) {
        riscv_assert(owner[t[i].waits_for] >= 0);
        riscv_assert(t[owner[t[i].waits_for]].prio >= t[i].prio);
      }
  }
  return 0;
}
