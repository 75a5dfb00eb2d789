#include "app/report/report.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report/finding_json.h"
#include "app/report/model_facts.h"
#include "model/split_by_palette.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kInfoSchema = 1;
constexpr int kDevicesSchema = 1;

const char* upAxisName(UpAxis up) {
    return up == UpAxis::x ? "X" : up == UpAxis::z ? "Z" : "Y";
}

/// Nodes that some skinned mesh hangs on.
size_t boneNodeCount(const Model& model) {
    std::set<uint32_t> nodes;
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned) nodes.insert(bone.node);
    return nodes.size();
}

struct Totals {
    size_t vertices = 0, triangles = 0;
};

Totals totals(const Model& model) {
    Totals sum;
    for (const MeshInstance& instance : model.instances) {
        sum.vertices += model.meshes[instance.mesh].vertexCount();
        sum.triangles += model.meshes[instance.mesh].triangleCount();
    }
    return sum;
}

Json influencesJson(const InfluenceReport& influences) {
    return {{"largest", influences.largest},
            {"cut_vertices", influences.cutVertices},
            {"largest_weight_lost", influences.largestWeightLost},
            {"renormalised_vertices", influences.renormalizedVertices},
            {"unweighted_vertices", influences.unweightedVertices}};
}

Json meshesJson(const ImportedModel& imported, uint32_t maxBones) {
    Json meshes = Json::array();
    for (size_t i = 0; i < imported.model.meshes.size(); ++i) {
        const SkinnedMesh& mesh = imported.model.meshes[i];
        meshes.push_back({{"name", mesh.name},
                          {"vertices", mesh.vertexCount()},
                          {"triangles", mesh.triangleCount()},
                          {"bones", mesh.boneCount},
                          {"morph_targets", mesh.morphTargets.size()},
                          {"parts", splitByPalette(mesh, maxBones).size()},
                          {"influences", influencesJson(imported.report.influences[i])}});
    }
    return meshes;
}

/// Of the whole model, with what the cut costs.
Json allInfluencesJson(const ImportedModel& imported) {
    Json all = influencesJson(allInfluences(imported.report));
    all["kept"] = imported.report.keptInfluences;
    all["largest_move"] = largestMoveShare(imported);
    return all;
}

Json clipFilesJson(const ImportReport& report) {
    Json files = Json::array();
    for (const ClipFileReport& file : report.clipFiles)
        files.push_back({{"file", file.file},
                         {"clips", file.clips},
                         {"channels", file.channels},
                         {"matched", file.matched},
                         {"matched_without_prefix", file.matchedWithoutPrefix}});
    return files;
}

Json animationsJson(const ImportedModel& imported) {
    const auto& [model, report] = imported;
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
    }
    return animations;
}

}  // namespace

std::string infoJson(const ImportedModel& imported, uint32_t maxBones) {
    const auto& [model, report] = imported;
    Json textures = Json::array(), findings = Json::array(), repairs = Json::array();
    for (const Texture& texture : model.textures)
        textures.push_back({{"name", texture.name},
                            {"found", texture.found()},
                            {"source", texture.source},
                            {"width_px", texture.image.width},
                            {"height_px", texture.image.height}});
    for (const Finding& finding : report.findings)
        addFigures(finding, findings.emplace_back(findingJson(finding)));
    for (const Finding& finding : report.findings)
        if (isRepair(finding))
            repairs.push_back({{"id", finding.id}, {"object", finding.object}, {"message", finding.message}});
    const Json info = {{"schema", kInfoSchema},
                       {"file", report.file},
                       {"format", report.format},
                       {"importer", report.importer},
                       {"up_axis", upAxisName(model.rootUp == UpAxis::y ? model.up : model.rootUp)},
                       {"metres_per_unit", model.metersPerUnit ? Json(*model.metersPerUnit * model.rootScale) : Json()},
                       {"nodes", model.hierarchy.size()},
                       {"depth", depthOf(model.hierarchy)},
                       {"bones", boneNodeCount(model)},
                       {"vertices", totals(model).vertices},
                       {"triangles", totals(model).triangles},
                       {"influences", allInfluencesJson(imported)},
                       {"meshes", meshesJson(imported, maxBones)},
                       {"animations", animationsJson(imported)},
                       {"clip_files", clipFilesJson(report)},
                       {"materials", model.materials.size()},
                       {"textures", textures},
                       {"repairs", repairs},
                       {"findings", findings}};
    // A name in a file need not be UTF-8; what is not is replaced instead of refused.
    return info.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string infoText(const ImportedModel& imported, uint32_t maxBones) {
    const auto& [model, report] = imported;
    std::string text = fmt::format("{}\n  {}, read by {}\n", report.file, report.format, report.importer);
    text += fmt::format("  {} nodes, {} bones, {} vertices, {} triangles\n", model.hierarchy.size(),
                        boneNodeCount(model), totals(model).vertices, totals(model).triangles);
    text += fmt::format("\nmeshes ({})\n", model.meshes.size());
    for (size_t i = 0; i < model.meshes.size(); ++i) {
        const SkinnedMesh& mesh = model.meshes[i];
        const size_t parts = splitByPalette(mesh, maxBones).size();
        const uint32_t influences = report.influences[i].largest;
        text +=
            fmt::format("  {:<24} {:>7} vertices {:>7} triangles {:>4} bones {:>2} part{} {}{}\n", mesh.name,
                        mesh.vertexCount(), mesh.triangleCount(), mesh.boneCount, parts, parts == 1 ? ", " : "s,",
                        influences == 0 ? "rigid" : fmt::format("at most {} influences", influences),
                        mesh.morphTargets.empty() ? "" : fmt::format(", {} morph targets", mesh.morphTargets.size()));
    }
    if (const InfluenceReport all = allInfluences(report); all.cutVertices > 0)
        text += fmt::format(
            "  {} vertices have more than {} influences; the cut moves none by more than {:.3g} of the model's size\n",
            all.cutVertices, report.keptInfluences, largestMoveShare(imported));
    text += fmt::format("\nanimations ({})\n", model.clips.size());
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        text += fmt::format("  {:>3}  {:<24} {:>8.3f} s {:>5} channels {:>7} keys{}\n", i, clip.name,
                            clip.durationSeconds, clip.channels.size(), keyCount(clip),
                            clip.morphs.empty() ? "" : fmt::format(", {} morph weights", clip.morphs.size()));
    }
    if (!report.clipFiles.empty()) text += fmt::format("\nclip files ({})\n", report.clipFiles.size());
    for (const ClipFileReport& file : report.clipFiles)
        text += fmt::format(
            "  {}  {} clip{}, {} of {} channels matched{}\n", file.file, file.clips, file.clips == 1 ? "" : "s",
            file.matched, file.channels,
            file.matchedWithoutPrefix > 0 ? fmt::format(", {} without their prefix", file.matchedWithoutPrefix) : "");
    text += fmt::format("\ntextures ({})\n", model.textures.size());
    for (const Texture& texture : model.textures) {
        text += texture.found() ? fmt::format("  {}  {}x{}  {}\n", texture.name, texture.image.width,
                                              texture.image.height, texture.source)
                                : fmt::format("  {}  not found\n", texture.name);
    }
    if (!report.findings.empty()) text += fmt::format("\nfindings ({})\n", report.findings.size());
    for (const Finding& finding : report.findings)
        text += fmt::format("  {:<8} {:<24} {}: {}\n", severityName(finding.severity), finding.id, finding.object,
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
    return Json{{"schema", kDevicesSchema}, {"devices", list}}.dump(2) + "\n";
}

const char* severityName(Severity severity) {
    switch (severity) {
        case Severity::info:
            return "info";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "";
}

std::string findingLines(const ImportReport& report) {
    std::string lines;
    for (const Finding& finding : report.findings)
        if (finding.severity != Severity::info)
            lines += fmt::format("sinew: {}: {}: {}: {}\n", report.file, severityName(finding.severity), finding.object,
                                 finding.message);
    return lines;
}

}  // namespace sinew
