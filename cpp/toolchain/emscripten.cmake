# Hands over to Emscripten's own toolchain file, wherever this Emscripten keeps it.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE)
include(${root}/cmake/Modules/Platform/Emscripten.cmake)
