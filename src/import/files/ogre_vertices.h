#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

/// A part of a vertex of an Ogre mesh, as declared in the file. `source`: the number of its buffer. `type` and
/// `semantic` have the values of Ogre's VertexElementType and VertexElementSemantic.
struct OgreElement {
    size_t at = 0;  ///< where the declaration begins in the file
    uint64_t source = 0, type = 0, semantic = 0, offset = 0;
    uint64_t newOffset = 0;
};

/// Bytes of an element of this type; 0 for an unknown type.
uint64_t ogreTypeBytes(uint64_t type);

/// The type that assimp reads instead: floats for packed numbers, three in a vector and two in UV coordinates.
uint64_t ogreTypeFor18(const OgreElement& element);

/// Copies an element as one of ogreTypeFor18().
void copyOgreElement(const OgreElement& element, const char* from, char* to);

/// Whether an element of the buffer gets another type.
bool isWidened(const std::vector<OgreElement>& elements, uint64_t source);

}  // namespace sinew
