// A traffic light at a crossing. Its cycle takes 60 seconds: north is green from 0 to 25, east from 30 to 55. When a
// bus comes, the green phase of north is extended. North and east must never be green at once. The unsafe variant
// accepts any extension that the bus asks for.

static void hook(long code, long first, long second) {
  register long t0 __asm__("t0") = code;
  register long t1 __asm__("t1") = first;
  register long t2 __asm__("t2") = second;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

static void assert_that(int condition) { hook(1, 7, condition); }  // register 7 is t2
static void assume_that(int condition) { hook(2, 7, condition); }
static void make_symbolic(void* address, long bytes) { hook(4, (long)address, bytes); }

static unsigned second = 12;
static unsigned char extension = 3;

int main(void) {
  make_symbolic(&second, sizeof second);
  make_symbolic(&extension, sizeof extension);
  assume_that(second < 60);

#ifdef SAFE
  if (extension > 5) extension = 5;
#endif
  int north_green = second < 25u + extension;
  int east_green = (second >= 30) & (second < 55);

  assert_that(!(north_green & east_green));
  return 0;
}
