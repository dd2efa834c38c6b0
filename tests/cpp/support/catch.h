// The only place that includes Catch2, in the form that the native and the wasm build share.
#pragma once

#include <catch_amalgamated.hpp>
