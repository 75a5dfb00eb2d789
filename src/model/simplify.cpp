#include "model/simplify.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

using glm::dvec3;

constexpr double kBorderWeight = 3.0;  // of a border's planes, relative to surfaces of the size of its edges squared
constexpr double kLengthCost = 1e-6;   // of an edge's length squared: the shorter of equal ones goes first
constexpr double kLeastCosine = 0.2;   // between the normals of a triangle before and after a collapse
constexpr size_t kMostAround = 256;    // triangles at a point that may move: the work grows with the square
constexpr uint32_t kNoVertex = ~0u, kNoGroup = ~0u;

/// The weighted sum of squared distances from planes, as a function of a position.
struct Quadric {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
    dvec3 linear{0.0};
    double constant = 0, weight = 0;

    void addPlane(const dvec3& normal, double offset, double planeWeight) {
        const dvec3 scaled = planeWeight * normal;
        xx += scaled.x * normal.x, yy += scaled.y * normal.y, zz += scaled.z * normal.z;
        xy += scaled.x * normal.y, xz += scaled.x * normal.z, yz += scaled.y * normal.z;
        linear += offset * scaled;
        constant += planeWeight * offset * offset;
    }

    void add(const Quadric& other) {
        xx += other.xx, yy += other.yy, zz += other.zz, xy += other.xy, xz += other.xz, yz += other.yz;
        linear += other.linear, constant += other.constant, weight += other.weight;
    }

    double at(const dvec3& p) const {
        return xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z +
               2.0 * (xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z) + 2.0 * glm::dot(linear, p) + constant;
    }
};

/// The weighted sum of squared differences from attributes that are linear on triangles, as a function of a position
/// and the attributes there.
struct AttributeQuadric {
    Quadric base;
    std::array<dvec3, kSimplifyAttributes> gradient{};
    std::array<double, kSimplifyAttributes> offset{};

    void add(const AttributeQuadric& other) {
        base.add(other.base);
        for (size_t i = 0; i < kSimplifyAttributes; ++i)
            gradient[i] += other.gradient[i], offset[i] += other.offset[i];
    }

    double meanAt(const dvec3& p, const SimplifyAttributes& attributes) const {
        if (base.weight <= 0.0) return 0.0;
        double sum = base.at(p);
        for (size_t i = 0; i < kSimplifyAttributes; ++i) {
            const double value = attributes[i];
            sum += value * (value * base.weight - 2.0 * (glm::dot(gradient[i], p) + offset[i]));
        }
        return std::max(0.0, sum / base.weight);
    }
};

/// A neighbor of a point, and the groups at both ends of their edge in the triangles that have it.
struct Neighbor {
    uint32_t point = 0;
    uint32_t triangles = 0;
    std::array<uint32_t, 2> here{}, there{};

    bool isSpecial() const { return triangles == 1 || here[0] != here[1] || there[0] != there[1]; }
};

/// The groups of a point and those that replace them.
struct Replacement {
    std::array<uint32_t, 2> from{kNoGroup, kNoGroup}, to{kNoGroup, kNoGroup};

    uint32_t of(uint32_t group) const {
        if (group == from[0]) return to[0];
        return group == from[1] ? to[1] : kNoGroup;
    }
};

struct Collapse {
    uint32_t target = 0;  ///< point
    double cost = std::numeric_limits<double>::max();
    Replacement replacement;
};

class Simplifier {
  public:
    explicit Simplifier(const SimplifyInput& input)
        : input_(input), poses_(input.poses.size()), pointCount_(input.locked.size()) {
        places_.resize(pointCount_ * poses_);
        for (size_t vertex = 0; vertex < input.pointOf.size(); ++vertex)
            for (size_t pose = 0; pose < poses_; ++pose)
                places_[input.pointOf[vertex] * poses_ + pose] = dvec3(input.poses[pose][vertex]);
        trianglesOf_.resize(pointCount_);
        quadrics_.resize(pointCount_ * poses_);
        attributes_.resize(input.pointOf.size());
        best_.resize(pointCount_);
        states_.resize(pointCount_);
        marks_.resize(pointCount_);
        replacedBy_.resize(input.pointOf.size());
        std::iota(replacedBy_.begin(), replacedBy_.end(), 0u);
        addTriangles();
        isHub_.resize(pointCount_);
        for (uint32_t point = 0; point < pointCount_; ++point)
            isHub_[point] = trianglesOf_[point].size() > kMostAround ? 1 : 0;
        addGroups();
        addQuadrics();
        for (uint32_t point = 0; point < pointCount_; ++point)
            offer(point);
    }

    size_t triangleCount() const { return living_; }

    /// False if no collapse of at most this cost, a squared length, is left.
    bool collapseCheapest(double mostCost) {
        while (!queue_.empty()) {
            const auto [cost, point, stamp] = queue_.top();
            const State& state = states_[point];
            if (stamp == state.stamp && !state.changed && cost > mostCost) return false;
            queue_.pop();
            if (stamp != state.stamp) continue;
            if (state.changed) {
                offer(point);
                continue;
            }
            collapse(point);
            return true;
        }
        return false;
    }

    std::vector<uint32_t> indices() const {
        std::vector<uint32_t> indices;
        indices.reserve(3 * living_);
        for (const std::array<uint32_t, 3>& triangle : triangles_)
            if (triangle[0] != kNoVertex) indices.insert(indices.end(), triangle.begin(), triangle.end());
        return indices;
    }

    std::vector<uint32_t> replacedBy() const {
        std::vector<uint32_t> last(replacedBy_.size());
        for (uint32_t vertex = 0; vertex < last.size(); ++vertex) {
            uint32_t at = vertex;
            while (replacedBy_[at] != at)
                at = replacedBy_[at];
            last[vertex] = at;
        }
        return last;
    }

  private:
    uint32_t pointOf(uint32_t vertex) const { return input_.pointOf[vertex]; }
    uint32_t groupOf(uint32_t vertex) const { return input_.groupOf[vertex]; }
    const dvec3& place(uint32_t point, size_t pose) const { return places_[point * poses_ + pose]; }

    /// Skips triangles of fewer than three points. No level needs them.
    void addTriangles() {
        for (size_t i = 0; i + 2 < input_.indices.size(); i += 3) {
            const std::array triangle{input_.indices[i], input_.indices[i + 1], input_.indices[i + 2]};
            const uint32_t a = pointOf(triangle[0]), b = pointOf(triangle[1]), c = pointOf(triangle[2]);
            if (a == b || b == c || c == a) continue;
            for (const uint32_t point : {a, b, c})
                trianglesOf_[point].push_back(static_cast<uint32_t>(triangles_.size()));
            triangles_.push_back(triangle);
        }
        living_ = triangles_.size();
    }

    /// Adds only vertices that triangles have.
    void addGroups() {
        verticesOf_.resize(input_.groupOf.size());
        std::vector<uint8_t> isAdded(input_.groupOf.size(), 0);
        for (const std::array<uint32_t, 3>& triangle : triangles_)
            for (const uint32_t vertex : triangle)
                if (std::exchange(isAdded[vertex], uint8_t{1}) == 0) verticesOf_[groupOf(vertex)].push_back(vertex);
    }

    /// Whether so many triangles meet at the point, or met there, that it stays and nothing collapses into it.
    bool isHub(uint32_t point) const { return isHub_[point] != 0 || trianglesOf_[point].size() > kMostAround; }

    /// The vertex of a group that looks most like another vertex.
    uint32_t counterpart(uint32_t vertex, uint32_t group) const {
        const SimplifyAttributes& own = input_.attributes[vertex];
        const auto difference = [&](uint32_t other) {
            float sum = 0.0f;
            for (size_t i = 0; i < kSimplifyAttributes; ++i)
                sum += (own[i] - input_.attributes[other][i]) * (own[i] - input_.attributes[other][i]);
            return sum;
        };
        const std::vector<uint32_t>& vertices = verticesOf_[group];
        if (vertices.size() == 1) return vertices.front();
        return *std::ranges::min_element(vertices, {}, difference);
    }

    void addQuadrics() {
        for (const std::array<uint32_t, 3>& triangle : triangles_) {
            const std::array points{pointOf(triangle[0]), pointOf(triangle[1]), pointOf(triangle[2])};
            for (size_t pose = 0; pose < poses_; ++pose) {
                const dvec3 &a = place(points[0], pose), b = place(points[1], pose), c = place(points[2], pose);
                const dvec3 cross = glm::cross(b - a, c - a);
                const double twiceArea = glm::length(cross);
                if (!(twiceArea > 0.0)) continue;
                Quadric plane;
                plane.addPlane(cross / twiceArea, -glm::dot(cross / twiceArea, a), twiceArea);
                plane.weight = twiceArea;
                for (const uint32_t point : points)
                    quadrics_[point * poses_ + pose].add(plane);
                if (pose == 0) addAttributes(triangle, a, b - a, c - a, cross);
            }
        }
        double sum = 0.0;
        for (const Quadric& quadric : quadrics_)
            sum += quadric.weight;
        if (sum > 0.0) pointWeight_ = sum / static_cast<double>(quadrics_.size());
        std::vector<Neighbor> ring;
        for (uint32_t point = 0; point < pointCount_; ++point) {
            if (isHub(point)) continue;
            findRing(point, ring);
            for (const Neighbor& neighbor : ring)
                if (neighbor.isSpecial() && neighbor.triangles <= 2) addBorder(point, neighbor.point);
        }
    }

    void addAttributes(const std::array<uint32_t, 3>& triangle, const dvec3& a, const dvec3& ab, const dvec3& ac,
                       const dvec3& cross) {
        const double weight = glm::length(cross), squared = glm::dot(cross, cross);
        AttributeQuadric added;
        added.base.weight = weight;
        // The gradient of a value that rises by 1 along one edge, and not along the other.
        const dvec3 alongFirst = glm::cross(ac, cross) / squared, alongSecond = glm::cross(cross, ab) / squared;
        for (size_t i = 0; i < kSimplifyAttributes; ++i) {
            const double first = input_.attributes[triangle[0]][i];
            const dvec3 gradient = (input_.attributes[triangle[1]][i] - first) * alongFirst +
                                   (input_.attributes[triangle[2]][i] - first) * alongSecond;
            const double offset = first - glm::dot(gradient, a);
            added.base.addPlane(gradient, offset, weight);
            added.gradient[i] = weight * gradient;
            added.offset[i] = weight * offset;
        }
        for (const uint32_t vertex : triangle)
            attributes_[vertex].add(added);
    }

    /// Planes through the edge, each at a right angle to one of its triangles.
    void addBorder(uint32_t point, uint32_t other) {
        for (const uint32_t index : trianglesOf_[point]) {
            const std::array<uint32_t, 3>& triangle = triangles_[index];
            const std::array points{pointOf(triangle[0]), pointOf(triangle[1]), pointOf(triangle[2])};
            if (std::ranges::find(points, other) == points.end()) continue;
            for (size_t pose = 0; pose < poses_; ++pose) {
                const dvec3& a = place(point, pose);
                const dvec3 edge = place(other, pose) - a;
                const dvec3 normal = glm::cross(edge, glm::cross(place(points[1], pose) - place(points[0], pose),
                                                                 place(points[2], pose) - place(points[0], pose)));
                const double length = glm::length(normal);
                if (!(length > 0.0)) continue;
                quadrics_[point * poses_ + pose].addPlane(normal / length, -glm::dot(normal / length, a),
                                                          kBorderWeight * glm::dot(edge, edge));
            }
        }
    }

    void findRing(uint32_t point, std::vector<Neighbor>& ring) const {
        ring.clear();
        for (const uint32_t index : trianglesOf_[point]) {
            const std::array<uint32_t, 3>& triangle = triangles_[index];
            size_t corner = 0;
            while (pointOf(triangle[corner]) != point)
                ++corner;
            for (const uint32_t there : {triangle[(corner + 1) % 3], triangle[(corner + 2) % 3]}) {
                auto found = std::ranges::find(ring, pointOf(there), &Neighbor::point);
                if (found == ring.end()) found = ring.insert(found, Neighbor{.point = pointOf(there)});
                if (found->triangles < 2) {
                    found->here[found->triangles] = groupOf(triangle[corner]);
                    found->there[found->triangles] = groupOf(there);
                }
                ++found->triangles;
            }
        }
    }

    /// Puts the cheapest collapse of the point into the queue, in place of an earlier one.
    void offer(uint32_t point) {
        State& state = states_[point];
        state = {.stamp = state.stamp + 1};
        if (input_.locked[point] || trianglesOf_[point].empty() || isHub(point)) return;
        findRing(point, ring_);
        size_t special = 0;
        for (const Neighbor& neighbor : ring_) {
            if (neighbor.triangles > 2) return;
            special += neighbor.isSpecial() ? 1 : 0;
        }
        if (special != 0 && special != 2) return;
        candidates_.clear();
        for (const Neighbor& neighbor : ring_) {
            if ((special > 0 && !neighbor.isSpecial()) || isHub(neighbor.point)) continue;
            Collapse candidate{.target = neighbor.point};
            if (!findReplacement(point, neighbor, candidate.replacement)) continue;
            candidate.cost = costOf(point, candidate);
            candidates_.push_back(candidate);
        }
        std::ranges::sort(candidates_, {},
                          [](const Collapse& collapse) { return std::tie(collapse.cost, collapse.target); });
        const auto found = std::ranges::find_if(candidates_, [&](const Collapse& candidate) {
            return keepsTopology(point, candidate.target) && turnsNothingOver(point, candidate.target);
        });
        if (found == candidates_.end()) return;
        best_[point] = *found;
        state.queued = true;
        queue_.emplace(found->cost, point, state.stamp);
    }

    /// False where a group of the point has no counterpart, or two.
    bool findReplacement(uint32_t point, const Neighbor& neighbor, Replacement& replacement) const {
        for (uint32_t i = 0; i < neighbor.triangles; ++i) {
            const uint32_t here = neighbor.here[i], known = replacement.of(here);
            if (known != kNoGroup && known != neighbor.there[i]) return false;
            const size_t slot = replacement.from[0] == kNoGroup || replacement.from[0] == here ? 0 : 1;
            replacement.from[slot] = here;
            replacement.to[slot] = neighbor.there[i];
        }
        return std::ranges::all_of(trianglesOf_[point], [&](uint32_t index) {
            return std::ranges::all_of(triangles_[index], [&](uint32_t vertex) {
                return pointOf(vertex) != point || replacement.of(groupOf(vertex)) != kNoGroup;
            });
        });
    }

    double costOf(uint32_t point, const Collapse& candidate) const {
        double worst = 0.0;
        for (size_t pose = 0; pose < poses_; ++pose)
            worst = std::max(worst, quadrics_[point * poses_ + pose].at(place(candidate.target, pose)));
        double differences = 0.0;
        const dvec3& there = place(candidate.target, 0);
        for (size_t i = 0; i < 2; ++i) {
            const auto [from, to] = std::pair(candidate.replacement.from[i], candidate.replacement.to[i]);
            if (from == kNoGroup) continue;
            for (const uint32_t vertex : verticesOf_[from]) {
                const SimplifyAttributes& other = input_.attributes[counterpart(vertex, to)];
                differences = std::max(differences, attributes_[vertex].meanAt(there, other));
            }
        }
        const dvec3 edge = there - place(point, 0);
        return std::max(0.0, worst) / pointWeight_ + differences + kLengthCost * glm::dot(edge, edge);
    }

    /// The points next to both ends are those of the triangles that vanish (Dey and others, "Topology Preserving Edge
    /// Contraction", 1999), and nothing vanishes whole.
    bool keepsTopology(uint32_t point, uint32_t target) {
        ++mark_;
        for (const Neighbor& neighbor : ring_)
            marks_[neighbor.point] = mark_;
        size_t common = 0, shared = 0;
        bool staysWhole = true;
        for (const uint32_t index : trianglesOf_[target])
            for (const uint32_t vertex : triangles_[index]) {
                const uint32_t other = pointOf(vertex);
                if (other == point) ++shared;
                if (other == target || marks_[other] != mark_) continue;
                marks_[other] = 0;
                ++common;
                staysWhole &= trianglesOf_[other].size() > 1;
            }
        staysWhole &= trianglesOf_[target].size() + trianglesOf_[point].size() > 2 * shared;
        return staysWhole && common == shared;
    }

    bool turnsNothingOver(uint32_t point, uint32_t target) const {
        for (const uint32_t index : trianglesOf_[point]) {
            const std::array<uint32_t, 3>& triangle = triangles_[index];
            size_t corner = 0;
            while (pointOf(triangle[corner]) != point)
                ++corner;
            const uint32_t b = pointOf(triangle[(corner + 1) % 3]), c = pointOf(triangle[(corner + 2) % 3]);
            if (b == target || c == target) continue;
            for (size_t pose = 0; pose < poses_; ++pose) {
                const dvec3 edge = place(c, pose) - place(b, pose);
                const dvec3 before = glm::cross(edge, place(point, pose) - place(b, pose));
                const dvec3 after = glm::cross(edge, place(target, pose) - place(b, pose));
                if (glm::dot(before, after) < kLeastCosine * glm::length(before) * glm::length(after)) return false;
                if (glm::dot(before, before) > 0.0 && !(glm::dot(after, after) > 0.0)) return false;
            }
        }
        return true;
    }

    void collapse(uint32_t point) {
        const Collapse done = best_[point];
        std::vector<uint32_t>& kept = trianglesOf_[done.target];
        for (const uint32_t index : trianglesOf_[point]) {
            std::array<uint32_t, 3>& triangle = triangles_[index];
            const bool vanishes =
                std::ranges::any_of(triangle, [&](uint32_t vertex) { return pointOf(vertex) == done.target; });
            if (vanishes) {
                for (const uint32_t vertex : triangle)
                    if (pointOf(vertex) != point) std::erase(trianglesOf_[pointOf(vertex)], index);
                triangle.fill(kNoVertex);
                --living_;
                continue;
            }
            for (uint32_t& vertex : triangle)
                if (pointOf(vertex) == point) vertex = counterpart(vertex, done.replacement.of(groupOf(vertex)));
            kept.push_back(index);
        }
        trianglesOf_[point].clear();
        for (size_t pose = 0; pose < poses_; ++pose)
            quadrics_[done.target * poses_ + pose].add(quadrics_[point * poses_ + pose]);
        for (size_t i = 0; i < 2; ++i) {
            if (done.replacement.from[i] == kNoGroup) continue;
            for (const uint32_t vertex : verticesOf_[done.replacement.from[i]]) {
                replacedBy_[vertex] = counterpart(vertex, done.replacement.to[i]);
                attributes_[replacedBy_[vertex]].add(attributes_[vertex]);
            }
        }
        states_[point] = {.stamp = states_[point].stamp + 1};
        std::vector<Neighbor> around;
        findRing(done.target, around);
        change(done.target);
        for (const Neighbor& neighbor : around)
            change(neighbor.point);
    }

    /// A queued point is only marked. It is judged again when it comes to the top, which saves most of the work.
    void change(uint32_t point) {
        if (states_[point].queued)
            states_[point].changed = true;
        else
            offer(point);
    }

    /// The newest entry of a point in the queue.
    struct State {
        uint32_t stamp = 0;
        bool queued = false;
        bool changed = false;  ///< since then
    };

    const SimplifyInput& input_;
    size_t poses_, pointCount_;
    std::vector<dvec3> places_;                       ///< points x poses
    std::vector<std::array<uint32_t, 3>> triangles_;  ///< kNoVertex where they have vanished
    std::vector<std::vector<uint32_t>> trianglesOf_;  ///< by point
    std::vector<uint8_t> isHub_;                      ///< by point: from the start
    std::vector<std::vector<uint32_t>> verticesOf_;   ///< by group
    size_t living_ = 0;
    std::vector<Quadric> quadrics_;             ///< points x poses
    double pointWeight_ = 1.0;                  ///< of a point's quadric, on the mean
    std::vector<AttributeQuadric> attributes_;  ///< by vertex
    std::vector<Collapse> best_;                ///< by point
    std::vector<State> states_;                 ///< by point
    std::priority_queue<std::tuple<double, uint32_t, uint32_t>, std::vector<std::tuple<double, uint32_t, uint32_t>>,
                        std::greater<>>
        queue_;  ///< cost, point, stamp
    std::vector<uint32_t> marks_;
    uint32_t mark_ = 0;
    std::vector<uint32_t> replacedBy_;  ///< by vertex, one step
    std::vector<Neighbor> ring_;        ///< of offer()
    std::vector<Collapse> candidates_;  ///< of offer()
};

}  // namespace

Simplified simplify(const SimplifyInput& input, std::span<const size_t> targets, double mostCost) {
    assert(!input.poses.empty() && std::ranges::is_sorted(targets, std::greater()));
    Simplifier simplifier(input);
    Simplified simplified;
    for (const size_t target : targets) {
        while (simplifier.triangleCount() > target && simplifier.collapseCheapest(mostCost * mostCost)) {
        }
        simplified.indices.push_back(simplifier.indices());
        simplified.replacedBy.push_back(simplifier.replacedBy());
    }
    return simplified;
}

}  // namespace sinew
