// The rows of the micro-kernel's tile: it differs by variant, so kernels alone may know it.
#pragma once

#include <cstddef>

#include "kernels/simd.h"

namespace mha::kernels {

/// Rows that multiply_panel takes at a time; those left over cost more. A fused sum takes four cycles, so that eight at
/// a time just keep two units busy, and twelve do with ease.
inline constexpr std::size_t kTileRows = kFuses ? 6 : 4;

}  // namespace mha::kernels
