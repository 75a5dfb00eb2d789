#pragma once

#include <cstddef>

namespace sinew {

/// From here on memory is worth the asking for pages of that size: a picture's first writing is then half as long.
inline constexpr size_t kLargeBytes = size_t{2} << 20;

/// `bytes`, at least kLargeBytes, that begin where a large page may; without a value.
/// @throws std::bad_alloc
void* allocateLarge(size_t bytes);
void freeLarge(void* memory) noexcept;

}  // namespace sinew
