#pragma once

namespace sinew {

class ModelFolder;

/// Checks that the nodes of an SMD file (Source, GoldSrc) have an end: without one, assimp reads past the end of the
/// file. No effect on files of other endings.
/// @throws Error(Exit::input) with the cause.
void requireEndOfSmdNodes(const ModelFolder& folder);

}  // namespace sinew
