#include <algorithm>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/policy/broken_rules.h"
#include "app/report/json.h"
#include "app/report/materials.h"
#include "app/report/messages.h"
#include "app/stage/clip_bounds.h"
#include "app/stage/ground_placement.h"
#include "base/shown_text.h"
#include "check/check.h"
#include "gpu/instance.h"
#include "gpu/physical_device.h"
#include "model/poses.h"
#include "model/split_by_palette.h"

namespace sinew {
namespace {

constexpr int kInfoSchema = 1;
constexpr int kDevicesSchema = 1;

/// Bounds of the figure at rest, with Y up.
Box restingFigure(const Model& model, const GroundPlacement& placement) {
    Playback playback(model, placement.worldFromRoot);
    return ClipBounds(model, playback, placement.worldFromRoot).of(std::nullopt).framed;
}

Json sizeJson(const Box& box, double scale) {
    const glm::dvec3 size = box.empty() ? glm::dvec3(0.0) : scale * glm::dvec3(box.max - box.min);
    return Json::array({numberFrom(size.x), numberFrom(size.y), numberFrom(size.z)});
}

/// Number of levels of the hierarchy.
size_t depthOf(const NodeHierarchy& hierarchy) {
    std::vector<size_t> depths(hierarchy.size());
    size_t deepest = 0;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        depths[node] = 1 + (parent == kNoParent ? 0 : depths[static_cast<size_t>(parent)]);
        deepest = std::max(deepest, depths[node]);
    }
    return deepest;
}

/// Whether the clip animates a scale.
bool movesScale(const AnimationClip& clip) {
    constexpr float kNotice = 1e-4f;  // relative; smaller changes are rounding errors of exporters
    for (const Channel& channel : clip.channels)
        for (const glm::vec3& value : channel.scale.values) {
            const glm::vec3& first = channel.scale.values.front();
            if (glm::length(value - first) > kNotice * glm::length(first)) return true;
        }
    return false;
}

/// Sums the vertices of all meshes; the rest is the maximum over them.
InfluenceReport allInfluences(const ImportReport& report) {
    InfluenceReport all;
    for (const InfluenceReport& mesh : report.influences) {
        all.largest = std::max(all.largest, mesh.largest);
        all.cutVertices += mesh.cutVertices;
        all.largestWeightLost = std::max(all.largestWeightLost, mesh.largestWeightLost);
        all.renormalizedVertices += mesh.renormalizedVertices;
        all.unweightedVertices += mesh.unweightedVertices;
    }
    return all;
}

/// How far limiting the influences moves a vertex at most, relative to the model's size.
double largestMoveShare(const ImportedModel& imported) {
    if (imported.report.cutMeshes.empty()) return 0.0;
    const auto size = static_cast<double>(restPoseOf(imported.model).size);
    const auto error = static_cast<double>(largestCutError(imported.model, imported.report.cutMeshes));
    return size > 0.0 ? error / size : 0.0;
}

/// Nothing for a model that is too large.
std::vector<ClipSummary> summariesOf(const Model& model) {
    return tooLargeToCheck(model) ? std::vector<ClipSummary>() : summarizeClips(model);
}

/// ", loops", ", moves on by 120 %".
std::string summaryText(const ClipSummary& summary) {
    constexpr float kVisible = 0.01f;  // of the model's size
    std::string text = summary.loopGap > kVisible ? "" : ", loops";
    if (summary.travel > kVisible) text += fmt::format(", travels {:.3g} of the model's size", summary.travel);
    if (summary.constantTracks > 0) text += ", " + counted(summary.constantTracks, "constant track", "constant tracks");
    return text;
}

Json influencesJson(const InfluenceReport& influences) {
    return {{"largest", influences.largest},
            {"cut_vertices", influences.cutVertices},
            {"largest_weight_lost", influences.largestWeightLost},
            {"renormalized_vertices", influences.renormalizedVertices},
            {"renormalised_vertices", influences.renormalizedVertices},
            {"unweighted_vertices", influences.unweightedVertices}};
}

Json meshesJson(const ImportedModel& imported, uint32_t maxBones) {
    Json meshes = Json::array();
    for (size_t i = 0; i < imported.model.meshes.size(); ++i) {
        const SkinnedMesh& mesh = imported.model.meshes[i];
        meshes.push_back({{"name", givenName(mesh.name)},
                          {"vertices", mesh.vertexCount()},
                          {"triangles", mesh.triangleCount()},
                          {"bones", mesh.boneCount},
                          {"morph_targets", mesh.morphTargets.size()},
                          {"parts", splitByPalette(mesh, maxBones).size()},
                          {"influences", influencesJson(imported.report.influences[i])}});
    }
    return meshes;
}

Json clipFilesJson(const ImportReport& report) {
    Json files = Json::array();
    for (const ClipFileReport& file : report.clipFiles)
        files.push_back({{"file", file.file},
                         {"clips", file.clips},
                         {"channels", file.channels},
                         {"matched", file.matched},
                         {"matched_without_prefix", file.matchedWithoutPrefix},
                         {"retargeted", file.isRetargeted}});
    return files;
}

Json animationsJson(const ImportedModel& imported) {
    const auto& [model, report] = imported;
    const std::vector<ClipSummary> summaries = summariesOf(model);
    Json animations = Json::array();
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        animations.push_back({{"index", i},
                              {"name", clip.name},
                              {"file", report.clips[i].file.empty() ? report.file : report.clips[i].file},
                              {"duration_s", clip.durationSeconds},
                              {"channels", clip.channels.size()},
                              {"morph_channels", clip.morphs.size()},
                              {"keys", keyCount(clip)},
                              {"scale_animation", movesScale(clip)},
                              {"unmatched_channels", report.clips[i].unmatchedChannels},
                              {"interpolations", report.clips[i].interpolations}});
        if (summaries.empty()) continue;
        animations.back().update({{"loop_gap", summaries[i].loopGap},
                                  {"travel", summaries[i].travel},
                                  {"constant_tracks", summaries[i].constantTracks},
                                  {"constant_keys", summaries[i].constantKeys}});
    }
    return animations;
}

std::string infoJson(const ImportedModel& imported, const std::string& path, uint32_t maxBones) {
    const auto& [model, report] = imported;
    const Costs costs = costsOf(imported);
    Json influences = influencesJson(allInfluences(report));
    influences["kept"] = report.keptInfluences;
    influences["largest_move"] = largestMoveShare(imported);
    Json textures = Json::array(), findings = Json::array(), repairs = Json::array();
    for (const Texture& texture : model.textures)
        textures.push_back({{"name", texture.name},
                            {"found", texture.found()},
                            {"source", texture.source},
                            {"width_px", texture.image.width},
                            {"height_px", texture.image.height},
                            {"format", texture.found() ? Json(nameOf(texture.image.format)) : Json()},
                            {"mip_levels", texture.found() ? Json(texture.image.levelCount) : Json()}});
    std::vector<Finding> named = report.findings;
    findSubjects(model, named);
    for (const Finding& finding : named)
        addFigures(finding, findings.emplace_back(findingJson(finding)));
    for (const Finding& finding : named)
        if (const CheckRule* const rule = ruleFor(finding.id); rule && rule->isRepair)
            repairs.push_back({{"id", finding.id}, {"object", finding.object}, {"message", finding.message}});
    const GroundPlacement placement(model, {});
    const Box figure = restingFigure(model, placement);
    const Json meters = model.metersPerUnit ? Json(*model.metersPerUnit * model.rootScale) : Json();
    Json info = {{"schema", kInfoSchema}};
    addPath(info, "file", path);
    info.update({{"format", report.format},
                 {"importer", report.importer},
                 {"up_axis", std::string(1, "XYZ"[static_cast<size_t>(placement.up)])},
                 {"meters_per_unit", meters},
                 {"metres_per_unit", meters},
                 {"size", sizeJson(figure, 1.0 / model.rootScale)},
                 {"size_m", model.metersPerUnit ? sizeJson(figure, *model.metersPerUnit) : Json()},
                 {"nodes", model.hierarchy.size()},
                 {"depth", depthOf(model.hierarchy)},
                 {"bones", costs.bones},
                 {"vertices", costs.vertices},
                 {"triangles", costs.triangles},
                 {"influences", influences},
                 {"meshes", meshesJson(imported, maxBones)},
                 {"animations", animationsJson(imported)},
                 {"clip_files", clipFilesJson(report)},
                 {"materials", model.materials.size()},
                 {"surfaces", surfacesJson(model)},
                 {"textures", textures},
                 {"repairs", repairs},
                 {"findings", findings}});
    return jsonText(info);
}

std::string infoText(const ImportedModel& imported, uint32_t maxBones) {
    const auto& [model, report] = imported;
    const Costs costs = costsOf(imported);
    std::string text = fmt::format("{}\n  {}, read by {}\n", report.file, report.format, report.importer);
    const GroundPlacement placement(model, {});
    text += fmt::format("  {}, {}\n", placement.sizeText(restingFigure(model, placement)),
                        model.metersPerUnit ? fmt::format("a unit is {:.3g} m", *model.metersPerUnit * model.rootScale)
                                            : "no unit of length");
    text += fmt::format("  {}, {}, {}, {}\n", counted(model.hierarchy.size(), "node", "nodes"),
                        counted(costs.bones, "bone", "bones"), counted(costs.vertices, "vertex", "vertices"),
                        counted(costs.triangles, "triangle", "triangles"));
    text += fmt::format("\nmeshes ({})\n", model.meshes.size());
    for (size_t i = 0; i < model.meshes.size(); ++i) {
        const SkinnedMesh& mesh = model.meshes[i];
        const size_t parts = splitByPalette(mesh, maxBones).size();
        const uint32_t influences = report.influences[i].largest;
        text += fmt::format(
            "  {:<24} {:>7} vertices {:>7} triangles {:>4} bone{} {:>2} part{} {}{}\n", givenName(mesh.name),
            mesh.vertexCount(), mesh.triangleCount(), mesh.boneCount, mesh.boneCount == 1 ? " " : "s", parts,
            parts == 1 ? ", " : "s,", influences == 0 ? "rigid" : fmt::format("at most {} influences", influences),
            mesh.morphTargets.empty() ? "" : fmt::format(", {} morph targets", mesh.morphTargets.size()));
    }
    if (const InfluenceReport all = allInfluences(report); all.cutVertices > 0)
        text += fmt::format(
            "  {} vertices have more than {} influences; the cut moves none by more than {:.3g} of the model's size\n",
            all.cutVertices, report.keptInfluences, largestMoveShare(imported));
    text += fmt::format("\nclips ({})\n", model.clips.size());
    const std::vector<ClipSummary> summaries = summariesOf(model);
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        text += fmt::format("  {:>3}  {:<24} {:>8.3f} s {:>5} channels {:>7} keys{}{}\n", i, clip.name,
                            clip.durationSeconds, clip.channels.size(), keyCount(clip),
                            clip.morphs.empty() ? "" : fmt::format(", {} morph weights", clip.morphs.size()),
                            summaries.empty() ? "" : summaryText(summaries[i]));
    }
    if (!report.clipFiles.empty()) text += fmt::format("\nclip files ({})\n", report.clipFiles.size());
    for (const ClipFileReport& file : report.clipFiles)
        text += fmt::format(
            "  {}  {}, {} of {} channels matched{}{}\n", file.file, counted(file.clips, "clip", "clips"), file.matched,
            file.channels, file.isRetargeted ? ", retargeted" : "",
            file.matchedWithoutPrefix > 0 ? fmt::format(", {} without their prefix", file.matchedWithoutPrefix) : "");
    text += fmt::format("\nmaterials ({})\n", model.materials.size());
    for (const Material& material : model.materials)
        text += materialLine(material, model);
    text += fmt::format("\ntextures ({})\n", model.textures.size());
    for (const Texture& texture : model.textures) {
        const ImageData& image = texture.image;
        const std::string format = image.isBlocks() ? fmt::format(" {}, {}", nameOf(image.format),
                                                                  counted(image.levelCount, "mip level", "mip levels"))
                                                    : "";
        text += texture.found() ? fmt::format("  {}  {}x{}{}  {}\n", texture.name, image.width, image.height, format,
                                              texture.source)
                                : fmt::format("  {}  not found\n", texture.name);
    }
    if (!report.findings.empty()) text += fmt::format("\nfindings ({})\n", report.findings.size());
    std::vector<Finding> named = report.findings;
    findSubjects(model, named);
    for (const Finding& finding : named)
        text += fmt::format("  {:<8} {:<24} {}: {}\n", severityLabel(finding.severity), finding.id, finding.object,
                            finding.message);
    return text;
}

std::string deviceText(std::span<const DeviceInfo> devices) {
    std::string text;
    for (size_t i = 0; i < devices.size(); ++i) {
        const DeviceInfo& device = devices[i];
        text +=
            fmt::format("{}  {}  {}, Vulkan {}, {} {}{}{}\n", i, device.name, device.type, device.apiVersion,
                        device.driverName, device.driverInfo, device.lacks.empty() ? "" : "; without " + device.lacks,
                        device.usable() ? "" : "; not usable: " + device.whyNot);
    }
    return text;
}

std::string deviceJson(std::span<const DeviceInfo> devices) {
    Json list = Json::array();
    for (size_t i = 0; i < devices.size(); ++i) {
        const DeviceInfo& device = devices[i];
        list.push_back({{"index", i},
                        {"name", device.name},
                        {"type", device.type},
                        {"api_version", device.apiVersion},
                        {"driver", device.driverName + " " + device.driverInfo},
                        {"lacks", device.lacks},
                        {"usable", device.usable()},
                        {"why_not", device.whyNot}});
    }
    return jsonText({{"schema", kDevicesSchema}, {"devices", list}});
}

}  // namespace

Exit printInfo(const task::Info& task) {
    try {
        const ImportedModel imported = readModel(task.model, makeImporter(task.model), {.cut = true});
        const std::string& path = task.model.path.empty() ? imported.report.file : task.model.path;
        print(task.json ? infoJson(imported, path, task.model.maxBones) : infoText(imported, task.model.maxBones));
    } catch (const Error& error) {
        if (!task.json || error.exit() != Exit::input) throw;
        Json json{{"schema", kInfoSchema}};
        addPath(json, "file", task.model.path);
        json["error"] = causeOf(error, shownPath(task.model.path));
        print(jsonText(json));
        throw;
    }
    return Exit::done;
}

Exit printDevices(const task::ListDevices& task) {
    const Instance instance;
    print((task.json ? deviceJson : deviceText)(listDevices(instance)));
    return Exit::done;
}

}  // namespace sinew
