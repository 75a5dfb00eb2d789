#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "check/carriers.h"
#include "check/checks.h"

namespace sinew {
namespace {

/// Sizes that a model has. Beyond them, its unit is wrong.
struct Sizes {
    double least, most;
};
constexpr Sizes kWithoutUnit{1e-3, 1e5};   // units
constexpr Sizes kOfScenes{0.005, 1000.0};  // meters
constexpr Sizes kOfFigures{0.05, 60.0};
constexpr Sizes kUsualFigures{0.2, 25.0};  // beyond them, a note
constexpr double kUsualFigure = 6.0;       // meters

/// The unit in which a figure would have a usual size.
std::string unitHint(double meters) {
    constexpr std::array<std::pair<const char*, double>, 3> kLarger{
        {{"centimeters", 0.01}, {"inches", 0.0254}, {"millimeters", 0.001}}};
    if (meters < kUsualFigures.least)
        return meters * 100.0 > kOfFigures.least
                   ? "; " + figure(meters * 100.0) + " m if it was scaled from centimeters twice"
                   : "";
    for (const auto& [name, unit] : kLarger)
        if (meters * unit < kUsualFigure) return "; " + figure(meters * unit) + " m if its unit is " + name;
    return "";
}

}  // namespace

std::vector<Finding> checkSize(const CheckedModel& checked) {
    const Model& model = checked.model;
    if (model.instances.empty()) return {};
    const double length = static_cast<double>(checked.rest.size) * model.metersPerUnit.value_or(1.0);
    const bool isFigure = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    const auto isBeyond = [&](const Sizes& sizes) { return length < sizes.least || length > sizes.most; };
    const bool isExtreme = isBeyond(!model.metersPerUnit ? kWithoutUnit : isFigure ? kOfFigures : kOfScenes);
    if (!isExtreme && !(isFigure && model.metersPerUnit && isBeyond(kUsualFigures))) return {};
    const Measured diagonal = measured(length, model.metersPerUnit ? "m" : "units");
    return {withScalingNode(
        checked, length > kUsualFigure,
        {"size-extreme",
         isExtreme ? Severity::warning : Severity::info,
         {Subject{}},
         "is " + diagonal.text + " from corner to corner" + (model.metersPerUnit ? unitHint(length) : ""),
         diagonal.figure})};
}

}  // namespace sinew
