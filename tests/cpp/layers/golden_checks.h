// Layers against PyTorch's passes, for the test of every class.
#pragma once

#include <string>

namespace mha::test {

/// The article's example: parameters and keep decisions exact, every stage within 1e-6.
void check_book(const std::string& kind);

/// The random configurations: within what README.md of the goldens allows of PyTorch's pass in double.
void check_random(const std::string& kind);

/// The output of the book's pass of that name, to the four decimals that the article prints.
void check_print(const std::string& kind, const std::string& name);

}  // namespace mha::test
