#include "check/mirror_pairs.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtx/quaternion.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kFewestPairs = 3;
constexpr size_t kMostByPlace = 4096;  // points that are compared with each other
constexpr double kMostPaired = 0.6;    // of the bones off the plane: a figure of two sides
constexpr float kMoreEven = 0.5f;      // of what the sides are apart at rest, in the bind pose: that one counts

// Shares of the model's size.
constexpr float kOnPlane = 0.02f;    // from the plane between both sides
constexpr float kSamePlace = 0.03f;  // from the mirror image of the other side
constexpr float kEven = 1e-3f;       // the same, in the mean

std::vector<Carried> carriedPoints(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Carried> points;
    std::vector<glm::vec4> sums(model.hierarchy.size(), glm::vec4(0.0f));
    for (uint32_t i = 0; i < model.instances.size(); ++i)
        if (checked.ofFigure[i]) checked.addHeldVertices(i, sums);
    for (size_t i = 0; i < checked.nodes.size(); ++i) {
        const uint32_t node = checked.nodes[i];
        const glm::mat4& world = checked.rest.worldFromNode[node];
        if (glm::determinant(glm::mat3(world)) == 0.0f) continue;
        const glm::vec4 at = sums[node].w > 0.0f ? sums[node] / sums[node].w : world[3];
        points.push_back({.index = i, .node = node, .local = glm::vec3(glm::inverse(world) * at)});
    }
    return points;
}

std::vector<glm::mat4> turnedUp(const CheckedModel& checked, const std::vector<glm::mat4>& worldFromNode) {
    std::vector<glm::mat4> turned;
    for (const glm::mat4& world : worldFromNode)
        turned.push_back(yUpFrom(checked.model.up) * world);
    return turned;
}

glm::vec3 placeOf(const MirrorPairs& figure, size_t point) {
    const Carried& carried = figure.points[point];
    return glm::vec3(figure.worldFromNode[carried.node] * glm::vec4(carried.local, 1.0f));
}

/// The pairs on both sides of a plane.
std::vector<MirrorPair> pairsAcross(const CheckedModel& checked, const MirrorPairs& figure, const glm::vec3& normal) {
    const std::vector<Carried>& points = figure.points;
    const float size = checked.rest.size;
    std::vector<size_t> pointOf(checked.model.hierarchy.size(), points.size());
    std::vector<glm::vec3> places;
    std::vector<float> across;
    for (size_t i = 0; i < points.size(); ++i) {
        pointOf[points[i].node] = i;
        places.push_back(placeOf(figure, i));
        across.push_back(glm::dot(places.back(), normal));
    }
    if (across.empty()) return {};
    const auto [low, high] = std::ranges::minmax(across);
    const float middle = 0.5f * (low + high);
    const auto sidesApart = [&](size_t one, size_t other) {
        const glm::vec3 image = places[one] - 2.0f * (across[one] - middle) * normal;
        return glm::distance(image, places[other]) / size;
    };
    std::vector<MirrorPair> pairs;
    for (size_t one = 0; one < points.size(); ++one) {
        const auto twin = checked.twins[points[one].node];
        if (!twin || *twin < points[one].node || pointOf[*twin] == points.size()) continue;
        const float apart = sidesApart(one, pointOf[*twin]);
        if (apart < kSamePlace) pairs.push_back({one, pointOf[*twin], apart});
    }
    if (pairs.size() >= kFewestPairs) return pairs;
    pairs.clear();
    if (points.size() > kMostByPlace) return pairs;
    std::vector<bool> isPaired(points.size());
    size_t off = 0;
    for (size_t one = 0; one < points.size(); ++one) {
        off += std::abs(across[one] - middle) > kOnPlane * size;
        if (std::abs(across[one] - middle) < kOnPlane * size) continue;
        for (size_t other = one + 1; other < points.size() && !isPaired[one]; ++other) {
            if (isPaired[other] || sidesApart(one, other) >= kSamePlace) continue;
            pairs.push_back({one, other, sidesApart(one, other)});
            isPaired[one] = isPaired[other] = true;
        }
    }
    if (2.0 * static_cast<double>(pairs.size()) < kMostPaired * static_cast<double>(off)) pairs.clear();
    return pairs;
}

/// The bones between both sides.
void findCentral(const CheckedModel& checked, MirrorPairs& figure) {
    const Model& model = checked.model;
    const std::vector<Carried>& points = figure.points;
    std::vector<bool> isPaired(points.size());
    std::vector<size_t> below(model.hierarchy.size());  // pairs, by node: itself included
    float middle = 0.0f;
    for (const MirrorPair& pair : figure.pairs) {
        isPaired[pair.one] = isPaired[pair.other] = true;
        ++below[points[pair.one].node];
        middle += 0.5f * glm::dot(placeOf(figure, pair.one) + placeOf(figure, pair.other), figure.normal);
    }
    middle /= static_cast<float>(figure.pairs.size());
    for (size_t node = below.size(); node-- > 0;)
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            below[static_cast<size_t>(parent)] += below[node];
    for (size_t i = 0; i < points.size(); ++i) {
        const float off = std::abs(glm::dot(placeOf(figure, i), figure.normal) - middle) / checked.rest.size;
        const size_t carried = below[points[i].node];
        if (isPaired[i] || off >= kOnPlane) continue;
        if (carried > 0 && carried < figure.pairs.size()) figure.central.push_back({i, i, 2.0f * off});
        if (carried == 0) figure.ends.push_back({i, i, 2.0f * off});
    }
}

/// The bind pose, turned so that the sides of the bones' names lie along an axis: a bone that rests turned may have
/// placed it.
std::vector<glm::mat4> levelBindPose(const CheckedModel& checked, const std::vector<Carried>& points) {
    const MirrorPairs figure{.worldFromNode = turnedUp(checked, checked.bindPlaces().worldFromNode()),
                             .points = points};
    std::vector<size_t> pointOf(checked.model.hierarchy.size(), points.size());
    for (size_t i = 0; i < points.size(); ++i)
        pointOf[points[i].node] = i;
    glm::vec3 across(0.0f);
    for (size_t i = 0; i < points.size(); ++i) {
        const auto twin = checked.twins[points[i].node];
        if (!twin || pointOf[*twin] == points.size()) continue;
        if (sideOf(checked.model.hierarchy.names[points[i].node]) != Side::left) continue;
        across += placeOf(figure, i) - placeOf(figure, pointOf[*twin]);
    }
    if (!(glm::length(across) > kOnPlane * checked.rest.size)) return figure.worldFromNode;
    across = glm::normalize(across);
    const bool isAlongX = std::abs(across.x) > std::abs(across.z);
    const glm::vec3 axis = isAlongX ? glm::vec3(std::copysign(1.0f, across.x), 0.0f, 0.0f)
                                    : glm::vec3(0.0f, 0.0f, std::copysign(1.0f, across.z));
    const glm::mat4 level = glm::mat4_cast(glm::rotation(across, axis));
    std::vector<glm::mat4> turned;
    for (const glm::mat4& world : figure.worldFromNode)
        turned.push_back(level * world);
    return turned;
}

MirrorPairs pairsIn(const CheckedModel& checked, std::vector<glm::mat4> worldFromNode, std::vector<Carried> points) {
    MirrorPairs figure{.worldFromNode = std::move(worldFromNode), .points = std::move(points)};
    for (const glm::vec3& normal : {glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f)}) {
        std::vector<MirrorPair> pairs = pairsAcross(checked, figure, normal);
        if (pairs.size() > figure.pairs.size()) figure.pairs = std::move(pairs), figure.normal = normal;
    }
    if (figure.pairs.size() < kFewestPairs) figure.pairs.clear();
    return figure;
}

float meanApart(const MirrorPairs& figure) {
    float sum = 0.0f;
    for (const MirrorPair& pair : figure.pairs)
        sum += pair.apart;
    return sum / static_cast<float>(std::max<size_t>(1, figure.pairs.size()));
}

}  // namespace

PointTurns::PointTurns(const CheckedModel& checked, const MirrorPairs& figure)
    : figure_(figure), above_(figure.points.size()), isPaired_(figure.points.size()) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    const size_t none = figure.points.size();
    std::vector<std::optional<size_t>> nearest(hierarchy.size());
    std::vector<size_t> pointOf(hierarchy.size(), none);
    for (size_t i = 0; i < figure.points.size(); ++i)
        pointOf[figure.points[i].node] = i;
    for (uint32_t node = 0; node < nearest.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        if (parent != kNoParent) nearest[node] = nearest[static_cast<size_t>(parent)];
        if (pointOf[node] == none) continue;
        above_[pointOf[node]] = nearest[node];
        nearest[node] = pointOf[node];
    }
    for (const MirrorPair& pair : figure.pairs)
        isPaired_[pair.one] = isPaired_[pair.other] = true;
}

std::vector<glm::quat> PointTurns::at(const ClipMotion& motion, size_t time) const {
    const glm::quat none(1.0f, 0.0f, 0.0f, 0.0f);
    std::vector<glm::quat> whole, turns;
    for (const Carried& point : figure_.points) {
        const glm::mat4& from = figure_.worldFromNode[point.node];
        whole.push_back(glm::determinant(glm::mat3(from)) == 0.0f
                            ? none
                            : transformFrom(motion.matrix(time, point.index) * glm::inverse(from)).rotation);
    }
    for (size_t i = 0; i < whole.size(); ++i) {
        const glm::quat own = isPaired_[i] ? whole[i] : none;
        turns.push_back(above_[i] ? glm::conjugate(whole[*above_[i]]) * whole[i] : own);
    }
    return turns;
}

glm::quat mirrored(const glm::quat& turn, const glm::vec3& normal) {
    const glm::vec3 axis(turn.x, turn.y, turn.z);
    return {turn.w, 2.0f * glm::dot(axis, normal) * normal - axis};
}

MirrorPairs mirrorPairsAtRest(const CheckedModel& checked) {
    MirrorPairs figure = pairsIn(checked, turnedUp(checked, checked.rest.worldFromNode), carriedPoints(checked));
    if (!figure.pairs.empty()) findCentral(checked, figure);
    return figure;
}

MirrorPairs mirrorPairsOf(const CheckedModel& checked) {
    MirrorPairs figure = mirrorPairsAtRest(checked);
    MirrorPairs bound = pairsIn(checked, levelBindPose(checked, figure.points), figure.points);
    const bool isRestEven = !figure.pairs.empty() && meanApart(figure) < kEven;
    const float most = figure.pairs.empty() ? kSamePlace : kMoreEven * meanApart(figure);
    if (isRestEven || bound.pairs.size() < figure.pairs.size() || !(meanApart(bound) < most)) return figure;
    if (!bound.pairs.empty()) findCentral(checked, bound);
    return bound;
}

std::string namesOf(const Model& model, const MirrorPairs& figure, const MirrorPair& pair) {
    const auto name = [&](size_t point) { return "'" + model.hierarchy.names[figure.points[point].node] + "'"; };
    return pair.one == pair.other ? name(pair.one) : name(pair.one) + " and " + name(pair.other);
}

}  // namespace sinew
