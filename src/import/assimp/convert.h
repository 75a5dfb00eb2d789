#pragma once

#include <cstring>

#include <assimp/color4.h>
#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/types.h>
#include <assimp/vector3.h>

#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "import/build/convert.h"

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

/// `count` vectors; none where there is no array.
inline std::vector<glm::vec3> vectorsFrom(const aiVector3D* vectors, size_t count) {
    static_assert(sizeof(aiVector3D) == sizeof(glm::vec3));
    std::vector<glm::vec3> result(vectors ? count : 0);
    if (!result.empty()) std::memcpy(static_cast<void*>(result.data()), vectors, count * sizeof(glm::vec3));
    return result;
}

/// assimp stores rows, glm columns.
inline glm::mat4 mat4From(const aiMatrix4x4& m) {
    return {{m.a1, m.b1, m.c1, m.d1}, {m.a2, m.b2, m.c2, m.d2}, {m.a3, m.b3, m.c3, m.d3}, {m.a4, m.b4, m.c4, m.d4}};
}

/// The bytes of the file, by which names are compared. Valid as long as `text` is.
inline std::string_view viewOf(const aiString& text) {
    return {text.data, text.length};
}

/// Valid UTF-8 on one line: see base/text.h.
inline std::string utf8From(const aiString& text) {
    return utf8From(viewOf(text));
}

}  // namespace sinew
