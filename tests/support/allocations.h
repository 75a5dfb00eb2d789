#pragma once

#include <cstddef>

/// The number of calls of operator new, in any of its forms. Only in executables that compile
/// allocations.cpp, which replaces it.
size_t allocationCount();
