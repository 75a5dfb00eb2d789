#include "app/stage/ground_placement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

namespace sinew {
namespace {

/// Returns the transform from the file's axes and units to the user's. It replaces those that the root states.
glm::mat4 givenSpace(const Model& model, const FileSpace& space) {
    glm::mat4 given(1.0f);
    if (space.up) given = yUpFrom(*space.up) * glm::transpose(yUpFrom(model.rootUp));
    if (space.scale) given = glm::scale(given, glm::vec3(static_cast<float>(*space.scale / model.rootScale)));
    return given;
}

/// Rounds down to 1, 2 or 5 times a power of ten.
float roundLength(float length) {
    const float decade = std::pow(10.0f, std::floor(std::log10(length)));
    const float digit = length / decade;
    return decade * (digit < 2.0f ? 1.0f : digit < 5.0f ? 2.0f : 5.0f);
}

}  // namespace

GroundPlacement::GroundPlacement(const Model& model, const FileSpace& space)
    : fileFromRoot(givenSpace(model, space)),
      worldFromRoot(space.up ? fileFromRoot : yUpFrom(model.up) * fileFromRoot),
      up(space.up.value_or(model.rootUp == UpAxis::y ? model.up : model.rootUp)),
      metersPerUnit(space.scale ? std::optional(1.0) : model.metersPerUnit) {}

std::string GroundPlacement::sizeText(const Box& figure) const {
    constexpr double kLying = 3.0;         // length of what lies, relative to its height
    constexpr double kRoundedUp = 0.9995;  // what is hardly less has three digits that are 1
    constexpr std::pair<double, const char*> kUnits[] = {
        {1e-6, "µm"}, {1e-3, "mm"}, {1e-2, "cm"}, {1.0, "m"}, {1e3, "km"}};
    const glm::dvec3 size = figure.empty() ? glm::vec3(0.0f) : figure.max - figure.min;
    const double longest = std::max({size.x, size.y, size.z});
    const bool isTall = size.y * kLying >= longest;
    const double length = (isTall ? size.y : longest) * metersPerUnit.value_or(1.0);
    std::pair<double, const char*> unit{1.0, metersPerUnit ? "m" : "units"};
    for (const auto& larger : kUnits)
        if (metersPerUnit && length >= larger.first * kRoundedUp) unit = larger;
    return fmt::format("{:.3g} {} {}, {} up", length / unit.first, unit.second, isTall ? "tall" : "long",
                       "XYZ"[static_cast<size_t>(up)]);
}

void GroundPlacement::fitTiles(const Box& bounds) {
    tileSize = roundLength(std::max(bounds.diagonal(), 1e-6f) * 0.4f);
}

Ground GroundPlacement::ground(const Box& footprint, float height, const Displacement& floor) const {
    const glm::vec3 center = footprint.center();
    return {.height = height,
            .tileSize = tileSize,
            .center = {center.x, center.z},
            .radius = std::max(tileSize * 12.0f, footprint.diagonal() * 4.0f),
            .traveled = {floor.translation.x, floor.translation.z},
            .turnRadians = static_cast<float>(yawRadians(floor, {0.0, 1.0, 0.0})),
            .footprint = footprint};
}

glm::mat4 matrixOf(const Displacement& displacement) {
    return glm::translate(glm::mat4(1.0f), glm::vec3(displacement.translation)) *
           glm::mat4_cast(glm::quat(displacement.rotation));
}

Box transformed(const Box& box, const glm::mat4& transform) {
    Box result;
    for (const float x : {box.min.x, box.max.x})
        for (const float y : {box.min.y, box.max.y})
            for (const float z : {box.min.z, box.max.z})
                if (!box.empty()) result.add(glm::vec3(transform * glm::vec4(x, y, z, 1.0f)));
    return result;
}

}  // namespace sinew
