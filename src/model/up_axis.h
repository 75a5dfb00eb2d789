#pragma once

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

/// Turns that axis to Y.
inline glm::mat4 yUpFrom(UpAxis up) {
    glm::mat4 turn(1.0f);
    if (up == UpAxis::z) turn = glm::mat4(glm::mat3(1, 0, 0, 0, 0, -1, 0, 1, 0));
    if (up == UpAxis::x) turn = glm::mat4(glm::mat3(0, 1, 0, -1, 0, 0, 0, 0, 1));
    return turn;
}

}  // namespace sinew
