#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "check/morph_checks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr double kLargeStrain = 0.8;   // edges change by that share of their length
constexpr double kLosesLengths = 0.3;  // of what edges change: their lengths
constexpr double kKeepsLengths = 0.1;  // the same along other axes
constexpr double kFewerLengths = 0.2;  // of the first
constexpr double kGrows = 0.8;         // of what edges change: along themselves
constexpr double kLeadsOneWay = 0.6;   // length of the sum of all deltas, of the sum of their lengths
constexpr double kSideways = 0.4;      // vertical part, of the horizontal one
constexpr double kUpright = 1.0;       // the same with other axes
constexpr size_t kSureNames = 2;
constexpr double kOneAxis = 0.96;      // of the squares of the deltas
constexpr double kOtherTarget = 0.7;   // cosine between two targets
constexpr double kSameTarget = 0.98;   // the same with other axes
constexpr double kLessOutward = 0.5;   // of what the other one leads out of the mesh
constexpr size_t kMinAxesPoints = 50;  // that move
constexpr size_t kMostCompared = 8;    // targets

struct OtherAxes {
    const char* does;
    glm::mat3 turn;
};

std::vector<OtherAxes> otherAxes() {
    const glm::vec3 x(1.0f, 0.0f, 0.0f), y(0.0f, 1.0f, 0.0f), z(0.0f, 0.0f, 1.0f);
    return {{"the opposite sign", {-x, -y, -z}}, {"Y and Z exchanged", {x, -z, y}}, {"Y and Z exchanged", {x, z, -y}},
            {"Y and Z exchanged", {x, z, y}},    {"X and Y exchanged", {y, x, z}},  {"X and Z exchanged", {z, y, x}},
            {"X mirrored", {-x, y, z}},          {"Y mirrored", {x, -y, z}},        {"Z mirrored", {x, y, -z}}};
}

/// An edge that a target changes.
struct ChangedEdge {
    glm::vec3 edge, change;
};

/// Changes of the lengths of edges, as a share of all changes, if the deltas had other axes.
double lengthsLost(const std::vector<ChangedEdge>& edges, const glm::mat3& turn) {
    double lost = 0.0, changed = 0.0;
    for (const auto& [edge, change] : edges) {
        lost += static_cast<double>(std::abs(glm::length(edge + turn * change) - glm::length(edge)));
        changed += static_cast<double>(glm::length(change));
    }
    return lost / changed;
}

/// Whether most edges only grow, or shrink: that part was scaled.
bool isScaled(const std::vector<ChangedEdge>& edges) {
    double along = 0.0, changed = 0.0;
    for (const auto& [edge, change] : edges) {
        along += static_cast<double>(glm::dot(glm::normalize(edge), change));
        changed += static_cast<double>(glm::length(change));
    }
    return std::abs(along) > kGrows * changed;
}

std::vector<ChangedEdge> changedEdges(const MorphedSurface& surface, size_t target) {
    const std::vector<glm::vec3> deltas = surface.deltasOf(target);
    std::vector<ChangedEdge> edges;
    double lengths = 0.0, changes = 0.0;
    for (const auto& [one, other] : surface.edges) {
        const glm::vec3 edge = surface.positions[other] - surface.positions[one], change = deltas[other] - deltas[one];
        if (change == glm::vec3(0.0f) || edge == glm::vec3(0.0f)) continue;
        edges.push_back({edge, change});
        lengths += static_cast<double>(glm::length(edge));
        changes += static_cast<double>(glm::length(change));
    }
    if (changes < kLargeStrain * lengths) edges.clear();
    return edges;
}

/// A target that turns parts far keeps the lengths of their edges; with other axes it stretches them.
void checkLengths(MorphGroup& morphs) {
    const std::vector<OtherAxes> all = otherAxes();
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        if (morphs.isExplained(target)) continue;
        const std::vector<ChangedEdge> edges = changedEdges(morphs.surface, target);
        if (edges.empty()) continue;
        const double own = lengthsLost(edges, glm::mat3(1.0f));
        if (own < kLosesLengths || isScaled(edges)) continue;
        const auto fits = std::ranges::find_if(all, [&](const OtherAxes& axes) {
            return lengthsLost(edges, axes.turn) < std::min(kKeepsLengths, kFewerLengths * own);
        });
        if (fits == all.end()) continue;
        const Measured lost = measuredShare(own, "what it changes them by");
        morphs.add("morph-axes", Severity::warning, target,
                   "stretches edges by " + lost.text + ", but with " + fits->does + " it turns them: its deltas have " +
                       (fits == all.begin() ? "the wrong sign" : "other axes than the mesh"),
                   lost.figure);
    }
}

/// Which way a face moves, by the target's name: 1 is up, -1 down, 0 either.
std::optional<double> verticalOf(const std::string& name) {
    const std::vector<std::string> words = wordsOf(name);
    const bool isUp = hasWord(words, {"up", "raise", "raised", "raiser"});
    const bool isDown = hasWord(words, {"down", "lower", "lowered", "lowerer"});
    if (hasWord(words, {"brow", "brows", "eyebrow", "eyebrows"}) && isUp != isDown) return isUp ? 1.0 : -1.0;
    if (hasWord(words, {"blink"})) return 0.0;
    if (hasWord(words, {"eye", "eyes"}) && hasWord(words, {"close", "closed"})) return 0.0;
    if (hasWord(words, {"jaw", "mouth"}) && hasWord(words, {"open"})) return -1.0;
    if (hasWord(words, {"viseme"}) && hasWord(words, {"aa"})) return -1.0;
    return std::nullopt;
}

/// The sum of a target's deltas, Y up, in the world at rest, or as the mesh was made: heads may rest turned. Nothing if
/// they lead different ways.
std::optional<glm::dvec3> wayOf(const CheckedModel& checked, const MeshGroup& group, size_t target, bool atRest) {
    glm::dvec3 sum(0.0);
    double lengths = 0.0;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = checked.model.instances[index];
        const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
        if (target >= mesh.morphTargets.size()) continue;
        std::vector<glm::mat3> turns;
        for (const Bone& bone : instance.bones)
            turns.emplace_back(
                yUpFrom(checked.model.up) *
                (atRest ? checked.rest.worldFromNode[bone.node] * bone.inverseBindMatrix : glm::mat4(1.0f)));
        for (const MorphDelta& delta : mesh.morphTargets[target].deltas) {
            const glm::dvec3 moved(turns[mesh.influences[delta.vertex].bones[0]] * delta.position);
            sum += moved;
            lengths += glm::length(moved);
        }
    }
    return lengths > 0.0 && glm::length(sum) > kLeadsOneWay * lengths ? std::optional(sum) : std::nullopt;
}

/// A target, and where its name says that it leads.
struct NamedWay {
    size_t target = 0;
    double vertical = 0.0;
    glm::dvec3 atRest{0.0}, asMade{0.0};
};

bool isAlong(const glm::dvec3& way, double vertical, double least) {
    const double along = vertical == 0.0 ? std::abs(way.y) : vertical * way.y;
    return along > least * std::hypot(way.x, way.z);
}

/// Whether other axes would take all targets where their names say.
bool fitOtherAxes(const std::vector<NamedWay>& ways) {
    const std::vector<OtherAxes> all = otherAxes();
    return std::ranges::any_of(all, [&](const OtherAxes& axes) {
        const glm::dmat3 turn(axes.turn);
        const auto fits = [&](const glm::dvec3 NamedWay::*way) {
            return std::ranges::all_of(
                ways, [&](const NamedWay& named) { return isAlong(turn * (named.*way), named.vertical, kUpright); });
        };
        return fits(&NamedWay::atRest) || fits(&NamedWay::asMade);
    });
}

/// Lids and jaws that move forward instead of up or down, as their names say.
void checkNamedWays(MorphGroup& morphs) {
    std::vector<NamedWay> sideways;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        const std::optional<double> vertical = verticalOf(morphs.surface.nameOf(target));
        if (!vertical || morphs.isExplained(target)) continue;
        const auto atRest = wayOf(morphs.checked, morphs.group, target, true);
        const auto asMade = wayOf(morphs.checked, morphs.group, target, false);
        if (!atRest || !asMade) continue;
        if (isAlong(*atRest, *vertical, kSideways) || isAlong(*asMade, *vertical, kSideways)) return;
        sideways.push_back({target, *vertical, *atRest, *asMade});
    }
    if (sideways.empty() || !fitOtherAxes(sideways)) return;
    for (const NamedWay& named : sideways)
        morphs.add("morph-axes", sideways.size() >= kSureNames ? Severity::warning : Severity::info, named.target,
                   "moves vertices another way than its name says, as do all such targets: other axes than the mesh?");
}

double squaresOf(const std::vector<glm::vec3>& deltas) {
    double squares = 0.0;
    for (const glm::vec3& delta : deltas)
        squares += static_cast<double>(glm::dot(delta, delta));
    return squares;
}

/// The cosine between two targets, either way.
double likeness(const std::vector<glm::vec3>& one, const std::vector<glm::vec3>& other, const glm::mat3& turn) {
    double products = 0.0;
    for (size_t point = 0; point < one.size(); ++point)
        products += static_cast<double>(glm::dot(turn * one[point], other[point]));
    return std::abs(products) / std::sqrt(squaresOf(one) * squaresOf(other));
}

/// Whether deltas move half of the points or more, and many, along more than one axis.
bool isSpatial(const std::vector<glm::vec3>& deltas) {
    glm::dvec3 squares(0.0);
    size_t moving = 0;
    for (const glm::vec3& delta : deltas) {
        squares += glm::dvec3(delta) * glm::dvec3(delta);
        moving += delta != glm::vec3(0.0f);
    }
    return moving >= kMinAxesPoints && 2 * moving >= deltas.size() &&
           std::max({squares.x, squares.y, squares.z}) < kOneAxis * (squares.x + squares.y + squares.z);
}

/// A target that with exchanged axes would be another one, or its opposite, as "Thin" is of "Fat".
void checkOpposites(MorphGroup& morphs) {
    const std::vector<glm::mat3> turns = exchangedAxes();
    if (morphs.surface.targetCount() > kMostCompared) return;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        const std::vector<glm::vec3> own = morphs.surface.deltasOf(target);
        if (morphs.isExplained(target) || !isSpatial(own)) continue;
        const double outward = std::abs(outwardShare(morphs, own));
        for (size_t other = 0; other < morphs.surface.targetCount(); ++other) {
            const std::vector<glm::vec3> like = morphs.surface.deltasOf(other);
            if (other == target || morphs.isExplained(other) || !isSpatial(like) ||
                likeness(own, like, glm::mat3(1.0f)) > kOtherTarget ||
                outward > kLessOutward * std::abs(outwardShare(morphs, like)) ||
                std::ranges::none_of(turns,
                                     [&](const glm::mat3& turn) { return likeness(own, like, turn) > kSameTarget; }))
                continue;
            morphs.add("morph-axes", Severity::warning, target,
                       "would be like '" + morphs.surface.nameOrNumber(other) +
                           "', or its opposite, if its axes were exchanged");
            break;
        }
    }
}

}  // namespace

void checkMorphAxes(MorphGroup& morphs) {
    checkLengths(morphs);
    checkNamedWays(morphs);
    checkOpposites(morphs);
}

}  // namespace sinew
