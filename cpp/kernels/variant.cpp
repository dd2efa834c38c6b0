// Asks simd.h, so that the answer cannot differ from what the kernels do.
#include "kernels/variant.h"

#include "kernels/simd.h"

namespace mha::kernels {

const char* variant() { return kFuses ? "relaxed" : "simd"; }

}  // namespace mha::kernels
