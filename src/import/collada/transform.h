#pragma once

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "import/collada/document.h"

namespace sinew::collada {

/// The transform elements of a node (Collada 1.4.1, chapter 5), with their numbers in the file's order:
/// lookat 9 (eye, point, up), matrix 16 (row-major), rotate 4 (axis, degrees), scale 3, skew 7 (degrees, rotation axis,
/// translation axis), translate 3.
enum class TransformKind { lookat, matrix, rotate, scale, skew, translate };

std::optional<TransformKind> transformKind(std::string_view elementName);
size_t numberCount(TransformKind kind);

/// Missing numbers are read as 0.
glm::dmat4 matrixOf(TransformKind kind, std::span<const double> numbers);
glm::dquat rotationOf(std::span<const double> axisAndDegrees);

/// The target of a <channel>: a transform element of a node, or one of its numbers.
struct Target {
    Node node;
    Node element;
    std::optional<size_t> member;  ///< index among the element's numbers
};

/// Parses "id/sid", "id/sid.X", "id/sid.ANGLE", "id/sid(i)", "id/sid(column)(row)", and sids nested with more slashes
/// (1.4.1, chapter 3, address syntax; column before row, as all known exporters write it). Nothing when the target is
/// not a node's transform.
std::optional<Target> targetOf(const Document& document, std::string_view address);

/// The first element with that sid at or below `root`, breadth first as specified; empty when there is none.
/// `onlyElement`: elements of other names are neither returned nor searched.
Node findSid(Node root, std::string_view sid, const char* onlyElement = nullptr);

}  // namespace sinew::collada
