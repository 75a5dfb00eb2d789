#include "app/report/comparison_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/text.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kComparisonSchema = 1;

const char* matchedByName(MatchedBy by) {
    return by == MatchedBy::order ? "order" : by == MatchedBy::restPosition ? "rest_position" : "mesh_position";
}

std::string clipLine(const ModelComparison& comparison, const ComparedClip& clip) {
    const MotionDifference& difference = clip.difference;
    const std::string name = clip.name.empty() ? "the rest pose" : inQuotes(clip.name);
    const std::string otherName = clip.otherName == clip.name ? "" : " as " + inQuotes(clip.otherName);
    const std::string length =
        comparison.metersPerUnit
            ? fmt::format(" ({:.3g} mm)", 1000.0 * *comparison.metersPerUnit * static_cast<double>(difference.distance))
            : "";
    std::string line = fmt::format("{}{}: ", name, otherName);
    if (difference.distance > 0.0f)
        line += fmt::format("at most {:.3g} % of the model's size{} apart, at {:.3g} s: vertex {} of {}, bone {}",
                            100.0 * clip.share, length, difference.atSeconds, difference.where.own.vertex,
                            inQuotes(clip.mesh), inQuotes(clip.bone));
    else
        line += "equal";
    if (clip.durationsDiffer)
        line +=
            fmt::format("; lasts {:.4g} s there instead of {:.4g} s", clip.otherDurationSeconds, clip.durationSeconds);
    return line + "\n";
}

Json clipJson(const ComparedClip& clip) {
    const MotionDifference& difference = clip.difference;
    const auto name = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    return {{"name", name(clip.name)},
            {"other_name", name(clip.otherName)},
            {"duration_s", clip.durationSeconds},
            {"other_duration_s", clip.otherDurationSeconds},
            {"durations_differ", clip.durationsDiffer},
            {"largest_share", clip.share},
            {"largest_distance", difference.distance},
            {"at_s", difference.atSeconds},
            {"instance", difference.where.own.instance},
            {"mesh", clip.mesh},
            {"vertex", difference.where.own.vertex},
            {"other_instance", difference.where.other.instance},
            {"other_vertex", difference.where.other.vertex},
            {"bone", clip.bone},
            {"times_s", difference.seconds},
            {"distances", difference.largest}};
}

}  // namespace

double ModelComparison::largestShare() const {
    double largest = 0.0;
    for (const ComparedClip& clip : clips)
        largest = std::max(largest, clip.share);
    return largest;
}

bool ModelComparison::passed() const {
    return missingClips.empty() &&
           std::ranges::all_of(clips, [&](const ComparedClip& clip) { return clip.share <= threshold; });
}

std::string comparisonText(const ModelComparison& comparison) {
    std::string text;
    for (const ComparedClip& clip : comparison.clips)
        text += clipLine(comparison, clip);
    for (const std::string& name : comparison.missingClips)
        text += fmt::format("{}: is not in {}\n", inQuotes(name), comparison.other);
    for (const std::string& name : comparison.addedClips)
        text += fmt::format("{}: is only in {}\n", inQuotes(name), comparison.other);
    return text + fmt::format(
                      "{}: {}: at most {:.3g} % of the model's size from {} (threshold {:.3g} %), {} vertices "
                      "matched by {}{}\n",
                      comparison.other, comparison.passed() ? "passed" : "failed", 100.0 * comparison.largestShare(),
                      comparison.file, 100.0 * comparison.threshold, comparison.vertices,
                      comparison.matchedBy == MatchedBy::order ? "order" : "place",
                      comparison.missingClips.empty()
                          ? ""
                          : fmt::format(", {} clips missing", comparison.missingClips.size()));
}

std::string comparisonJson(const ModelComparison& comparison) {
    Json clips = Json::array();
    for (const ComparedClip& clip : comparison.clips)
        clips.push_back(clipJson(clip));
    const Json json{{"schema", kComparisonSchema},
                    {"file", comparison.file},
                    {"other", comparison.other},
                    {"holds", comparison.passed()},
                    {"threshold", comparison.threshold},
                    {"largest_share", comparison.largestShare()},
                    {"size", comparison.size},
                    {"metres_per_unit", comparison.metersPerUnit ? Json(*comparison.metersPerUnit) : Json(nullptr)},
                    {"vertices", comparison.vertices},
                    {"matched_by", matchedByName(comparison.matchedBy)},
                    {"clips", clips},
                    {"missing_clips", comparison.missingClips},
                    {"added_clips", comparison.addedClips}};
    return json.dump(2) + "\n";
}

}  // namespace sinew
