// What Embind is to know: the types that cross, and nothing else.
//
// Embind's own bind.cpp registers every kind of string and of view of memory too, and each brings glue that nothing
// here calls. The names that it defines are defined here, so that the linker leaves it in its archive. They are
// Emscripten 3's; another keeps its own, which does the same and is only larger. So does a debug build, where the
// linker takes the type information of std::exception from that archive, and all the rest with it.
#include <emscripten/emscripten.h>

#if __EMSCRIPTEN_major__ == 3 && defined(NDEBUG)

#include <emscripten/bind.h>

#include <cstdint>
#include <cstring>
#include <limits>

extern "C" {

/// For threads, which register everything anew: there are none.
void _embind_register_bindings(emscripten::internal::InitFunc* /*f*/) {}

/// What Embind's errors call a type that is missing below: without RTTI types have no names. Its caller frees it.
const char* __getTypeName(const void* /*type*/) { return strdup("a type that is not registered"); }
}

EMSCRIPTEN_BINDINGS(registered_types) {
  using emscripten::internal::TypeID;
  using Whole = std::uintptr_t;
  emscripten::internal::_embind_register_void(TypeID<void>::get(), "void");
  emscripten::internal::_embind_register_integer(TypeID<Whole>::get(), "unsigned long", sizeof(Whole), 0,
                                                 std::numeric_limits<Whole>::max());
  // Not for its own sake: Emscripten 3.1.69 forgets what the glue of integers needs, and this brings it.
  emscripten::internal::_embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  emscripten::internal::_embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

#endif
