// What Embind is to know: the types of the bindings' arguments and results, and nothing else.
//
// Embind's own bind.cpp registers every string and every view of memory too, and each brings glue that nothing here
// calls: 5 KB of the 50 that a page downloads. The names that it defines are defined here, so that the linker leaves it
// in its archive. They are Emscripten 3's; another may keep its own, which does the same and is only larger.
#include <emscripten/emscripten.h>

#if __EMSCRIPTEN_major__ == 3

#include <emscripten/bind.h>

#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using emscripten::internal::InitFunc;
using emscripten::internal::TypeID;

InitFunc* registrations = nullptr;

}  // namespace

extern "C" {

void _embind_register_bindings(InitFunc* registration) {
  registration->next = registrations;
  registrations = registration;
}

void _embind_initialize_bindings() {
  for (const InitFunc* registration = registrations; registration != nullptr; registration = registration->next) {
    registration->init_func();
  }
}

/// What Embind's errors call a type that is missing above: without RTTI types have no names.
/// Its caller frees it.
const char* __getTypeName(const void*) { return strdup("a type that is not registered"); }
}

EMSCRIPTEN_BINDINGS(registered_types) {
  using Whole = std::uintptr_t;
  emscripten::internal::_embind_register_void(TypeID<void>::get(), "void");
  emscripten::internal::_embind_register_integer(TypeID<Whole>::get(), "unsigned long", sizeof(Whole), 0,
                                                 std::numeric_limits<Whole>::max());
  // Not for its own sake: Emscripten 3.1.69 forgets what the glue of integers needs, and this brings it.
  emscripten::internal::_embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  emscripten::internal::_embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

#endif
