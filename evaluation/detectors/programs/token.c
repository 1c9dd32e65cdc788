// A lexer keeps a pointer to the current token, which one of its functions has in a local buffer.
#include <janus.h>
#include <stdint.h>

static char text[6];
static const char* token;
static volatile unsigned found;

static void remember(const char* at) {
  __asm__ volatile("" : "+r"(at));
  token = at;
}

__attribute__((noinline)) static unsigned next_token(const char* at) {
#ifdef FIXED
  static char word[8];
#else
  char word[8];
#endif
  unsigned n = 0;
  while (n < 6 && at[n] >= 'a' && at[n] <= 'z') {
    word[n] = at[n];
    ++n;
  }
  word[n] = 0;
  if (n > 3) remember(word);
  return n;
}

__attribute__((noinline)) static int is_keyword(const char* word) { return word[0] == 'i' && word[1] == 'f'; }

int main(void) {
  JANUS_SYMBOLIC(text);
  if (next_token(text) && token) found += is_keyword(token);
  return 0;
}
