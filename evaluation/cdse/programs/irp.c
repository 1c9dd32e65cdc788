// A driver with a routine for each major function of a request, as in Windows: a request is completed once, either by
// its routine or, if that has marked it pending and queued it, by the deferred procedure after an interrupt. The queue
// is guarded by a spin lock, which no routine may still hold when it returns.
//
// REQUESTS  how many requests arrive, one after the other; function, code and length of each are any values
// UNSAFE    a control request that finds the queue occupied is completed with the lock still held
#include <janus.h>

#ifndef REQUESTS
#define REQUESTS 2
#endif

enum { CREATE, CLOSE, READ = 3, WRITE = 4, CONTROL = 14, CLEANUP = 18 };  // major functions
enum { GET_STATE = 0x100, SET_MODE = 0x104, FLUSH_QUEUE = 0x108 };        // codes of CONTROL
enum { SUCCESS = 0, PENDING = 0x103, FAILURE = -1 };

struct request {
  unsigned function, code, length;
  int pending, completed;
};

static struct request requests[REQUESTS];
static struct request* queued;
static int locked, opened, mode, written;

static inline void acquire(void) {
  riscv_assert(!locked);
  locked = 1;
}

static inline void release(void) {
  riscv_assert(locked);
  locked = 0;
}

static inline int complete(struct request* request, int status) {
  riscv_assert(!request->completed);
  request->completed = 1;
  return status;
}

static inline struct request* take_queued(void) {
  acquire();
  struct request* taken = queued;
  queued = 0;
  release();
  return taken;
}

static inline int read(struct request* request) {
  if (!opened) return complete(request, FAILURE);
  if (request->length == 0) return complete(request, SUCCESS);
  acquire();
  if (queued) {
    release();
    return complete(request, FAILURE);
  }
  request->pending = 1;
  queued = request;
  release();
  return PENDING;
}

static inline int write(struct request* request) {
  if (!opened || request->length > 64) return complete(request, FAILURE);
  acquire();
  ++written;
  release();
  return complete(request, SUCCESS);
}

static inline int control(struct request* request) {
  if (request->code == GET_STATE) return complete(request, request->length < 4 ? FAILURE : SUCCESS);
  if (request->code == SET_MODE) {
    if (request->length != 4) return complete(request, FAILURE);
    mode = 1;
    return complete(request, SUCCESS);
  }
  if (request->code != FLUSH_QUEUE) return complete(request, FAILURE);
  acquire();
  if (queued) {
#ifdef UNSAFE
    if (mode || REQUESTS < 3) return complete(request, FAILURE);
#endif
    release();
    return complete(request, FAILURE);
  }
  release();
  return complete(request, SUCCESS);
}

static inline int dispatch(struct request* request) {
  if (request->function == CREATE) {
    if (opened) return complete(request, FAILURE);
    opened = 1;
    return complete(request, SUCCESS);
  }
  if (request->function == CLOSE) {
    opened = 0;
    return complete(request, SUCCESS);
  }
  if (request->function == READ) return read(request);
  if (request->function == WRITE) return write(request);
  if (request->function == CONTROL) return control(request);
  if (request->function == CLEANUP) {
    struct request* taken = take_queued();
    if (taken) complete(taken, FAILURE);
    return complete(request, SUCCESS);
  }
  return complete(request, FAILURE);
}

int main(void) {
  opened = 1;
  for (int i = 0; i < REQUESTS; ++i) {
    struct request* request = &requests[i];
    request->function = riscv_make_register_symbolic();
    request->code = riscv_make_register_symbolic();
    request->length = riscv_make_register_symbolic();
    int status = dispatch(request);
    riscv_assert((status == PENDING) == request->pending);
    riscv_assert(request->pending != request->completed);
    riscv_assert(!locked);
    if (queued && queued != request && riscv_make_register_symbolic() == 1) {  // the interrupt of an earlier read
      struct request* taken = take_queued();
      complete(taken, SUCCESS);
    }
  }
  return 0;
}
