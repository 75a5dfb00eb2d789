#pragma once

#include <cmath>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/text.h"
#include "model/finding.h"
#include "model/material.h"

namespace sinew {

inline bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool isFinite(const glm::vec4& v) {
    return isFinite(glm::vec3(v)) && std::isfinite(v.w);
}
inline bool isFinite(const glm::mat4& m) {
    return isFinite(m[0]) && isFinite(m[1]) && isFinite(m[2]) && isFinite(m[3]);
}

/// Converts an sRGB color to linear (IEC 61966-2-1).
glm::vec3 linearFromSrgb(const glm::vec3& srgb);

/// Blends a material whose opacity is between 0 and 1. One of 0 stays opaque and is a finding, because exporters
/// disagree on whether 0 or 1 is opaque.
void setOpacity(float opacity, Material& material, Findings& findings);

/// A finding whose message is a count and `rest`: "3 vertices without a usable normal".
Finding countFinding(const char* id, Severity severity, const std::string& object, size_t count, const char* one,
                     const char* many, const std::string& rest);

}  // namespace sinew
