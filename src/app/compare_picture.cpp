#include "app/compare_picture.h"

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/standard_output.h"
#include "media/compare.h"
#include "media/heat_map.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr int kDifferenceSchema = 1;

}  // namespace

Exit comparePicture(const Options& options, const Pixels& picture) {
    const Pixels reference = readPng(options.reference);
    const Difference difference = compare(picture, reference);
    const double threshold = options.threshold.value_or(kDefaultThreshold);
    const bool holds = difference.mean <= threshold;
    if (!options.heatMap.empty()) writePng(options.heatMap, heatMap(picture, reference));
    if (options.json) {
        const nlohmann::ordered_json comparison{{"schema", kDifferenceSchema},
                                                {"reference", options.reference},
                                                {"maximum", difference.maximum},
                                                {"mean", difference.mean},
                                                {"differing_share", difference.differingShare},
                                                {"similarity", difference.similarity},
                                                {"threshold", threshold},
                                                {"holds", holds}};
        print(comparison.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }
    if (!holds || !options.json)
        fmt::print(stderr,
                   "sinew: {}: {}: mean difference {:.6f} (threshold {}), maximum {:.4f}, {:.2f} % of the pixels "
                   "differ, similarity {:.4f}\n",
                   options.reference, holds ? "equal enough" : "differs", difference.mean, threshold,
                   difference.maximum, 100.0 * difference.differingShare, difference.similarity);
    return holds ? Exit::done : Exit::differs;
}

}  // namespace sinew
