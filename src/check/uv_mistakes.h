#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "check/checked_model.h"
#include "check/surface.h"
#include "model/finding.h"

namespace sinew {

/// A way in which texture coordinates go wrong as a whole, and what undoes it.
struct UvMistake {
    const char *how, *remedy;
    bool reversesU = false, reversesV = false, exchanges = false;  ///< reversals first
    float scale = 1.0f;

    glm::vec2 corrected(glm::vec2 uv) const {
        if (reversesU) uv.x = 1.0f - uv.x;
        if (reversesV) uv.y = 1.0f - uv.y;
        return scale * (exchanges ? glm::vec2(uv.y, uv.x) : uv);
    }
};
inline constexpr std::array kUvMistakes{
    UvMistake{.how = "upside down", .remedy = "V reversed", .reversesV = true},
    UvMistake{.how = "mirrored", .remedy = "U reversed", .reversesU = true},
    UvMistake{.how = "with U and V exchanged", .remedy = "both exchanged back", .exchanges = true},
    UvMistake{.how = "turned to the left", .remedy = "U and V turned back", .reversesU = true, .exchanges = true},
    UvMistake{.how = "turned to the right", .remedy = "U and V turned back", .reversesV = true, .exchanges = true},
    UvMistake{.how = "turned around", .remedy = "U and V reversed", .reversesU = true, .reversesV = true},
    UvMistake{.how = "twice as large", .remedy = "U and V doubled", .scale = 2.0f},
    UvMistake{.how = "half as large", .remedy = "U and V halved", .scale = 0.5f}};

/// A mistake, and what speaks for it.
struct Misplaced {
    std::string how, evidence;
    Figure figure;
};

/// The mistake that explains why a figure shows what its texture leaves blank, or paint of many colors from between its
/// parts, or why its triangles reach across borders in it. Looks at the material with most triangles in a mesh group.
/// Nothing where no mistake explains it. Shifts, which take long, are looked for while `shiftSearches` lasts: each one
/// without a result takes one off.
std::optional<Misplaced> misplacedOn(const Model& model, const MeshGroup& group, size_t& shiftSearches);

/// Says that the gradients on a figure, each within one field of a palette, get darker upward, and lighter with V
/// reversed: most are painted as if light came from above. Looks at the material with most triangles in a mesh group.
std::optional<Misplaced> gradientsUpsideDown(const CheckedModel& checked, const MeshGroup& group);

/// The material with most triangles in a mesh group.
uint32_t mainMaterialOf(const Model& model, const MeshGroup& group);

/// The meshes of a group that have a material.
std::vector<const SkinnedMesh*> meshesWith(const Model& model, const MeshGroup& group, uint32_t material);

}  // namespace sinew
