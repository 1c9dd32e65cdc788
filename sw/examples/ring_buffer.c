// A ring buffer between an interrupt handler, which puts bytes in, and main, which takes them out: one producer, one
// consumer, no locks, and interrupts stay on. It is right because each index has one writer, and moves only when the
// byte is where it belongs. The wrong one counts the bytes instead, in a variable that both write.
//
//   janus explore ring_buffer.elf --symbolic 'interrupt(uart)=3'        three bytes, each at every moment: safe
//   janus explore ring_buffer_wrong.elf --symbolic 'interrupt(uart)=3'  finds the moment at which a byte is lost
#include <csr.h>
#include <janus.h>
#include <plic.h>
#include <stdint.h>
#include <uart.h>

enum { SIZE = 4 };

static volatile uint8_t ring[SIZE];
static volatile uint32_t head, tail;  // where the next byte goes in, and where it comes out

// What the handler has put in, for the assertions.
static volatile uint8_t sent[8];
static volatile uint32_t sent_count;

#ifdef WRONG
static volatile uint32_t count;
static int is_full(void) { return count == SIZE; }
static int is_empty(void) { return count == 0; }
static void count_in(void) { ++count; }
static void count_out(void) { --count; }  // load, add, store: the handler may come between
#else
static int is_full(void) { return (head + 1) % SIZE == tail; }  // one place stays free
static int is_empty(void) { return head == tail; }
static void count_in(void) {}
static void count_out(void) {}
#endif

static void __attribute__((interrupt("machine"), aligned(4))) on_byte(void) {
  uint32_t source = plic_claim();
  uint8_t byte = *UART_RBR;
  if (!is_full()) {
    ring[head] = byte;
    head = (head + 1) % SIZE;
    count_in();
    sent[sent_count++] = byte;
  }
  plic_complete(source);
}

static uint32_t taken;

// Takes a byte out if there is one.
static int take(void) {
  if (is_empty()) return 0;
  uint8_t byte = ring[tail];
  tail = (tail + 1) % SIZE;
  count_out();
  riscv_assert(byte == sent[taken]);
  ++taken;
  return 1;
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_byte);
  uart_enable_receive_interrupt();
  plic_enable(UART_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  csr_set(mstatus, MSTATUS_MIE);

  for (int i = 0; i < 3; ++i) take();

  csr_clear(mstatus, MSTATUS_MIE);
  while (take()) {
  }
  riscv_assert(taken == sent_count);
  return 0;
}
