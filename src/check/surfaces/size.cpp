#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "check/carriers.h"
#include "check/checks.h"
#include "check/surfaces/limits.h"

namespace sinew {
namespace {

/// The unit in which a figure would have a usual size.
std::string unitHint(double meters) {
    constexpr std::array<std::pair<const char*, double>, 3> kLarger{
        {{"centimeters", 0.01}, {"inches", 0.0254}, {"millimeters", 0.001}}};
    if (meters < kSurface.leastUsual)
        return meters * 100.0 > kSurface.leastFigure
                   ? "; " + figure(meters * 100.0) + " m if it was scaled from centimeters twice"
                   : "";
    for (const auto& [name, unit] : kLarger)
        if (meters * unit < kSurface.usual) return "; " + figure(meters * unit) + " m if its unit is " + name;
    return "";
}

}  // namespace

std::vector<Finding> checkSize(const CheckedModel& checked) {
    const Model& model = checked.model;
    if (model.instances.empty()) return {};
    const double length = static_cast<double>(checked.rest.size) * model.metersPerUnit.value_or(1.0);
    const bool isFigure = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    const auto isBeyond = [&](double least, double most) { return length < least || length > most; };
    const bool isExtreme = !model.metersPerUnit ? isBeyond(kSurface.leastWithoutUnit, kSurface.mostWithoutUnit)
                           : isFigure           ? isBeyond(kSurface.leastFigure, kSurface.mostFigure)
                                                : isBeyond(kSurface.leastScene, kSurface.mostScene);
    const bool isUnusual = isFigure && model.metersPerUnit && isBeyond(kSurface.leastUsual, kSurface.mostUsual);
    if (!isExtreme && !isUnusual) return {};
    const Measured diagonal = measured(length, model.metersPerUnit ? "m" : "units");
    return {withScalingNode(
        checked, length > kSurface.usual,
        {"size-extreme",
         isExtreme ? Severity::warning : Severity::info,
         {Subject{}},
         "is " + diagonal.text + " from corner to corner" + (model.metersPerUnit ? unitHint(length) : ""),
         diagonal.figure})};
}

}  // namespace sinew
