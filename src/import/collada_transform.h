#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

namespace sinew {

/// The transform elements of a Collada node (1.4.1, chapter 5). Their numbers, as the file writes them:
/// lookat 9 (eye, point, up), matrix 16 (rows), rotate 4 (axis, degrees), scale 3, skew 7 (degrees, axis turned about,
/// axis moved along), translate 3.
enum class TransformKind { lookat, matrix, rotate, scale, skew, translate };

std::optional<TransformKind> transformKind(std::string_view elementName);
size_t numberCount(TransformKind kind);

/// Numbers that are missing count as 0.
glm::dmat4 matrixOf(TransformKind kind, std::span<const double> numbers);
glm::dquat rotationOf(std::span<const double> axisAndDegrees);

}  // namespace sinew
