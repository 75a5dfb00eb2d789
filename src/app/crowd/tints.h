#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec4.hpp>

#include "model/model.h"

namespace sinew {

/// The colors that tell the characters of a crowd apart.
struct CrowdTints {
    std::vector<glm::vec4> ofMember;  ///< rgb factor of the base color
    std::vector<uint8_t> tinted;      ///< by material: 1 if the tints apply to it
};

/// A tint of its own for each of `count` members, which follows from the seed.
CrowdTints makeTints(const Model& model, uint32_t count, uint32_t seed);

}  // namespace sinew
