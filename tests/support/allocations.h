#pragma once

#include <cstddef>

/// How often operator new, in any of its forms, has been called so far. Only in executables that compile
/// allocations.cpp, which replaces it.
size_t allocationCount();
