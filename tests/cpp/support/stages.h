// Looking into a trace by the names of its stages.
#pragma once

#include <string>
#include <vector>

#include "layers/trace.h"

namespace mha::test {

/// The stage of that name, or nullptr where it is absent.
const Array* stage_of(const Trace& trace, std::string_view name);

/// The names of the stages that are there, in order.
std::vector<std::string> stages_in(const Trace& trace);

/// "" where the two hold the same stages with the same bits, else what differs.
std::string difference(const Trace& got, const Trace& expected);

/// The stages of sample `batch` alone, as a batch of one; `masked` has no batch axis.
Trace sample_of(const Trace& trace, std::size_t batch);

}  // namespace mha::test
