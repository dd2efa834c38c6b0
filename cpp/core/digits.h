// Whole numbers as text.
#pragma once

#include <cstdint>
#include <string>

namespace mha {

/// In decimal, as std::to_string(whole), which brings tables to be fast where nothing has to be.
std::string digits(std::uint64_t whole);

}  // namespace mha
