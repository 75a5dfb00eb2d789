#include "import/collada/holes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "import/assimp/convert.h"

namespace sinew::collada {
namespace {

constexpr size_t kMostCorners = 1024;  // of one polygon: the time grows with their square

using Point = glm::dvec2;

/// Twice the area of the triangle; positive where it winds counterclockwise.
double turn(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double areaOf(const Ring& ring, std::span<const Point> points) {
    double area = 0.0;
    for (size_t i = 0; i < ring.size(); ++i) {
        const Point &a = points[ring[i]], &b = points[ring[(i + 1) % ring.size()]];
        area += a.x * b.y - b.x * a.y;
    }
    return area;
}

bool isBetween(const Point& p, const Point& a, const Point& b) {
    return turn(a, b, p) == 0.0 && glm::dot(p - a, p - b) < 0.0;
}

/// True if the segments meet elsewhere than in common ends.
bool crosses(const Point& a, const Point& b, const Point& c, const Point& d) {
    if (a == c || a == d || b == c || b == d)
        return isBetween(c, a, b) || isBetween(d, a, b) || isBetween(a, c, d) || isBetween(b, c, d);
    const double ac = turn(a, b, c), ad = turn(a, b, d), ca = turn(c, d, a), cb = turn(c, d, b);
    if (((ac > 0.0) != (ad > 0.0)) && ((ca > 0.0) != (cb > 0.0)) && ac != 0.0 && ad != 0.0 && ca != 0.0 && cb != 0.0)
        return true;
    return isBetween(c, a, b) || isBetween(d, a, b) || isBetween(a, c, d) || isBetween(b, c, d);
}

bool crossesRing(const Point& a, const Point& b, const Ring& ring, std::span<const Point> points) {
    for (size_t i = 0; i < ring.size(); ++i)
        if (crosses(a, b, points[ring[i]], points[ring[(i + 1) % ring.size()]])) return true;
    return false;
}

/// Whether the direction from corner `i` of a ring that winds counterclockwise to `to` is inside of it.
bool leadsInside(const Ring& ring, size_t i, const Point& to, std::span<const Point> points) {
    const Point &at = points[ring[i]], &before = points[ring[(i + ring.size() - 1) % ring.size()]],
                &after = points[ring[(i + 1) % ring.size()]];
    if (turn(before, at, after) >= 0.0) return turn(before, at, to) > 0.0 && turn(at, after, to) > 0.0;
    return turn(before, at, to) > 0.0 || turn(at, after, to) > 0.0;
}

/// Joins `hole` to `outer` by a bridge between two corners that see each other. False if there are none.
bool join(const Ring& hole, std::span<const Ring> others, std::span<const Point> points, Ring& outer) {
    const auto start = std::ranges::max_element(hole, {}, [&](size_t corner) { return points[corner].x; });
    const Point& from = points[*start];
    std::vector<std::pair<double, size_t>> nearest;
    for (size_t i = 0; i < outer.size(); ++i)
        nearest.emplace_back(glm::distance(points[outer[i]], from), i);
    std::ranges::sort(nearest);
    for (const auto& [distance, i] : nearest) {
        const Point& to = points[outer[i]];
        if (to == from || !leadsInside(outer, i, from, points)) continue;
        if (crossesRing(from, to, outer, points) || crossesRing(from, to, hole, points)) continue;
        if (std::ranges::any_of(others, [&](const Ring& other) { return crossesRing(from, to, other, points); }))
            continue;
        const auto after = outer.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        Ring joined(outer.begin(), after);
        joined.insert(joined.end(), start, hole.end());
        joined.insert(joined.end(), hole.begin(), start + 1);
        joined.push_back(outer[i]);
        joined.insert(joined.end(), after, outer.end());
        outer = std::move(joined);
        return true;
    }
    return false;
}

bool isEar(const Ring& ring, size_t i, std::span<const Point> points) {
    const size_t before = (i + ring.size() - 1) % ring.size(), after = (i + 1) % ring.size();
    const Point &a = points[ring[before]], &b = points[ring[i]], &c = points[ring[after]];
    if (turn(a, b, c) <= 0.0) return false;
    return std::ranges::none_of(ring, [&](size_t corner) {
        const Point& p = points[corner];
        return p != a && p != b && p != c && turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    });
}

std::optional<std::vector<Triangle>> clipped(Ring ring, std::span<const Point> points) {
    std::vector<Triangle> triangles;
    size_t i = 0, misses = 0;
    while (ring.size() > 3) {
        const size_t before = (i + ring.size() - 1) % ring.size(), after = (i + 1) % ring.size();
        const bool isStraight = turn(points[ring[before]], points[ring[i]], points[ring[after]]) == 0.0;
        if (isStraight || isEar(ring, i, points)) {
            if (!isStraight) triangles.push_back({ring[before], ring[i], ring[after]});
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
            misses = 0;
            i = i % ring.size();
            continue;
        }
        if (++misses > ring.size()) return std::nullopt;
        i = (i + 1) % ring.size();
    }
    triangles.push_back({ring[0], ring[1], ring[2]});
    return triangles;
}

class HoleCutter {
  public:
    explicit HoleCutter(const Document& document) : document_(document) {}

    /// True if the polygons changed.
    bool cut(Node polygons) {
        if (!polygons.child("ph")) return false;
        readInputs(polygons);
        std::vector<Node> spent;
        for (const Node holed : polygons.children("ph")) {
            spent.push_back(holed);
            cutOne(holed, polygons);
        }
        for (const Node holed : spent)
            polygons.remove_child(holed);
        const auto lists = polygons.children("p");
        const auto count = static_cast<unsigned long long>(std::distance(lists.begin(), lists.end()));
        if (!polygons.attribute("count")) polygons.append_attribute("count");
        polygons.attribute("count").set_value(count);
        return true;
    }

    size_t filled() const { return filled_; }

  private:
    void readInputs(Node polygons) {
        width_ = 1;
        vertexOffset_ = 0;
        positions_ = {};
        for (const Node input : polygons.children("input")) {
            const size_t offset = std::min(input.attribute("offset").as_uint(), 255u);
            width_ = std::max(width_, offset + 1);
            if (std::string_view(input.attribute("semantic").value()) != "VERTEX") continue;
            vertexOffset_ = offset;
            const Node vertices = document_.byId(input.attribute("source").value());
            positions_ = readNumbers(document_, inputSource(document_, vertices, "POSITION"));
        }
    }

    void cutOne(Node holed, Node polygons) {
        corners_.clear();
        points_.clear();
        std::vector<Ring> rings{ringOf(holed.child("p"))};
        for (const Node hole : holed.children("h"))
            rings.push_back(ringOf(hole));
        const bool isUsable = corners_.size() <= kMostCorners && points_.size() == corners_.size() &&
                              std::ranges::none_of(rings, [](const Ring& ring) { return ring.size() < 3; });
        if (const auto triangles = isUsable ? triangulated(rings, flattened(rings.front())) : std::nullopt) {
            for (const Triangle& triangle : *triangles)
                append(polygons, triangle);
        } else {
            ++filled_;
            if (rings.front().size() >= 3) append(polygons, rings.front());
        }
    }

    Ring ringOf(Node list) {
        const std::vector<int64_t> indices = integersIn(list.text().get());
        Ring ring;
        for (size_t at = 0; at + width_ <= indices.size(); at += width_) {
            ring.push_back(corners_.size());
            corners_.emplace_back(indices.begin() + static_cast<std::ptrdiff_t>(at),
                                  indices.begin() + static_cast<std::ptrdiff_t>(at + width_));
            const int64_t vertex = corners_.back()[vertexOffset_];
            if (positions_.width < 3 || vertex < 0 || static_cast<size_t>(vertex) >= positions_.count()) continue;
            const double* const p = &positions_.values[static_cast<size_t>(vertex) * positions_.width];
            if (std::isfinite(p[0] + p[1] + p[2])) points_.emplace_back(p[0], p[1], p[2]);
        }
        return ring;
    }

    /// The points without the coordinate along which the ring's normal is longest (Newell's method).
    std::vector<Point> flattened(const Ring& ring) const {
        glm::dvec3 normal(0.0);
        for (size_t i = 0; i < ring.size(); ++i)
            normal += glm::cross(points_[ring[i]] - points_[ring.front()],
                                 points_[ring[(i + 1) % ring.size()]] - points_[ring.front()]);
        const glm::dvec3 size = glm::abs(normal);
        const int dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        std::vector<Point> flat;
        for (const glm::dvec3& p : points_)
            flat.emplace_back(p[(dropped + 1) % 3], p[(dropped + 2) % 3]);
        return flat;
    }

    template <typename Corners>
    void append(Node polygons, const Corners& corners) const {
        std::string text;
        for (const size_t corner : corners)
            for (const int64_t index : corners_[corner])
                text += fmt::format("{}{}", text.empty() ? "" : " ", index);
        polygons.append_child("p").text().set(text.c_str());
    }

    const Document& document_;
    size_t width_ = 1, vertexOffset_ = 0, filled_ = 0;
    Numbers positions_;
    std::vector<std::vector<int64_t>> corners_;  ///< the indices of each
    std::vector<glm::dvec3> points_;             ///< of each corner
};

}  // namespace

std::optional<std::vector<Triangle>> triangulated(std::vector<Ring> rings, std::span<const glm::dvec2> points) {
    const bool isClockwise = areaOf(rings.front(), points) < 0.0;
    for (size_t r = 0; r < rings.size(); ++r)
        if ((areaOf(rings[r], points) < 0.0) != (r > 0)) std::ranges::reverse(rings[r]);
    Ring outer = std::move(rings.front());
    rings.erase(rings.begin());
    std::ranges::stable_sort(rings, std::ranges::greater(), [&](const Ring& ring) {
        const size_t last = std::ranges::max(ring, {}, [&](size_t corner) { return points[corner].x; });
        return points[last].x;
    });
    for (size_t r = 0; r < rings.size(); ++r)
        if (!join(rings[r], std::span(rings).subspan(r + 1), points, outer)) return std::nullopt;
    auto triangles = clipped(std::move(outer), points);
    if (triangles && isClockwise)
        for (Triangle& triangle : *triangles)
            std::swap(triangle[1], triangle[2]);
    return triangles;
}

std::vector<Node> cutHoles(const Document& document, Findings& findings) {
    std::vector<Node> changed;
    HoleCutter cutter(document);
    for (const Node library : document.root().children("library_geometries")) {
        bool isChanged = false;
        for (const Node geometry : library.children("geometry"))
            for (const Node polygons : geometry.child("mesh").children("polygons"))
                isChanged = cutter.cut(polygons) || isChanged;
        if (isChanged) changed.push_back(library);
    }
    if (cutter.filled() > 0)
        findings.push_back(countFinding("holes-filled", Severity::warning, "file", cutter.filled(), "polygon",
                                        "polygons", "with holes that cannot be cut; drawn without the holes"));
    return changed;
}

}  // namespace sinew::collada
