#include "check/rotation_fit.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

namespace sinew {

glm::quat rotationTo(const std::vector<glm::vec3>& to, const std::vector<glm::vec3>& from) {
    glm::mat3 s(0.0f);  // s[row of from][row of to]
    for (size_t i = 0; i < from.size(); ++i)
        s += glm::outerProduct(to[i], from[i]);
    glm::mat4 horn(0.0f);
    horn[0] = {s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]};
    horn[1] = {horn[0][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]};
    horn[2] = {horn[0][2], horn[1][2], -s[0][0] + s[1][1] - s[2][2], s[1][2] + s[2][1]};
    horn[3] = {horn[0][3], horn[1][3], horn[2][3], -s[0][0] - s[1][1] + s[2][2]};
    float squares = 0.0f;
    for (int column = 0; column < 4; ++column)
        squares += glm::dot(horn[column], horn[column]);
    if (!(squares > 0.0f) || !std::isfinite(squares)) return {1.0f, 0.0f, 0.0f, 0.0f};
    const glm::mat4 positive = horn / std::sqrt(squares) + glm::mat4(1.0f);  // no eigenvalue below 0
    glm::vec4 vector(0.5f, 0.45f, 0.55f, 0.5f);
    for (int round = 0; round < 256; ++round)
        vector = glm::normalize(positive * vector);
    return {vector[0], vector[1], vector[2], vector[3]};
}

}  // namespace sinew
