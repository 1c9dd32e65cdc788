// operator new and delete on malloc(). There are no exceptions: where the standard wants bad_alloc, the run ends.
#include "new"

#include <malloc.h>
#include <stdlib.h>

const std::nothrow_t std::nothrow{};

namespace {

// malloc(0) may return null, but new may not.
size_t at_least_one(size_t size) { return size ? size : 1; }

void* required(void* memory) {
  if (!memory) abort();
  return memory;
}

}  // namespace

void* operator new(size_t size) { return required(malloc(at_least_one(size))); }
void* operator new[](size_t size) { return operator new(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return malloc(at_least_one(size)); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return malloc(at_least_one(size)); }
void* operator new(size_t size, std::align_val_t alignment) {
  return required(memalign(static_cast<size_t>(alignment), at_least_one(size)));
}
void* operator new[](size_t size, std::align_val_t alignment) { return operator new(size, alignment); }

void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t) noexcept { free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { free(memory); }

// What the compiler calls if the size of an array overflows.
extern "C" void __cxa_throw_bad_array_new_length() { abort(); }
extern "C" void __cxa_throw_bad_array_length() { abort(); }
