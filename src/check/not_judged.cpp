#include <algorithm>
#include <functional>

#include "check/check.h"
#include "check/checks.h"
#include "check/found.h"

namespace sinew {
namespace {

bool hasOnePose(const AnimationClip& clip) {
    const auto isStill = [](const auto& track) { return track.size() < 2; };
    return !clip.channels.empty() && std::ranges::all_of(clip.channels, [&](const Channel& channel) {
        return isStill(channel.translation) && isStill(channel.rotation) && isStill(channel.scale);
    });
}

/// The names of clips with one pose.
std::vector<std::string> poses(const Model& model) {
    std::vector<std::string> names;
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        if (hasOnePose(model.clips[clip]) && model.clips[clip].morphs.empty())
            names.push_back(nameOf(model, clipSubject(clip)));
    return names;
}

/// The names of skinned meshes whose `size` exceeds `most`.
std::vector<std::string> largeMeshes(const Model& model, const std::function<size_t(const SkinnedMesh&)>& size,
                                     size_t most) {
    std::vector<std::string> names;
    for (const MeshGroup& group : meshGroups(model))
        if (group.skinned && std::ranges::any_of(group.instances, [&](uint32_t instance) {
                return size(model.meshes[model.instances[instance].mesh]) > most;
            }))
            names.push_back(nameOf(model, meshSubject(model, group)));
    return names;
}

}  // namespace

std::vector<NotJudged> notJudged(const Model& model, const ImportReport& report) {
    std::vector<NotJudged> left;
    const auto addOf = [&](const char* what, const std::vector<std::string>& names, const std::string& why) {
        if (!names.empty()) left.push_back({what + listed(names), why});
    };
    if (model.instances.empty())
        left.push_back({"surfaces", "the file has no mesh"});
    else if (std::ranges::none_of(model.instances, &MeshInstance::skinned))
        left.push_back({"weights and deformation", "no mesh is skinned"});
    if (model.clips.empty()) left.push_back({"motion", "the file has no clip"});
    addOf("motion of ", poses(model), "one key");
    if (holdsManyClips(model, report))
        left.push_back({"jumps", "the format has one timeline, on which clips may follow one another"});
    addOf("a part of the deformation of ", largeMeshes(model, &SkinnedMesh::triangleCount, kMostDeformed),
          "of more than " + std::to_string(kMostDeformed) + " triangles, a sample is judged");
    addOf("the symmetry of ", largeMeshes(model, &SkinnedMesh::vertexCount, kMostMirrored),
          "more than " + std::to_string(kMostMirrored) + " vertices");
    return left;
}

}  // namespace sinew
