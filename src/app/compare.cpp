#include <algorithm>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/options/names.h"
#include "app/policy/broken_rules.h"
#include "app/report/json.h"
#include "app/report/messages.h"
#include "base/text.h"
#include "match/compare_models.h"

namespace sinew {
namespace {

constexpr size_t kClipsListed = 8;
constexpr int kComparisonSchema = 1;

/// The result of --compare.
struct FileComparison : ModelComparison {
    std::string file, other;              ///< as given
    std::optional<double> metersPerUnit;  ///< of the first model
    double threshold = 0.0;

    bool passed() const { return missingClips.empty() && largestShare() <= threshold; }
};

[[noreturn]] void refuseVertices(const ImportedModel& own, const ImportedModel& other, const VertexMatch& match) {
    throw Error(
        Exit::input,
        fmt::format("{}: cannot be compared with {}: the vertices match neither by order nor by position; {} of "
                    "its {} vertices have no counterpart, and {} of {} in the other file",
                    other.report.file, own.report.file, match.otherAlone, costsOf(other).vertices, match.ownAlone,
                    costsOf(own).vertices));
}

[[noreturn]] void refuseClip(const std::string& name, const ImportedModel& other) {
    std::string names;
    for (size_t i = 0; i < std::min(kClipsListed, other.model.clips.size()); ++i)
        names += (i == 0 ? "; available clips: " : ", ") + inQuotes(other.model.clips[i].name);
    if (other.model.clips.size() > kClipsListed) names += " ...";
    throw Error(Exit::input, fmt::format("{}: no clip {} to compare{}", other.report.file, inQuotes(name),
                                         names.empty() ? "; it has no clips" : names));
}

/// The clips to compare; no pairs: the rest poses.
ClipPairs pairsFor(const std::string& animation, const ImportedModel& own, const ImportedModel& other) {
    ClipPairs pairs = pairClips(own.model.clips, other.model.clips);
    if (animation.empty()) return pairs;
    const std::optional<size_t> wanted = findClip(own.model, animation);
    if (!wanted) return {};
    std::erase_if(pairs.both, [&](const ClipPairs::Pair& pair) { return pair.own != *wanted; });
    if (pairs.both.empty()) refuseClip(own.model.clips[*wanted].name, other);
    return {.both = pairs.both, .ownAlone = {}, .otherAlone = {}};
}

FileComparison compareModels(const task::Compare& task, const ImportedModel& own, const ImportedModel& other) {
    for (const ImportedModel* imported : {&own, &other})
        if (costsOf(*imported).vertices == 0)
            throw Error(Exit::input, fmt::format("{}: no mesh to compare", imported->report.file));
    const bool byDualQuaternions =
        task.skinning ? task.skinning == Skinning::dualQuaternion : own.model.dualQuaternions;
    const ClipPairs pairs = pairsFor(task.animation, own, other);
    FileComparison result{compareModels(own.model, other.model, pairs, byDualQuaternions), own.report.file,
                          other.report.file, own.model.metersPerUnit, task.threshold};
    if (result.match.pairs.empty()) refuseVertices(own, other, result.match);
    return result;
}

const char* matchedByName(MatchedBy by) {
    return by == MatchedBy::order ? "order" : by == MatchedBy::restPosition ? "rest_position" : "mesh_position";
}

std::string clipLine(const FileComparison& comparison, const ComparedClip& clip) {
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
    return {{"name", orNull(clip.name)},
            {"other_name", orNull(clip.otherName)},
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

/// A line for each clip, and a summary.
std::string comparisonText(const FileComparison& comparison) {
    std::string text;
    for (const ComparedClip& clip : comparison.clips)
        text += clipLine(comparison, clip);
    for (const std::string& name : comparison.missingClips)
        text += fmt::format("{}: missing from {}\n", inQuotes(name), comparison.other);
    for (const std::string& name : comparison.addedClips)
        text += fmt::format("{}: only in {}\n", inQuotes(name), comparison.other);
    const double share = comparison.largestShare();
    const std::string result = share > 0.0 ? fmt::format("differs by up to {:.3g} % of the model's size from {}",
                                                         100.0 * share, comparison.file)
                                           : fmt::format("no vertex differs from {}", comparison.file);
    return text +
           fmt::format("{}: {}: {} (threshold {:.3g} %), {} vertices matched by {}{}\n", comparison.other,
                       comparison.passed() ? "passed" : "failed", result, 100.0 * comparison.threshold,
                       comparison.match.pairs.size(), comparison.match.by == MatchedBy::order ? "order" : "position",
                       comparison.missingClips.empty()
                           ? ""
                           : fmt::format(", {} missing", counted(comparison.missingClips.size(), "clip", "clips")));
}

std::string comparisonJson(const task::Compare& task, const FileComparison& comparison) {
    Json clips = Json::array();
    for (const ComparedClip& clip : comparison.clips)
        clips.push_back(clipJson(clip));
    Json json{{"schema", kComparisonSchema}};
    addPath(json, "file", task.model.path.empty() ? comparison.file : task.model.path);
    addPath(json, "other", task.other);
    json.update({{"holds", comparison.passed()},
                 {"threshold", comparison.threshold},
                 {"largest_share", comparison.largestShare()},
                 {"size", comparison.size},
                 {"meters_per_unit", orNull(comparison.metersPerUnit)},
                 {"metres_per_unit", orNull(comparison.metersPerUnit)},
                 {"vertices", comparison.match.pairs.size()},
                 {"matched_by", matchedByName(comparison.match.by)},
                 {"clips", clips},
                 {"missing_clips", comparison.missingClips},
                 {"added_clips", comparison.addedClips}});
    return jsonText(json);
}

}  // namespace

Exit compareFiles(const task::Compare& task) {
    const Importer importer = makeImporter(task.model);
    const ImportedModel own = readModel(task.model, importer);
    const ImportedModel other =
        importer(task.other, {.influences = task.model.influences, .textureFolders = task.model.textureFolders});
    const FileComparison comparison = compareModels(task, own, other);
    print(task.json ? comparisonJson(task, comparison) : comparisonText(comparison));
    return comparison.passed() ? Exit::done : Exit::differs;
}

}  // namespace sinew
