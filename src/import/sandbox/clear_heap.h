#pragma once

namespace sinew {

/// From now on, `operator new` returns memory of zeros in this process: what assimp reads before it writes is the same
/// on every run, and nothing that was in memory before gets into a picture. Builds with sanitizers keep their own
/// allocator, which finds such reads.
void clearNewMemory();

}  // namespace sinew
