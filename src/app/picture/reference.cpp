#include "app/picture/reference.h"

#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report/standard_output.h"
#include "media/compare.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr int kDifferenceSchema = 1;

using Json = nlohmann::ordered_json;

/// `difference`: none if the pictures cannot be compared, for that cause.
void printJson(const ReferencePicture& reference, const std::optional<Difference>& difference, bool passed,
               const std::string& cause) {
    const auto figure = [&](double Difference::*value) { return difference ? Json((*difference).*value) : Json(); };
    const Json comparison{{"schema", kDifferenceSchema},
                          {"reference", reference.path},
                          {"maximum", figure(&Difference::maximum)},
                          {"mean", figure(&Difference::mean)},
                          {"differing_share", figure(&Difference::differingShare)},
                          {"similarity", figure(&Difference::similarity)},
                          {"threshold", reference.threshold},
                          {"threshold_max", reference.thresholdMax},
                          {"holds", passed},
                          {"error", cause.empty() ? Json() : Json(cause)}};
    print(comparison.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Difference differenceFrom(const ReferencePicture& reference, const Pixels& picture, const Pixels& expected, bool json) {
    try {
        return compare(picture, expected);
    } catch (const Error& error) {
        if (json) printJson(reference, std::nullopt, false, error.what());
        throw Error(error.exit(), fmt::format("{}: {}", reference.path, error.what()));
    }
}

}  // namespace

Exit comparePicture(const ReferencePicture& reference, const Pixels& picture, bool json) {
    const Pixels expected = readPng(reference.path);
    const Difference difference = differenceFrom(reference, picture, expected, json);
    const bool passed = difference.mean <= reference.threshold && difference.maximum <= reference.thresholdMax;
    if (!reference.heatMap.empty()) writePng(reference.heatMap, heatMap(picture, expected));
    if (json) printJson(reference, difference, passed, "");
    if (!passed || !json)
        fmt::print(stderr,
                   "sinew: {}: {}: mean difference {:.6f} (threshold {}), maximum {:.4f} (threshold {}), {:.2f} % of "
                   "the pixels differ, similarity {:.4f}\n",
                   reference.path, passed ? "within the thresholds" : "differs", difference.mean, reference.threshold,
                   difference.maximum, reference.thresholdMax, 100.0 * difference.differingShare,
                   difference.similarity);
    return passed ? Exit::done : Exit::differs;
}

}  // namespace sinew
