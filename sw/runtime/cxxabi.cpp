// What compiled C++ without exceptions calls (Itanium C++ ABI, chapters 2.9 and 3.3): guards of static variables in
// functions, pure virtual functions, type information and dynamic_cast. One thread.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "typeinfo"

extern "C" {
// The first byte of a guard says whether the variable is constructed.
int __cxa_guard_acquire(uint64_t* guard) { return *reinterpret_cast<const char*>(guard) == 0; }
void __cxa_guard_release(uint64_t* guard) { *reinterpret_cast<char*>(guard) = 1; }
void __cxa_guard_abort(uint64_t*) {}

void __cxa_pure_virtual() { abort(); }
void __cxa_deleted_virtual() { abort(); }
void __cxa_bad_cast() { abort(); }
void __cxa_bad_typeid() { abort(); }
}

namespace std {

type_info::~type_info() {}

bool type_info::operator==(const type_info& other) const noexcept {
  return name_ == other.name_ || (name_[0] != '*' && strcmp(name_, other.name_) == 0);
}

bool type_info::before(const type_info& other) const noexcept {
  return name_[0] == '*' && other.name_[0] == '*' ? name_ < other.name_ : strcmp(name_, other.name_) < 0;
}

}  // namespace std

namespace __cxxabiv1 {

// What else the compiler makes type information of. The destructors put the virtual tables here, and with the first,
// the type information of the fundamental types.
#define JANUS_TYPE_INFO(name)    \
  struct name : std::type_info { \
    ~name();                     \
  };                             \
  name::~name() {}
JANUS_TYPE_INFO(__fundamental_type_info)
JANUS_TYPE_INFO(__array_type_info)
JANUS_TYPE_INFO(__function_type_info)
JANUS_TYPE_INFO(__enum_type_info)
JANUS_TYPE_INFO(__pbase_type_info)
JANUS_TYPE_INFO(__pointer_type_info)
JANUS_TYPE_INFO(__pointer_to_member_type_info)
#undef JANUS_TYPE_INFO

// A class without bases, and what all classes have.
struct __class_type_info : std::type_info {
  ~__class_type_info();
  // Calls visit(type, address, is_public, context) for the object at `address` of this type, and for each of its base
  // class subobjects; `is_public` says whether all inheritance on the way was public.
  using Visitor = void (*)(const __class_type_info& type, const char* address, bool is_public, void* context);
  virtual void walk(const char* address, bool is_public, Visitor visit, void* context) const {
    visit(*this, address, is_public, context);
  }
};
__class_type_info::~__class_type_info() {}

// A class with one base, which is public, not virtual, and at offset 0.
struct __si_class_type_info : __class_type_info {
  const __class_type_info* base;
  ~__si_class_type_info();
  void walk(const char* address, bool is_public, Visitor visit, void* context) const override {
    visit(*this, address, is_public, context);
    base->walk(address, is_public, visit, context);
  }
};
__si_class_type_info::~__si_class_type_info() {}

// Any other class.
struct __vmi_class_type_info : __class_type_info {
  struct Base {
    const __class_type_info* type;
    long offset_flags;  // bit 0: virtual; bit 1: public; from bit 8: offset, of a virtual base in the virtual table
  };
  unsigned flags, base_count;
  Base bases[1];
  ~__vmi_class_type_info();
  void walk(const char* address, bool is_public, Visitor visit, void* context) const override {
    visit(*this, address, is_public, context);
    for (unsigned i = 0; i < base_count; ++i) {
      const long bits = bases[i].offset_flags;
      ptrdiff_t offset = bits >> 8;
      if (bits & 1)
        offset = *reinterpret_cast<const ptrdiff_t*>(*reinterpret_cast<const char* const*>(address) + offset);
      bases[i].type->walk(address + offset, is_public && bits & 2, visit, context);
    }
  }
};
__vmi_class_type_info::~__vmi_class_type_info() {}

namespace {

// Looks for subobjects of a type. A virtual base is met on several ways, but is one subobject.
struct Search {
  const std::type_info& type;
  const char* only_at;          // null: anywhere
  const char* found = nullptr;  // the subobject, if there is one that is public
  bool ambiguous = false;       // there are several

  static void visit(const __class_type_info& type, const char* address, bool is_public, void* context) {
    Search& search = *static_cast<Search*>(context);
    if (!is_public || !(type == search.type) || (search.only_at && search.only_at != address)) return;
    search.ambiguous = search.ambiguous || (search.found && search.found != address);
    search.found = address;
  }
};

// Looks for subobjects of the wanted type that have the object as a public base.
struct Downcast {
  const std::type_info& wanted;
  Search object;
  const char* found = nullptr;
  bool ambiguous = false;

  static void visit(const __class_type_info& type, const char* address, bool, void* context) {
    Downcast& cast = *static_cast<Downcast*>(context);
    if (!(type == cast.wanted)) return;
    Search object = cast.object;
    type.walk(address, true, Search::visit, &object);
    if (!object.found) return;
    cast.ambiguous = cast.ambiguous || (cast.found && cast.found != address);
    cast.found = address;
  }
};

}  // namespace

// dynamic_cast (C++ standard, expr.dynamic.cast): to the one object of type `wanted` that has `object`, of type `from`,
// as a public base; else to the one public base of type `wanted` of the complete object, if `object` is a public base.
extern "C" void* __dynamic_cast(const void* object, const __class_type_info* from, const __class_type_info* wanted,
                                ptrdiff_t) {
  struct Prefix {  // in front of where a virtual table's address points
    ptrdiff_t offset_to_top;
    const __class_type_info* type;
  };
  const Prefix& prefix = (*static_cast<const Prefix* const*>(object))[-1];
  const char* const complete = static_cast<const char*>(object) + prefix.offset_to_top;
  const Search self{*from, static_cast<const char*>(object)};
  Downcast down{*wanted, self};
  prefix.type->walk(complete, true, Downcast::visit, &down);
  if (down.found && !down.ambiguous) return const_cast<char*>(down.found);
  Search source = self, across{*wanted, nullptr};
  prefix.type->walk(complete, true, Search::visit, &source);
  prefix.type->walk(complete, true, Search::visit, &across);
  return source.found && across.found && !across.ambiguous ? const_cast<char*>(across.found) : nullptr;
}

}  // namespace __cxxabiv1
