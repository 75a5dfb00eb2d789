#include <algorithm>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_rotations.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kRestsTurned = 60.0f;  // degrees: the rest rotation of a bone that tells
constexpr float kAtRestOrSo = 1.0f;    // degrees
constexpr size_t kMinTelling = 3;      // bones
constexpr float kNearer = 0.4f;        // of the degrees from the rest pose: those from none
constexpr float kFarFromOwn = 25.0f;   // degrees from all that a bone does elsewhere, in the mean
constexpr double kMostAdditive = 0.6;  // of these bones

bool isNamedAdditive(const std::string& clip) {
    return hasWord(wordsOf(clip), {"additive", "add", "additiv", "delta", "offset", "relative", "apose", "tpose"});
}

const glm::quat kNoTurn(1.0f, 0.0f, 0.0f, 0.0f);

/// The bones of a clip whose keys are near no rotation at all, although their rest rotation is far from it.
struct AdditiveBones {
    size_t telling = 0;
    std::vector<std::string> additive;

    bool areMost() const {
        return additive.size() >= kMinTelling &&
               static_cast<double>(additive.size()) >= kMostAdditive * static_cast<double>(telling);
    }
};

}  // namespace

std::vector<Finding> checkAdditiveClips(const CheckedModel& checked) {
    const Model& model = checked.model;
    const std::vector<std::vector<Rotations>> sampled = sampledRotations(model, boneNodes(model));
    std::vector<AdditiveBones> clips(model.clips.size());
    for (uint32_t node = 0; node < model.hierarchy.size(); ++node) {
        const glm::quat& rest = model.hierarchy.rest[node].rotation;
        if (apart(rest, kNoTurn) < kRestsTurned) continue;
        std::vector<FromClip> all;
        for (size_t c = 0; c < clips.size(); ++c) {
            const Rotations& own = sampled[c][node];
            const bool rests = !own.empty() && meanNearest(own, {rest}) < kAtRestOrSo;  // readers add such keys
            if (own.empty() || rests) continue;
            if (all.empty()) all = allOf(model, sampled, node);
            const float fromOthers = meanNearest(own, elsewhere(all, c));
            ++clips[c].telling;
            if (fromOthers > kFarFromOwn && meanNearest(own, {kNoTurn}) < kNearer * meanNearest(own, {rest}))
                clips[c].additive.push_back(model.hierarchy.names[node]);
        }
    }
    std::vector<Finding> findings;
    const auto most = std::ranges::count_if(clips, &AdditiveBones::areMost);
    for (size_t c = 0; c < clips.size(); ++c) {
        // Where most clips are like that, the rest pose is another one.
        if (!clips[c].areMost() || 2 * most > std::ssize(clips) || isNamedAdditive(model.clips[c].name)) continue;
        const Measured count = measuredPart(clips[c].additive.size(), clips[c].telling, "bone", "bones");
        findings.push_back({"clip-additive", Severity::warning, model.clips[c].name,
                            "may hold differences from the rest pose: its rotations of " + count.text +
                                " are near none at all, and far from the rest pose and from all other clips: " +
                                listed(clips[c].additive),
                            count.figure});
    }
    return findings;
}

}  // namespace sinew
