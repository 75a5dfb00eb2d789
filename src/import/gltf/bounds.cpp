#include "import/gltf/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "import/gltf/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kAxes = 3;
constexpr size_t kMostPositions = size_t{1} << 23;  // of all accessors that are looked at: they may share bytes
constexpr float kTimesTooLarge = 20.0f;             // such a box frames nothing
constexpr float kMostOutside = 0.01f;               // of the size of the mesh: less is rounding
constexpr float kFarUnused = 0.25f;                 // of the same

/// The last of the key times of an accessor; nothing where it is unknown.
std::optional<float> lastTime(File& file, const AccessorRow& row) {
    const ViewRow& view = file.view(row.view);
    if (row.componentType != kFloat || row.componentCount != 1 || row.isSparse || row.count == 0 || !view.isObject)
        return std::nullopt;
    const size_t stride = view.stride > 0 ? view.stride : sizeof(float);
    if (row.offset > view.size || row.count - 1 > (view.size - row.offset) / stride) return std::nullopt;
    const std::string bytes =
        file.bytes(view.buffer, view.offset + row.offset + (row.count - 1) * stride, sizeof(float));
    float last = 0.0f;
    if (bytes.size() != sizeof(last)) return std::nullopt;
    std::memcpy(&last, bytes.data(), sizeof(last));
    return last;
}

struct Box {
    std::array<float, kAxes> min, max;
};

std::optional<Box> boxOf(const std::vector<float>& positions) {
    if (positions.size() < kAxes || !std::ranges::all_of(positions, [](float value) { return std::isfinite(value); }))
        return std::nullopt;
    Box box{{positions[0], positions[1], positions[2]}, {positions[0], positions[1], positions[2]}};
    for (size_t i = 0; i < positions.size(); ++i) {
        float &min = box.min[i % kAxes], &max = box.max[i % kAxes];
        min = std::min(min, positions[i]), max = std::max(max, positions[i]);
    }
    return box;
}

/// How a box that an accessor states fits its positions.
struct StatedBox {
    float outside = 0.0f;  ///< how far these reach out of it, relative to the diagonal of their own
    float times = 1.0f;    ///< its diagonal, relative to that
};

/// Where an accessor states no box, it fits. Normalized positions are left out: writers disagree about their unit.
StatedBox statedBox(File& file, size_t accessor) {
    const AccessorRow row = file.accessor(accessor);
    if (row.min.count != kAxes || row.max.count != kAxes || row.isNormalized) return {};
    const auto positions = file.numbers(accessor, kAxes);
    const auto box = positions ? boxOf(*positions) : std::nullopt;
    if (!box) return {};
    float outside = 0.0f, squares = 0.0f, stated = 0.0f;
    for (size_t axis = 0; axis < kAxes; ++axis) {
        outside = std::max({outside, row.min.values[axis] - box->min[axis], box->max[axis] - row.max.values[axis]});
        squares += (box->max[axis] - box->min[axis]) * (box->max[axis] - box->min[axis]);
        const float length = row.max.values[axis] - row.min.values[axis];
        stated += length * length;
    }
    if (!(squares > 0.0f)) return {};
    const StatedBox fit{.outside = outside / std::sqrt(squares), .times = std::sqrt(stated / squares)};
    return std::isfinite(fit.outside) && std::isfinite(fit.times) ? fit : StatedBox{};
}

float diagonalOf(const Box& box) {
    return std::hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
}

/// How far a position is outside of a box.
float distanceTo(const Box& box, const float* position) {
    std::array<float, kAxes> off{};
    for (size_t axis = 0; axis < kAxes; ++axis)
        off[axis] = std::max({0.0f, box.min[axis] - position[axis], position[axis] - box.max[axis]});
    return std::hypot(off[0], off[1], off[2]);
}

/// Of an accessor of positions.
struct DrawnVertices {
    size_t mesh = 0;      ///< the first that has it
    bool areAll = false;  ///< or unknown
    std::vector<bool> drawn{};
};

/// Adds what a primitive draws of its positions. `left`: the vertices and indices that may yet be looked at.
void addDrawn(File& file, const Json& primitive, size_t vertices, size_t& left, DrawnVertices& positions) {
    const auto indices = File::index(primitive, "indices");
    const size_t cost = (indices ? file.accessor(*indices).count : 0) + (positions.drawn.empty() ? vertices : 0);
    const bool isAffordable = cost <= left;
    if (isAffordable) left -= cost;
    const auto numbers = indices && isAffordable ? file.integers(*indices, 1) : std::nullopt;
    positions.areAll = !numbers;
    positions.drawn.resize(numbers ? vertices : 0);
    for (size_t i = 0; numbers && i < numbers->size(); ++i)
        if ((*numbers)[i] < vertices) positions.drawn[(*numbers)[i]] = true;
}

}  // namespace

void reportLastTimes(File& file, const std::set<size_t>& inputs, Findings& findings) {
    constexpr float kTolerance = 1e-3f;  // of the time, or seconds
    if (std::ranges::any_of(inputs, [&](size_t input) { return isBoundless(file.accessor(input)); }))
        findings.push_back({"bounds-missing", Severity::info, std::string(), "states no min and max of its key times"});
    for (const size_t input : inputs) {
        const AccessorRow& row = file.accessor(input);
        if (row.max.count != 1 || !std::isfinite(row.max.values[0])) continue;
        const float stated = row.max.values[0];
        const auto last = lastTime(file, row);
        if (!last || !(std::abs(*last - stated) > kTolerance * std::max(1.0f, std::abs(*last)))) continue;
        findings.push_back({"bounds-wrong", Severity::warning, std::string(),
                            fmt::format("has its last key at {:.5g} s, but the file states {:.5g} s", *last, stated)});
        return;
    }
}

void reportPositions(File& file, Findings& findings) {
    std::map<size_t, StatedBox> known;  // by accessor
    size_t left = kMostPositions;
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        StatedBox worst;
        for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
            const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
            if (!positions) continue;
            const size_t count = file.accessor(*positions).count;
            if (!known.contains(*positions)) {
                if (count > left) continue;
                left -= count;
                known[*positions] = statedBox(file, *positions);
            }
            worst.outside = std::max(worst.outside, known[*positions].outside);
            worst.times = std::max(worst.times, known[*positions].times);
        }
        if (worst.outside <= kMostOutside) {
            if (worst.times < kTimesTooLarge) continue;
            const Measured times = measured(static_cast<double>(worst.times), "times");
            findings.push_back({"bounds-wrong", Severity::warning, nameOf(mesh, "mesh", m),
                                "is in a box that the file states " + times.text + " as large as it is", times.figure});
            continue;
        }
        const Measured share = measuredShare(static_cast<double>(worst.outside), "the mesh's size");
        findings.push_back({"bounds-wrong", Severity::warning, nameOf(mesh, "mesh", m),
                            "has vertices up to " + share.text + " outside the box that the file states",
                            share.figure});
    }
}

void reportFarUnused(File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));  // reading accessors does not change it
    std::map<size_t, DrawnVertices> known;                   // by accessor
    size_t left = kMostPositions;
    for (size_t m = 0; m < meshes.size(); ++m)
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const auto accessor = File::index(File::at(primitive, "attributes"), "POSITION");
            if (!accessor) continue;
            DrawnVertices& positions = known.try_emplace(*accessor, DrawnVertices{.mesh = m}).first->second;
            if (!positions.areAll) addDrawn(file, primitive, file.accessor(*accessor).count, left, positions);
        }
    for (const auto& [accessor, positions] : known) {
        if (positions.areAll || std::ranges::find(positions.drawn, false) == positions.drawn.end()) continue;
        const auto numbers = file.numbers(accessor, kAxes);
        if (!numbers || numbers->size() != kAxes * positions.drawn.size()) continue;
        std::vector<float> drawn;
        for (size_t i = 0; i < numbers->size(); ++i)
            if (positions.drawn[i / kAxes]) drawn.push_back((*numbers)[i]);
        const auto box = boxOf(drawn);
        const float size = box ? diagonalOf(*box) : 0.0f;
        if (!(size > 0.0f)) continue;
        size_t count = 0;
        float farthest = 0.0f;
        for (size_t v = 0; v < positions.drawn.size(); ++v) {
            const float distance = positions.drawn[v] ? 0.0f : distanceTo(*box, &(*numbers)[kAxes * v]);
            if (!(distance > kFarUnused * size) || !std::isfinite(distance / size)) continue;
            ++count, farthest = std::max(farthest, distance / size);
        }
        if (count == 0) continue;
        const Measured times = measured(static_cast<double>(farthest), "times the mesh's size");
        findings.push_back({"vertices-unused", Severity::info, nameOf(meshes[positions.mesh], "mesh", positions.mesh),
                            fmt::format("has {} that no triangle uses, up to {} away from all others",
                                        measuredCount(count, "vertex", "vertices").text, times.text),
                            times.figure});
    }
}

}  // namespace sinew::gltf
