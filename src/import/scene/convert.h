#pragma once

#include <cmath>

#include <assimp/color4.h>
#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/types.h>
#include <assimp/vector3.h>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/finding.h"
#include "model/text.h"

namespace sinew {

inline glm::vec3 vec3From(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}
inline glm::vec4 vec4From(const aiColor4D& c) {
    return {c.r, c.g, c.b, c.a};
}
inline glm::quat quatFrom(const aiQuaternion& q) {
    return {q.w, q.x, q.y, q.z};
}

/// assimp stores rows, glm columns.
glm::mat4 mat4From(const aiMatrix4x4& matrix);

inline bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool isFinite(const glm::vec4& v) {
    return isFinite(glm::vec3(v)) && std::isfinite(v.w);
}
inline bool isFinite(const glm::mat4& m) {
    return isFinite(m[0]) && isFinite(m[1]) && isFinite(m[2]) && isFinite(m[3]);
}

/// The bytes of the file, by which names are compared. Valid as long as `text` is.
inline std::string_view viewOf(const aiString& text) {
    return {text.data, text.length};
}

/// Valid UTF-8 on one line: see model/text.h.
inline std::string utf8From(const aiString& text) {
    return utf8From(viewOf(text));
}

/// Converts an sRGB color to linear (IEC 61966-2-1).
glm::vec3 linearFromSrgb(const glm::vec3& srgb);

/// A finding whose message is a count and `rest`: "3 vertices without a usable normal".
Finding countFinding(const char* id, Severity severity, const std::string& object, size_t count, const char* one,
                     const char* many, const std::string& rest);

}  // namespace sinew
