// The exponential of the reference.
#pragma once

namespace mha::reference {

/// e^x for x <= 0, within 2 ulp; NaN stays NaN. The C library's has a table of 2 KB, which nothing else in the module
/// needs, so that a page would download it for the reference alone.
double exponential(double x);

}  // namespace mha::reference
