#include "app/compare_picture.h"

#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/standard_output.h"
#include "media/compare.h"
#include "media/heat_map.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr int kDifferenceSchema = 1;

using Json = nlohmann::ordered_json;

/// `difference`: none where the pictures cannot be compared, for that cause.
void printJson(const Options& options, double threshold, const std::optional<Difference>& difference, bool holds,
               const std::string& cause) {
    const auto figure = [&](double Difference::*value) { return difference ? Json((*difference).*value) : Json(); };
    const Json comparison{{"schema", kDifferenceSchema},
                          {"reference", options.reference},
                          {"maximum", figure(&Difference::maximum)},
                          {"mean", figure(&Difference::mean)},
                          {"differing_share", figure(&Difference::differingShare)},
                          {"similarity", figure(&Difference::similarity)},
                          {"threshold", threshold},
                          {"threshold_max", options.thresholdMax},
                          {"holds", holds},
                          {"error", cause.empty() ? Json() : Json(cause)}};
    print(comparison.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Difference compareOrTell(const Options& options, double threshold, const Pixels& picture, const Pixels& reference) {
    try {
        return compare(picture, reference);
    } catch (const Error& error) {
        if (options.json) printJson(options, threshold, std::nullopt, false, error.what());
        throw Error(error.exit(), fmt::format("{}: {}", options.reference, error.what()));
    }
}

}  // namespace

Exit comparePicture(const Options& options, const Pixels& picture) {
    const Pixels reference = readPng(options.reference);
    const double threshold = options.threshold.value_or(kDefaultThreshold);
    const Difference difference = compareOrTell(options, threshold, picture, reference);
    const bool holds = difference.mean <= threshold && difference.maximum <= options.thresholdMax;
    if (!options.heatMap.empty()) writePng(options.heatMap, heatMap(picture, reference));
    if (options.json) printJson(options, threshold, difference, holds, "");
    if (!holds || !options.json)
        fmt::print(stderr,
                   "sinew: {}: {}: mean difference {:.6f} (threshold {}), maximum {:.4f} (threshold {}), {:.2f} % of "
                   "the pixels "
                   "differ, similarity {:.4f}\n",
                   options.reference, holds ? "equal enough" : "differs", difference.mean, threshold,
                   difference.maximum, options.thresholdMax, 100.0 * difference.differingShare, difference.similarity);
    return holds ? Exit::done : Exit::differs;
}

}  // namespace sinew
