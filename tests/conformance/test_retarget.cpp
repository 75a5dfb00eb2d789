#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "match/figure_shape.h"
#include "match/retarget.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/figures.h"

using namespace sinew;
using namespace figures;

namespace {

constexpr int kTimes = 20;

/// Skips the test where models that are not in the repository are missing.
void requireModels() {
    for (const Pair& pair : kPairs)
        for (const char* name : {pair.source, pair.target})
            if (!std::filesystem::exists(fileOf(name))) SKIP("there is no " << fileOf(name).string());
}

const Model& figure(const char* name) {
    static std::map<std::string, Model> read;
    if (!read.contains(name)) read[name] = import_files::importedApart(fileOf(name)).model;
    return read[name];
}

std::vector<glm::mat4> worldAt(const Model& model, const AnimationClip& clip, double seconds) {
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    sample(clip, model.hierarchy, seconds, cursor, pose);
    std::vector<glm::mat4> world(pose.size());
    walkHierarchy(model.hierarchy, pose, yUpFrom(model.up), world);
    return world;
}

/// Two bones of both figures, the second of which the first points at.
struct Segment {
    BonePair from, to;
    bool isLeg;
};

/// Chains of a figure: spine, neck, limbs and fingers. Hips, clavicles, hands and feet carry what is beside them; their
/// own shape says where that is, and they only turn as the source's do.
std::vector<Segment> segmentsOf(const BoneMap& map) {
    const auto isNext = [](const BoneRole& a, const BoneRole& b) {
        using enum FigurePart;
        if (a.side != b.side) return false;
        const bool isLimb = (a.part == upperArm && b.part == lowerArm) || (a.part == lowerArm && b.part == hand) ||
                            (a.part == thigh && b.part == shin) || (a.part == shin && b.part == foot);
        const bool isChain = a.part == b.part && a.number > 0 && b.number > a.number && a.part != other;
        return isLimb || isChain || (a.part == spine && b.part == neck) || (a.part == neck && b.part == head);
    };
    std::vector<Segment> segments;
    for (size_t i = 0; i < map.pairs.size(); ++i)
        for (size_t k = i + 1; k < map.pairs.size(); ++k) {
            const BoneRole &a = map.pairs[i].role, &b = map.pairs[k].role;
            if (!isNext(a, b)) continue;
            segments.push_back({map.pairs[i], map.pairs[k], a.part == FigurePart::thigh || a.part == FigurePart::shin});
            break;
        }
    return segments;
}

/// The rotation about the vertical from the way that the source faces to that of the model.
glm::quat facing(const Model& source, const Model& model, const BoneMap& map) {
    std::map<BoneRole, uint32_t> from, to;
    for (const BonePair& pair : map.pairs)
        from[pair.role] = pair.source, to[pair.role] = pair.target;
    const glm::vec3 a = leftOf(referencePose(source), from), b = leftOf(referencePose(model), to);
    return glm::angleAxis(std::atan2(-b.z, b.x) - std::atan2(-a.z, a.x), glm::vec3(0, 1, 0));
}

double degreesBetween(const glm::vec3& a, const glm::vec3& b) {
    return glm::degrees(std::atan2(double(glm::length(glm::cross(a, b))), double(glm::dot(a, b))));
}

/// The angle of the rotation between two matrices.
double degreesBetween(const glm::mat4& a, const glm::mat4& b) {
    const auto turn = [](const glm::mat4& matrix) {
        return glm::dquat(transformFrom(glm::mat4(glm::mat3(matrix))).rotation);
    };
    const glm::dquat apart = turn(a) * glm::conjugate(turn(b));
    return glm::degrees(2.0 * std::asin(std::min(glm::length(glm::dvec3(apart.x, apart.y, apart.z)), 1.0)));
}

/// Bones that point at nothing: only their rotation tells.
bool isEnd(const BoneRole& role) {
    using enum FigurePart;
    return role.part == hips || role.part == head || role.part == hand || role.part == foot || role.part == toes;
}

glm::vec3 directionIn(const std::vector<glm::mat4>& world, uint32_t from, uint32_t to) {
    return glm::vec3(world[to][3] - world[from][3]);
}

struct Worst {
    double value = 0.0;  ///< degrees, or a share of the height
    std::string where;

    void add(double other, const std::string& place) {
        if (!(other <= value)) value = other, where = place;
    }
};

/// The largest angle between a direction in the source and in the result, of all segments but those that `skips`.
template <typename Skips>
Worst worstDirection(const Model& source, const Model& model, const BoneMap& map, const BoundClips& bound,
                     const Skips& skips) {
    const glm::quat turn = facing(source, model, map);
    const std::vector<glm::mat4> sourceRest = referencePose(source), modelRest = referencePose(model);
    Worst worst;
    for (size_t c = 0; c < bound.clips.size(); ++c)
        for (int i = 0; i < kTimes; ++i) {
            const double seconds = source.clips[c].durationSeconds * i / (kTimes - 1);
            const auto from = worldAt(source, source.clips[c], seconds), to = worldAt(model, bound.clips[c], seconds);
            for (const Segment& segment : segmentsOf(map)) {
                if (skips(segment)) continue;
                const auto [a, b, isLeg] = segment;
                const glm::vec3 rest = turn * directionIn(sourceRest, a.source, b.source);
                const glm::vec3 modelsRest = directionIn(modelRest, a.target, b.target);
                const bool isTrunk = a.role.part == FigurePart::spine || a.role.part == FigurePart::neck;
                if (isTrunk && !(degreesBetween(rest, modelsRest) < 60.0)) continue;  // built in another way
                const glm::vec3 inSource = turn * directionIn(from, a.source, b.source);
                const glm::vec3 inResult = directionIn(to, a.target, b.target);
                if (glm::length(rest) < 1e-4f * glm::length(glm::vec3(1)) || glm::length(modelsRest) < 1e-4f) continue;
                worst.add(degreesBetween(inSource, inResult),
                          nameOf(a.role) + " in " + bound.clips[c].name + " at " + std::to_string(seconds));
            }
        }
    return worst;
}

/// How far feet that are in one place in the source move in the result meanwhile, as a fraction of the height.
Worst worstFoot(const Model& source, const Model& model, const BoneMap& map, const BoundClips& bound) {
    Worst worst;
    const auto legOf = [&](FigureSide side, bool ofSource) {
        float length = 0.0f;
        const auto rest = referencePose(ofSource ? source : model);
        for (const Segment& segment : segmentsOf(map))
            if (segment.isLeg && segment.from.role.side == side)
                length += glm::length(ofSource ? directionIn(rest, segment.from.source, segment.to.source)
                                               : directionIn(rest, segment.from.target, segment.to.target));
        return length;
    };
    for (const BonePair& pair : map.pairs) {
        if (pair.role.part != FigurePart::foot) continue;
        const float height = 2.0f * legOf(pair.role.side, true), modelHeight = 2.0f * legOf(pair.role.side, false);
        if (!(height > 0.0f && modelHeight > 0.0f)) continue;
        for (size_t c = 0; c < bound.clips.size(); ++c) {
            const AnimationClip& clip = source.clips[c];
            const int count = std::min(600, static_cast<int>(clip.durationSeconds * 60.0));
            std::vector<glm::vec3> from, to;
            float lowest = 1e30f;
            for (int i = 0; i <= count; ++i) {
                const double seconds = clip.durationSeconds * i / std::max(count, 1);
                from.emplace_back(worldAt(source, clip, seconds)[pair.source][3]);
                to.emplace_back(worldAt(model, bound.clips[c], seconds)[pair.target][3]);
                lowest = std::min(lowest, from.back().y);
            }
            for (size_t first = 0; first < from.size();) {
                size_t last = first;
                while (last < from.size() && glm::length(from[last] - from[first]) < 0.005f * height &&
                       from[last].y < lowest + 0.02f * height)
                    ++last;
                if (last - first >= 6)
                    for (size_t i = first; i < last; ++i)
                        worst.add(double(glm::length(to[i] - to[first]) / modelHeight),
                                  nameOf(pair.role) + " in " + clip.name);
                first = std::max(last, first + 1);
            }
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("Bones of other figures point where the source's do, and feet that stand keep standing") {
    requireModels();
    for (const Pair& pair : kPairs) {
        const Model &source = figure(pair.source), &model = figure(pair.target);
        const BoneMap map = findBoneMap(source, model);
        CAPTURE(pair.source, pair.target);
        REQUIRE(map.pairs.size() >= 12);
        const BoundClips plain = retargetClips(model, source, map, {.keepFeet = false});
        const Worst directions = worstDirection(source, model, map, plain, [](const Segment&) { return false; });
        CAPTURE(directions.where);
        CHECK(directions.value < 3.0);

        const BoundClips kept = retargetClips(model, source, map);
        const Worst above = worstDirection(source, model, map, kept, [](const Segment& s) { return s.isLeg; });
        const Worst legs = worstDirection(source, model, map, kept, [](const Segment& s) { return !s.isLeg; });
        CAPTURE(above.where);
        CHECK(above.value < 3.0);
        const Worst feet = worstFoot(source, model, map, kept), slid = worstFoot(source, model, map, plain);
        CAPTURE(feet.where);
        CHECK(feet.value < 0.01);
        if (std::getenv("SINEW_RETARGET_FIGURES"))
            std::printf("%-10s %-10s pairs %2zu directions %.2f kept %.2f legs %.2f (%s) feet %.4f without %.4f (%s)\n",
                        pair.source, pair.target, map.pairs.size(), directions.value, above.value, legs.value,
                        legs.where.c_str(), feet.value, slid.value, feet.where.c_str());
    }
}

TEST_CASE("Motion that goes to another figure and back is the same") {
    requireModels();
    for (const Pair& pair : {Pair{"cmu", "character"}, Pair{"mannequiny", "character"}, Pair{"character", "mannequiny"},
                             Pair{"zombie", "mannequiny"}, Pair{"kenney", "character"}, Pair{"suit", "alien"},
                             Pair{"cesium", "kenney"}, Pair{"cowboy", "cmu"}, Pair{"character", "knight"}}) {
        const Model& source = figure(pair.source);
        Model model = figure(pair.target);
        const BoneMap map = findBoneMap(source, model);
        model.clips = retargetClips(model, source, map, {.keepFeet = false}).clips;
        const BoneMap backMap = findBoneMap(model, source);
        const BoundClips back = retargetClips(source, model, backMap, {.keepFeet = false});
        const auto comesBack = [&](const BonePair& bone) {
            return std::ranges::any_of(backMap.pairs, [&](const BonePair& b) { return b.target == bone.source; });
        };
        Worst worst;
        for (size_t c = 0; c < back.clips.size(); ++c)
            for (int i = 0; i < kTimes; ++i) {
                const double seconds = source.clips[c].durationSeconds * i / (kTimes - 1);
                const auto want = worldAt(source, source.clips[c], seconds),
                           is = worldAt(source, back.clips[c], seconds);
                const std::string when = " in " + source.clips[c].name + " at " + std::to_string(seconds);
                for (const Segment& segment : segmentsOf(map))
                    if (comesBack(segment.from) && comesBack(segment.to))
                        worst.add(degreesBetween(directionIn(want, segment.from.source, segment.to.source),
                                                 directionIn(is, segment.from.source, segment.to.source)),
                                  nameOf(segment.from.role) + when);
                for (const BonePair& bone : map.pairs)
                    if (isEnd(bone.role) && comesBack(bone) && !hasShear(want[bone.source], 0.01f))
                        worst.add(degreesBetween(want[bone.source], is[bone.source]), nameOf(bone.role) + when);
            }
        CAPTURE(pair.source, pair.target, worst.where);
        CHECK(worst.value < 2.0);
        if (std::getenv("SINEW_RETARGET_FIGURES"))
            std::printf("round %s %s %.2f (%s)\n", pair.source, pair.target, worst.value, worst.where.c_str());
    }
}
