#pragma once

#include <cstddef>
#include <span>

namespace sinew {

/// Asks the system for large pages where whole ones fit into memory that nobody has written to yet: to fill it takes
/// half as long then. A wish; memory smaller than such a page stays as it is.
void useLargePages(std::span<std::byte> memory);

}  // namespace sinew
