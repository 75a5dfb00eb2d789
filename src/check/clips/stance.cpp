#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "check/bones.h"
#include "check/carriers.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/rotation_fit.h"
#include "check/words.h"
#include "model/bounds.h"

namespace sinew {
namespace {

/// The first and the last bone of a leg, by their names.
struct Leg {
    uint32_t hip, end;
};

std::vector<Leg> legsOf(const Model& model) {
    const std::vector<bool> isBone = boneNodes(model);
    std::map<uint32_t, Leg> legs;       // by hip
    std::map<uint32_t, uint32_t> hips;  // of the bones of legs
    for (uint32_t node = 0; node < isBone.size(); ++node) {
        if (!isBone[node] || !isNamedLikeLeg(model.hierarchy.names[node])) continue;
        const int32_t parent = model.hierarchy.parents[node];
        const auto above = parent == kNoParent ? hips.end() : hips.find(static_cast<uint32_t>(parent));
        hips[node] = above == hips.end() ? node : above->second;
        legs.try_emplace(hips[node], Leg{node, node}).first->second.end = node;  // children come last
    }
    std::vector<Leg> found;
    for (const auto& [hip, leg] : legs)
        if (leg.end != hip) found.push_back(leg);
    return found;
}

/// Where the legs lead in the mean, at most 1 long. Y up.
glm::vec3 wayOf(std::span<const Leg> legs, std::span<const glm::mat4> worldFromNode) {
    glm::vec3 sum(0.0f);
    for (const Leg& leg : legs) {
        const glm::vec3 way(worldFromNode[leg.end][3] - worldFromNode[leg.hip][3]);
        const float length = glm::length(way);
        sum += length > 0.0f ? way / length : glm::vec3(0.0f, -1.0f, 0.0f);
    }
    return sum / static_cast<float>(legs.size());
}

/// The lowest and the middle point of a figure at rest. Y up.
Box figureBoxOf(const CheckedModel& checked) {
    const glm::mat4 yUp = yUpFrom(checked.model.up);
    Box figure;
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i)
        if (checked.ofFigure[i])
            for (const glm::vec3& position : checked.restPositions(i))
                figure.add(glm::vec3(yUp * glm::vec4(position, 1.0f)));
    return figure;
}

/// The lowest bone at the start of a clip. Y up.
float lowestBoneOf(const CheckedModel& checked, size_t clip) {
    const ClipMotion& motion = checked.motionOf(clip);
    float lowest = std::numeric_limits<float>::max();
    for (size_t i = 0; i < motion.nodes.size(); ++i)
        lowest = std::min(lowest, motion.position(0, i).y);
    return lowest;
}

/// A figure far from the origin, or, if it has legs, above the ground at rest and at the start of all clips.
bool checkPlace(const CheckedModel& checked, bool hasLegs, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const float size = checked.rest.size;
    const Box figure = figureBoxOf(checked);
    if (!(size > 0.0f) || !(figure.min.x <= figure.max.x)) return false;
    const glm::vec3 middle = 0.5f * (figure.min + figure.max);
    if (const float far = glm::length(middle) / size; far > kClips.farOff) {
        const Measured times = measured(static_cast<double>(far), "times");
        findings.push_back(withMovingNode(checked, middle,
                                          {"figure-far",
                                           Severity::info,
                                           {Subject{}},
                                           "rests " + times.text + " its size away from the origin",
                                           times.figure}));
        return true;
    }
    if (!hasLegs || !(figure.min.y > kClips.elsewhere * size)) return false;
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        if (!model.clips[clip].channels.empty() && lowestBoneOf(checked, clip) < kClips.elsewhere * size) return false;
    const Measured above = measuredOfSize(figure.min.y, size);
    const std::string says = "floats: all of it is at least " + lengthText(model, figure.min.y, above);
    findings.push_back(
        withMovingNode(checked, glm::vec3(0.0f, figure.min.y, 0.0f),
                       {"figure-far", Severity::info, {Subject{}}, says + " above the ground", above.figure}));
    return true;
}

/// A figure whose legs do not lead down, at rest and in all loops.
bool checkLegs(const CheckedModel& checked, std::span<const Leg> legs, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const glm::mat4 yUp = yUpFrom(model.up);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    for (size_t node = 0; node < worldFromNode.size(); ++node)
        worldFromNode[node] = yUp * checked.rest.worldFromNode[node];
    const glm::vec3 atRest = wayOf(legs, worldFromNode);
    float down = -atRest.y;
    bool hasLoops = false;
    // Some skeletons rest in the axes of a modeling tool, and stand in their clips.
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        if (model.clips[clip].channels.empty() || (!isNamedLikeLoop(model.clips[clip].name) && model.clips.size() > 1))
            continue;
        hasLoops = true;
        writePose(checked.motionOf(clip), 0, worldFromNode);
        down = std::max(down, -wayOf(legs, worldFromNode).y);
    }
    if (down > kClips.down) return false;
    const std::string says = hasLoops ? "lies, at rest and in all walks and idles" : "lies at rest";
    findings.push_back(withTurningNode(checked, -atRest,
                                       {"figure-lies",
                                        hasLoops ? Severity::warning : Severity::info,
                                        {Subject{}, nodeSubject(legs.front().end)},
                                        says + ": its legs, as that of {}, do not lead down"}));
    return true;
}

/// How far a pose is tilted from upright as a whole, in degrees, compared with the rest pose; nothing where its shape
/// is another one. Both are moved to their middles. Y up.
std::optional<float> tiltOf(std::vector<glm::vec3> posed, std::vector<glm::vec3> atRest) {
    float size = 0.0f, off = 0.0f;
    for (std::vector<glm::vec3>* points : {&posed, &atRest}) {
        glm::vec3 middle(0.0f);
        for (const glm::vec3& point : *points)
            middle += point / static_cast<float>(points->size());
        for (glm::vec3& point : *points)
            point -= middle, size += glm::dot(point, point);
    }
    const glm::quat turn = rotationTo(posed, atRest);
    for (size_t i = 0; i < posed.size(); ++i) {
        const glm::vec3 away = posed[i] - turn * atRest[i];
        off += glm::dot(away, away);
    }
    if (!(off < kClips.near * size)) return std::nullopt;
    const glm::vec3 up = turn * glm::vec3(0.0f, 1.0f, 0.0f);
    return glm::degrees(std::acos(std::clamp(up.y, -1.0f, 1.0f)));
}

using Shape = std::vector<glm::vec3>;

Shape shapeOf(const ClipMotion& motion, size_t time) {
    Shape shape;
    for (size_t i = 0; i < motion.nodes.size(); ++i)
        shape.push_back(motion.position(time, i));
    return shape;
}

/// The least and the largest tilt of a clip: the median against the shapes that it has at some time.
std::optional<std::pair<float, float>> tiltsOf(const CheckedModel& checked, const std::vector<Shape>& shapes,
                                               size_t clip) {
    const ClipMotion& motion = checked.motionOf(clip);
    float least = 180.0f, most = 0.0f;
    for (const size_t time : evenTimes(motion, kClips.some)) {
        const Shape posed = shapeOf(motion, time);
        std::vector<float> tilts;
        for (const Shape& shape : shapes)
            if (const std::optional<float> tilt = tiltOf(posed, shape)) tilts.push_back(*tilt);
        if (tilts.empty()) return std::nullopt;
        const float tilt = medianOf(tilts);
        least = std::min(least, tilt), most = std::max(most, tilt);
    }
    return std::pair(least, most);
}

/// The figure at rest, and at the start of some clips: many rest in a pose that they never take again. Y up.
std::vector<Shape> shapesOf(const CheckedModel& checked) {
    std::vector<Shape> shapes(1);
    for (const uint32_t node : checked.nodes)
        shapes[0].emplace_back(yUpFrom(checked.model.up) * checked.rest.worldFromNode[node][3]);
    for (size_t clip = 0; clip < checked.model.clips.size() && shapes.size() <= kClips.several; ++clip)
        if (!checked.model.clips[clip].channels.empty() && !isNamedOffGround(checked.model.clips[clip].name))
            shapes.push_back(shapeOf(checked.motionOf(clip), 0));
    return shapes;
}

/// Clips that keep the figure lying, or on its head, while most others keep it upright.
void checkClips(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    if (checked.nodes.size() < kClips.some) return;
    const std::vector<Shape> shapes = shapesOf(checked);
    size_t upright = 0;
    std::vector<Finding> lying;
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        const auto tilts = model.clips[clip].channels.empty() ? std::nullopt : tiltsOf(checked, shapes, clip);
        if (!tilts) continue;
        upright += tilts->second < kClips.far;
        if (tilts->first < kClips.far || isNamedOffGround(model.clips[clip].name)) continue;
        const Measured tilt = measured(static_cast<double>(tilts->first), "degrees");
        lying.push_back(Found(
            "figure-lies", isNamedLikeLoop(model.clips[clip].name) ? Severity::warning : Severity::info,
            {clipSubject(clip)},
            "keeps the figure tilted by at least " + tilt.text + "; in most others it is upright: another up axis?",
            tilt.figure));
    }
    if (upright > lying.size()) std::ranges::move(lying, std::back_inserter(findings));
}

}  // namespace

std::vector<Finding> checkStance(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::vector<Leg> legs = legsOf(checked.model);
    const bool hasLegs = legs.size() >= 2 && legs.size() <= kClips.some;
    if (checkPlace(checked, legs.size() >= 2, findings)) return findings;
    if (!hasLegs || !checkLegs(checked, legs, findings)) checkClips(checked, findings);
    return findings;
}

}  // namespace sinew
