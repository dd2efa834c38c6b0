// The rows of the micro-kernel's tile: it differs by variant, so kernels alone may know it.
#pragma once

#include <cstddef>

#include "kernels/simd.h"

namespace mha::kernels {

/// Rows that multiply_panel takes at a time; those left over cost more. Eight columns of six rows take twelve sums, two
/// panel vectors and a broadcast: all of V8's 15 vector registers. A product of its own takes one more, so five rows.
inline constexpr std::size_t kTileRows = kFuses ? 6 : 5;

}  // namespace mha::kernels
