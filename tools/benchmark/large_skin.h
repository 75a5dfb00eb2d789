#pragma once

#include <cstdint>
#include <filesystem>

/// Writes a regular skin: a tube of `ringCount` rings of 50 vertices on 64 bones in a chain, four influences a vertex,
/// a clip of 30 keys per track, no textures. As Collada and as binary glTF: FOLDER/skin.dae and FOLDER/skin.glb.
/// @throws std::runtime_error if assimp cannot export it.
void writeLargeSkin(const std::filesystem::path& folder, uint32_t ringCount);
