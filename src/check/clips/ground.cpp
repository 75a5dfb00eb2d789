#include "check/checks.h"

#include <cmath>
#include <limits>
#include <utility>

#include <glm/geometric.hpp>

#include "animation/ground/foot_contacts.h"
#include "check/clip_motion.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/words.h"
#include "model/cpu_skinning.h"
#include "model/model.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// A clip, sampled for contacts with the ground.
struct Ground {
    size_t clip = 0;
    const ClipMotion& motion;
    float floor = 0.0f;   ///< lowest point of any node
    float height = 0.0f;  ///< from there to the highest one

    /// Height of a node over the floor, relative to `height`.
    float over(size_t time, size_t node) const { return (motion.position(time, node).y - floor) / height; }
};

Ground groundOf(const CheckedModel& checked, size_t clip) {
    Ground ground{.clip = clip, .motion = checked.motionOf(clip)};
    float lowest = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
    for (size_t time = 0; time <= ground.motion.steps(); ++time)
        for (size_t node = 0; node < ground.motion.nodes.size(); ++node) {
            lowest = std::min(lowest, ground.motion.position(time, node).y);
            highest = std::max(highest, ground.motion.position(time, node).y);
        }
    ground.floor = lowest;
    ground.height = highest - lowest;
    return ground;
}

/// Heights of the nodes in the rest pose, from 0 to 1.
std::vector<float> restHeights(const Model& model, const RestPose& rest, std::span<const uint32_t> nodes) {
    std::vector<float> heights;
    for (const uint32_t node : nodes)
        heights.push_back((yUpFrom(model.up) * rest.worldFromNode[node][3]).y);
    if (heights.empty()) return heights;
    const auto [lowest, highest] = std::ranges::minmax(heights);
    for (float& height : heights)
        height = highest > lowest ? (height - lowest) / (highest - lowest) : 0.0f;
    return heights;
}

/// Lowest and highest position of a node over the floor, relative to the height.
std::pair<float, float> reachOf(const Ground& ground, size_t node) {
    std::pair<float, float> reach{std::numeric_limits<float>::max(), 0.0f};
    for (size_t time = 0; time <= ground.motion.steps(); ++time)
        reach = {std::min(reach.first, ground.over(time, node)), std::max(reach.second, ground.over(time, node))};
    return reach;
}

/// False for a drone or an elevator, which leave the ground as they like.
bool hasLegs(const CheckedModel& checked) {
    return std::ranges::any_of(checked.nodes,
                               [&](uint32_t node) { return isNamedLikeLeg(checked.model.hierarchy.names[node]); });
}

/// Indices into the motion's nodes: the bones of legs that touch the ground and leave it in some clip, or of a figure
/// without names of legs, all that do so, but for tails.
std::vector<size_t> feetOf(const CheckedModel& checked, const std::vector<Ground>& grounds,
                           std::span<const float> heights) {
    std::vector<size_t> feet;
    const bool hasNames = hasLegs(checked);
    for (size_t node = 0; node < heights.size(); ++node) {
        const std::string& name = checked.model.hierarchy.names[checked.nodes[node]];
        const bool mayBe = hasNames ? isNamedLikeLeg(name) : !hasWord(wordsOf(name), {"tail", "footsteps"});
        if (heights[node] > kClips.foot || !mayBe) continue;
        const bool isFoot = std::ranges::any_of(grounds, [&](const Ground& ground) {
            const auto [lowest, highest] = reachOf(ground, node);
            return lowest <= kClips.contact && highest > kClips.lifted;
        });
        if (isFoot) feet.push_back(node);
    }
    return feet;
}

struct Slide {
    float length = 0.0f;
    size_t node = 0;
    size_t time = 0;  ///< start of the contact
};

/// Measures the contact in [begin, end).
void addContact(const Ground& ground, size_t node, size_t begin, size_t end, const glm::vec2& velocity, Slide& worst) {
    if (end - begin < kClips.some) return;  // the first and the last are landing and takeoff
    const glm::vec3 first = ground.motion.position(begin + 1, node);
    for (size_t time = begin + 2; time + 1 < end; ++time) {
        const glm::vec3 moved = ground.motion.position(time, node) - first;
        const auto seconds = static_cast<float>(ground.motion.stepSeconds * static_cast<double>(time - begin - 1));
        const float length = glm::length(glm::vec2(moved.x, moved.z) + velocity * seconds);
        if (length > worst.length) worst = {length, node, begin};
    }
}

/// True if the node touches the ground and does not swing over it. `velocity` is the ground velocity of the clip.
bool isInContact(const Ground& ground, size_t time, size_t node, const glm::vec2& velocity) {
    if (time > ground.motion.steps() || ground.over(time, node) > kClips.contact) return false;
    const size_t other = time < ground.motion.steps() ? time + 1 : time - 1;
    const glm::vec3 moved =
        ground.motion.position(std::max(time, other), node) - ground.motion.position(std::min(time, other), node);
    const glm::vec2 speed = glm::vec2(moved.x, moved.z) / static_cast<float>(ground.motion.stepSeconds) + velocity;
    return glm::length(speed) <= kClips.contactSpeed * ground.height;
}

Slide worstSlide(const Ground& ground, const std::vector<size_t>& feet, const glm::vec2& velocity) {
    Slide worst;
    for (const size_t node : feet)
        for (size_t time = 0, begin = 0; time <= ground.motion.steps() + 1; ++time) {
            if (isInContact(ground, time, node, velocity)) continue;
            addContact(ground, node, begin, time, velocity, worst);
            begin = time + 1;
        }
    return worst;
}

/// The figure stands, walks or runs: its feet are on the ground.
bool isGrounded(const AnimationClip& clip, bool isOnly) {
    const std::vector<std::string> words = wordsOf(clip.name);
    return !isNamedOffGround(clip.name) &&
           (isOnly || hasWord(words, {"idle", "walk", "walking", "run", "running", "jog", "sprint", "trot", "gallop",
                                      "stand", "standing", "stay", "move", "wait", "waiting", "breathe", "breathing"}));
}

/// The vertices of a figure that are lowest in the rest pose: the soles.
struct Soles {
    std::vector<std::pair<uint32_t, uint32_t>> vertices;  ///< instance, vertex
    float floor = 0.0f, height = 0.0f;                    ///< of the figure at rest, Y up

    /// The lowest of them in a pose, Y up.
    float lowest(const Model& model, std::span<const glm::mat4> worldFromNode) const {
        float lowest = std::numeric_limits<float>::max();
        std::vector<glm::mat4> palette;
        uint32_t posed = ~0u;
        for (const auto& [instance, vertex] : vertices) {
            const MeshInstance& own = model.instances[instance];
            if (posed != instance) {
                palette.resize(own.bones.size());
                writePalette(own.bones, worldFromNode, palette);
                posed = instance;
            }
            const SkinnedMesh& mesh = model.meshes[own.mesh];
            lowest = std::min(lowest, skinnedPosition(mesh, vertex, palette).y);
        }
        return lowest;
    }
};

Soles solesOf(const CheckedModel& checked) {
    const Model& model = checked.model;
    struct Place {
        float y;
        uint32_t instance, vertex;
    };
    std::vector<Place> places;
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (!checked.ofFigure[i]) continue;
        const std::vector<glm::vec3>& positions = checked.restPositions(i);
        const size_t stride = mesh.vertexCount() / kClipCosts.vertices + 1;
        for (uint32_t v = 0; v < mesh.vertexCount(); v += static_cast<uint32_t>(stride))
            places.push_back({(yUpFrom(model.up) * glm::vec4(positions[v], 1.0f)).y, i, v});
    }
    if (places.empty()) return {};
    const auto [low, high] = std::ranges::minmax_element(places, {}, &Place::y);
    Soles soles{.vertices = {}, .floor = low->y, .height = high->y - low->y};
    std::erase_if(places, [&](const Place& place) { return place.y > soles.floor + kClips.sole * soles.height; });
    const size_t stride = places.size() / kClipCosts.soles + 1;
    for (size_t i = 0; i < places.size(); i += stride)
        soles.vertices.emplace_back(places[i].instance, places[i].vertex);
    return soles;
}

/// The rest pose is from a clip in which feet leave the ground, so that it says little about where the ground is.
bool restsInStep(const CheckedModel& checked) {
    if (!checked.restClip) return false;
    const std::string& clip = checked.model.clips[*checked.restClip].name;
    return isNamedLikeGait(clip) || isNamedOffGround(clip);
}

/// Clips that keep the soles above or below the floor of the other clips, or of the rest pose, in every frame.
void checkFloors(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    struct Heights {
        size_t clip;
        bool isGrounded;
        float lowest, highest;  ///< over the clip, of the lowest sole
    };
    const bool isOnly = model.clips.size() == 1;
    const Soles soles = solesOf(checked);
    if (!(soles.height > 0.0f)) return;
    if (std::ranges::none_of(model.instances, &MeshInstance::skinned) && !hasLegs(checked)) return;
    std::vector<Heights> all;
    std::vector<float> floors;
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size(), glm::mat4(1.0f));
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || !(clip.durationSeconds > 0.0) || isNamedOffGround(clip.name)) continue;
        Heights own{c, isGrounded(clip, isOnly), std::numeric_limits<float>::max(),
                    std::numeric_limits<float>::lowest()};
        const ClipMotion& motion = checked.motionOf(c);
        for (const size_t time : evenTimes(motion, kClipCosts.poses)) {
            writePose(motion, time, worldFromNode);
            const float height = soles.lowest(model, worldFromNode);
            own.lowest = std::min(own.lowest, height), own.highest = std::max(own.highest, height);
        }
        all.push_back(own);
        if (own.isGrounded) floors.push_back(own.lowest);
    }
    if (all.empty()) return;
    const bool agree = floors.size() >= kClips.few;
    const bool restStands = !restsInStep(checked) && std::abs(soles.floor) < kClips.lifted * soles.height;
    if (!agree && !restStands) return;
    std::vector<float> grounds;
    if (agree) grounds.push_back(medianOf(floors));
    if (restStands) grounds.push_back(soles.floor);
    const auto [low, high] = std::ranges::minmax(grounds);
    for (const Heights& own : all) {
        const float off = own.highest < low ? own.highest - low : std::max(0.0f, own.lowest - high);
        const float share = std::abs(off) / soles.height;
        const float least = restStands && own.isGrounded ? kClips.slide : kClips.offOthers;
        if (share < least || share > (restStands && own.isGrounded ? kClips.below : 0.5f)) continue;
        if (!own.isGrounded && (!restStands || (off > 0.0f && share < kClips.offAbove))) continue;
        const Measured length = measuredShare(static_cast<double>(share), "the figure's height");
        findings.push_back(Found("feet-off-ground", own.isGrounded ? Severity::warning : Severity::info,
                                 {clipSubject(own.clip)},
                                 std::string(off < 0.0f ? "keeps the feet in the ground, at least "
                                                        : "keeps the feet above the ground, at least ") +
                                     lengthText(model, std::abs(off), length) + ", compared with " +
                                     (agree ? "the other clips" : "the rest pose"),
                                 length.figure));
    }
}

void checkFeet(const Model& model, const Ground& ground, const std::vector<size_t>& feet, bool hasRootMotion,
               std::vector<Finding>& findings) {
    const glm::vec2 velocity =
        hasRootMotion ? glm::vec2(0.0f) : groundVelocity(model.hierarchy, model.clips[ground.clip], yUpFrom(model.up));
    const bool isKnown = hasRootMotion || velocity != glm::vec2(0.0f);
    // If feet are lifted and the ground speed is unknown, the clip may walk in place.
    const bool lifts =
        std::ranges::any_of(feet, [&](size_t node) { return reachOf(ground, node).second > kClips.lifted; });
    if (lifts && !isKnown) return;
    // In a fall or an attack, feet may slide.
    const bool isGait = isGrounded(model.clips[ground.clip], model.clips.size() == 1);
    const Slide slide = worstSlide(ground, feet, velocity);
    const float share = slide.length / ground.height;
    if (share < kClips.slide) return;
    const Measured length = measuredShare(static_cast<double>(share), "the skeleton's height");
    const double seconds = ground.motion.stepSeconds * static_cast<double>(slide.time);
    findings.push_back(Found("foot-slide",
                             isKnown && isGait && share > kClips.longSlide ? Severity::warning : Severity::info,
                             {clipSubject(ground.clip), nodeSubject(ground.motion.nodes[slide.node])},
                             "{} slides by " + lengthText(model, slide.length, length) +
                                 " while it is on the ground at " + figure(seconds) + " s",
                             length.figure, seconds));
}

}  // namespace

std::vector<Finding> checkGround(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    const std::vector<uint32_t>& nodes = checked.nodes;
    if (!(rest.size > 0.0f)) return findings;
    std::vector<Ground> grounds;
    for (size_t c = 0; c < model.clips.size(); ++c)
        if (model.clips[c].durationSeconds > 0.0 && !model.clips[c].channels.empty()) {
            grounds.push_back(groundOf(checked, c));
            if (!(grounds.back().height > 0.0f)) grounds.pop_back();
        }
    checkFloors(checked, findings);
    const std::vector<size_t> feet = feetOf(checked, grounds, restHeights(model, rest, nodes));
    const bool walks = !feet.empty() && feet.size() <= kClips.feet && feet.size() < nodes.size() / 2;
    for (const Ground& ground : grounds) {
        const float drift = glm::length(displacementOf(ground.motion));
        if (walks) checkFeet(model, ground, feet, drift > kRootMotion * rest.size, findings);
    }
    return findings;
}

}  // namespace sinew
