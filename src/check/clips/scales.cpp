#include <cmath>
#include <optional>

#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/tracks.h"

namespace sinew {
namespace {

struct Scales {
    float least = 1.0f;   ///< of any axis in any key, relative to the rest scale
    float uneven = 1.0f;  ///< largest axis over smallest
    float usual = 1.0f;   ///< of the whole clip, in the middle
    float most = 1.0f;    ///< of any axis in any key
    double leastSeconds = 0.0, unevenSeconds = 0.0;
    bool hides = false;    ///< it stays at nearly zero
    bool mirrors = false;  ///< in all keys
    bool flattens = true;  ///< where it is nearly zero, another axis is not
};

Scales scalesOf(const Track<glm::vec3>& track, const glm::vec3& rest) {
    Scales scales{.least = std::numeric_limits<float>::max()};
    std::vector<float> sizes;
    size_t run = 0, longest = 0;
    double hidden = 0.0;  // seconds
    for (size_t key = 0; key < track.size(); ++key) {
        const glm::vec3 share = track.values[key] / rest;
        const float least = std::min({share.x, share.y, share.z});
        if (least < scales.least) scales.least = least, scales.leastSeconds = track.times[key];
        const glm::vec3 size = glm::abs(share);
        const auto [small, large] = std::minmax({size.x, size.y, size.z});
        sizes.push_back(large);
        run = large < kClips.flat ? run + 1 : 0;
        if (run > 1) hidden = std::max(hidden, track.times[key] - track.times[key + 1 - run]);
        longest = std::max(longest, run);
        scales.flattens &= large > kClips.flat;
        if (const float uneven = large / std::max(small, 1e-6f); small > kClips.flat && uneven > scales.uneven)
            scales.uneven = uneven, scales.unevenSeconds = track.times[key];
    }
    scales.mirrors = std::ranges::all_of(track.values, [&](const glm::vec3& value) {
        const glm::vec3 share = value / rest;
        return std::min({share.x, share.y, share.z}) < -kClips.flat;
    });
    scales.usual = medianOf(sizes);
    scales.hides = longest >= kClips.few || longest == track.size() || hidden > kClips.moment;
    scales.most = std::ranges::max(sizes);
    return scales;
}

/// True if a node below turns in the clip: it is sheared.
bool turnsBelow(const NodeHierarchy& hierarchy, const AnimationClip& clip, uint32_t node) {
    return std::ranges::any_of(clip.channels, [&](const Channel& channel) {
        if (channel.node <= node || rangeOf(channel.rotation) < kVisible.turn) return false;
        for (int32_t above = hierarchy.parents[channel.node]; above >= static_cast<int32_t>(node);
             above = hierarchy.parents[static_cast<size_t>(above)])
            if (above == static_cast<int32_t>(node)) return true;
        return false;
    });
}

/// The worst bone of a clip for each id.
class ScaleFindings {
  public:
    explicit ScaleFindings(size_t clip) : clip_(clipSubject(clip)) {}

    void add(const char* id, Severity severity, float size, uint32_t node, std::string says,
             std::optional<Figure> figure = {}, std::optional<double> seconds = {}) {
        const auto known =
            std::ranges::find(worst_, id, [](const auto& one) -> const std::string& { return one.second.id; });
        if (known != worst_.end() && std::pair(known->second.severity, known->first) >= std::pair(severity, size))
            return;
        if (known != worst_.end()) worst_.erase(known);
        worst_.emplace_back(
            size, Found(id, severity, {clip_, nodeSubject(node)}, std::move(says), std::move(figure), seconds));
    }

    void moveTo(std::vector<Finding>& findings) {
        for (auto& [size, finding] : worst_)
            findings.push_back(std::move(finding));
    }

  private:
    Subject clip_;
    std::vector<std::pair<float, Finding>> worst_;
};

void checkChannel(const Model& model, const AnimationClip& clip, const Channel& channel, ScaleFindings& findings) {
    const glm::vec3& rest = model.hierarchy.rest[channel.node].scale;
    if (channel.scale.empty() || !(std::min({std::abs(rest.x), std::abs(rest.y), std::abs(rest.z)}) > 0.0f)) return;
    const Scales scales = scalesOf(framesOf(channel.scale, clip), rest);
    const std::string bone = "{}";
    const auto at = [](double seconds) { return " at " + figure(seconds) + " s"; };
    const auto times = [](float factor) { return measured(static_cast<double>(factor), "times"); };
    if (scales.least < -kClips.flat) {
        findings.add("clip-scale-negative", scales.mirrors ? Severity::info : Severity::warning, -scales.least,
                     channel.node,
                     scales.mirrors ? "mirrors " + bone + " against its rest pose"
                                    : "turns " + bone + " inside out: its scale becomes " + times(scales.least).text +
                                          " its rest scale" + at(scales.leastSeconds),
                     {}, scales.leastSeconds);
    } else if (scales.least < kClips.flat) {
        // A blink: the eyes are flattened, and nothing turns below them.
        const bool blinks = scales.flattens && !turnsBelow(model.hierarchy, clip, channel.node);
        findings.add("clip-scale-zero", scales.hides || blinks ? Severity::info : Severity::warning,
                     1.0f - scales.least, channel.node,
                     (scales.hides ? "hides " + bone + " with a scale of nearly 0"
                      : blinks     ? "flattens " + bone
                                   : "scales " + bone + " through 0, which collapses everything below it") +
                         at(scales.leastSeconds),
                     {}, scales.leastSeconds);
    } else if (scales.usual > kClips.surely || scales.usual < 1.0f / kClips.surely) {
        const Measured usual = times(scales.usual);
        findings.add("clip-scale-other", Severity::info, std::abs(std::log(scales.usual)), channel.node,
                     "scales " + bone + " to " + usual.text + " its rest scale in most of its keys", usual.figure);
    } else if (scales.most > kClips.scaled || scales.least < 1.0f / kClips.scaled) {
        const Measured factor = times(scales.most > kClips.scaled ? scales.most : scales.least);
        findings.add("clip-scale-other", Severity::info, std::abs(std::log(scales.most)) - std::log(scales.least),
                     channel.node, "scales " + bone + " to " + factor.text + " its rest scale", factor.figure);
    }
    if (scales.uneven > 1.0f + kClips.alike) {
        const bool shears = scales.uneven > kClips.sheared && turnsBelow(model.hierarchy, clip, channel.node);
        const Measured uneven = times(scales.uneven);
        findings.add("clip-scale-uneven", shears ? Severity::warning : Severity::info, scales.uneven, channel.node,
                     "scales " + bone + " unevenly, by up to " + uneven.text + " more along one axis" +
                         at(scales.unevenSeconds) + (shears ? ", which shears the bones below it" : ""),
                     uneven.figure, scales.unevenSeconds);
    }
}

}  // namespace

std::vector<Finding> checkScales(const Model& model) {
    std::vector<Finding> findings;
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        ScaleFindings own(clip);
        for (const Channel& channel : model.clips[clip].channels)
            checkChannel(model, model.clips[clip], channel, own);
        own.moveTo(findings);
    }
    return findings;
}

}  // namespace sinew
