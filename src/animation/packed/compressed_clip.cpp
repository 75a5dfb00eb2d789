#include "animation/packed/compressed_clip.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "animation/clip/sample.h"

namespace sinew {
namespace {

constexpr float kTiny = 1e-12f;
constexpr float kLeastW = 0.3f;  // with less, three components of a rotation lose precision
constexpr float kLeastReferenceW = 0.1f;
constexpr float kMostTurn = 0.05f;         // of the step of a rotation: with kLeastW, its components are those of one
constexpr float kLargest = 4.19e6f;        // of a number: below 2^22, so that differences have 24 bits
constexpr int kRounds = 8;                 // in which steps are chosen
constexpr float kRestShare = 0.1f;         // of the tolerance: tracks closer to the rest are left out
constexpr size_t kMostRetried = 1u << 24;  // rows times nodes: larger clips are not tried with more rows

constexpr bool isFull(QuadKind kind) {
    return kind == QuadKind::fullRotation;
}
constexpr bool isRotation(QuadKind kind) {
    return kind == QuadKind::constantRotation || kind == QuadKind::rotation || isFull(kind);
}
constexpr bool isScale(QuadKind kind) {
    return kind == QuadKind::constantScale || kind == QuadKind::scale;
}
constexpr bool isAnimated(QuadKind kind) {
    return static_cast<uint32_t>(kind) >= kAnimatedQuadKind;
}

glm::quat quaternionOf(const glm::vec4& v) {
    return {v.w, v.x, v.y, v.z};
}

/// With a positive w.
glm::vec4 vectorOf(const glm::quat& q) {
    return glm::vec4(q.x, q.y, q.z, q.w) * (q.w < 0.0f ? -1.0f : 1.0f);
}

glm::vec4 partOf(const Transform& transform, QuadKind kind) {
    if (isRotation(kind)) return vectorOf(transform.rotation);
    return glm::vec4(isScale(kind) ? transform.scale : transform.translation, 0.0f);
}

/// The index in kWidths of the width of a number.
uint32_t widthCode(int32_t number) {
    if (number == 0) return 0;
    return std::min(static_cast<uint32_t>(std::bit_width(static_cast<uint32_t>(number ^ (number >> 31)))) + 1, 15u);
}

/// The level of a row that is not an end of a segment.
uint32_t levelOf(size_t row) {
    return static_cast<uint32_t>(std::countr_zero(row % kSegmentRows));
}

using Numbers = std::array<int32_t, 4>;  ///< by component

/// The translation, rotation or scale of a node.
struct CodedTrack {
    uint32_t node = 0;
    QuadKind kind = QuadKind::translation;
    glm::vec4 reference{0.0f};
    float step = 0.0f, leastStep = 0.0f, mostStep = 0.0f;
    std::vector<glm::vec4> values;   ///< relative to the reference, by row, padded to whole segments
    std::vector<glm::vec4> decoded;  ///< in steps
    std::vector<Numbers> numbers;
    size_t bits = 0;  ///< of all numbers

    int count() const { return isFull(kind) ? 4 : 3; }

    /// `rows`: without those that pad.
    void quantize(size_t rows) {
        const auto set = [&](size_t row, int component, float predicted) {
            const float wanted = row < rows || row % kSegmentRows == 0 ? values[row][component] / step : predicted;
            const float number = std::nearbyint(wanted - predicted);
            numbers[row][static_cast<size_t>(component)] = static_cast<int32_t>(number);
            decoded[row][component] = predicted + number;
        };
        for (int i = 0; i < count(); ++i) {
            for (size_t row = 0; row < values.size(); row += kSegmentRows)
                set(row, i, 0.0f);
            for (size_t half = kSegmentRows / 2; half > 0; half /= 2)
                for (size_t row = half; row < values.size(); row += 2 * half)
                    set(row, i, 0.5f * (decoded[row - half][i] + decoded[row + half][i]));
        }
    }

    void write(size_t row, Transform& to) const {
        glm::vec4 value = decoded[row] * step;
        if (isRotation(kind)) {  // as the kernels do it
            if (isFull(kind))
                value /= std::max(glm::length(value), kTiny);
            else
                value.w = std::sqrt(std::max(0.0f, 1.0f - glm::dot(value, value)));
            to.rotation = quaternionOf(reference) * quaternionOf(value);
        } else {
            (isScale(kind) ? to.scale : to.translation) = glm::vec3(reference + value);
        }
    }

    /// Counts its bits. A track of zeros becomes constant.
    void finish() {
        const Numbers none{};
        if (std::ranges::all_of(numbers, [&](const Numbers& all) { return all == none; }))
            kind = isScale(kind)      ? QuadKind::constantScale
                   : isRotation(kind) ? QuadKind::constantRotation
                                      : QuadKind::constantTranslation;
        for (const Numbers& all : numbers)
            for (const int32_t number : all)
                bits += kWidths[widthCode(number)];
    }
};

using Quad = std::array<const CodedTrack*, 4>;  ///< by lane

/// See CompressedView.
struct Entry {
    Quad quad;
    size_t first = 0, count = 3;  ///< of the components

    int32_t number(size_t row, size_t plane, size_t lane) const { return quad[lane]->numbers[row][first + plane]; }

    uint32_t widthCodeAt(size_t row) const {
        uint32_t code = 0;
        for (size_t plane = 0; plane < count; ++plane)
            for (size_t lane = 0; lane < 4; ++lane)
                code = std::max(code, widthCode(number(row, plane, lane)));
        return code;
    }
};

/// Writes the planes of a compressed clip.
class Planes {
  public:
    void add(const Entry& entry, size_t row, uint32_t width) {
        for (size_t plane = 0; plane < 3; ++plane) {
            planes_[plane].resize(4 * size_t{(bit_ + width) / 8 + 1});
            for (size_t lane = 0; lane < 4 && plane < entry.count; ++lane) {
                const auto number = static_cast<uint32_t>(entry.number(row, plane, lane));
                for (uint32_t bit = 0; bit < width; ++bit)
                    planes_[plane][4 * size_t{(bit_ + bit) / 8} + lane] |=
                        static_cast<uint8_t>((number >> bit & 1) << (bit_ + bit) % 8);
            }
        }
        bit_ += width;
    }
    uint32_t bit() const { return bit_; }
    size_t bytes() const { return planes_[0].size(); }
    std::vector<uint8_t> joined() const {
        std::vector<uint8_t> all;
        for (const std::vector<uint8_t>& plane : planes_)
            all.insert(all.end(), plane.begin(), plane.end());
        all.resize(all.size() + 12);
        return all;
    }

  private:
    std::array<std::vector<uint8_t>, 3> planes_;
    uint32_t bit_ = 0;
};

}  // namespace

class ClipCompressor {
  public:
    ClipCompressor(const AnimationClip& clip, const NodeHierarchy& hierarchy, const ClipCompression& settings)
        : clip_(clip),
          hierarchy_(hierarchy),
          settings_(settings),
          nodes_(hierarchy.size()),
          world_(nodes_),
          expected_(nodes_) {}

    /// With `rowsPerKey` rows for each key of the longest track, and at most four times as many in all.
    CompressedClip compressed(size_t rowsPerKey) {
        CompressedClip out(hierarchy_);
        sampleRows(out, rowsPerKey);
        findLevers();
        for (const Channel& channel : clip_.channels) {
            if (!channel.translation.empty()) add(channel.node, QuadKind::translation);
            if (!channel.rotation.empty()) add(channel.node, QuadKind::rotation);
            if (!channel.scale.empty()) add(channel.node, QuadKind::scale);
        }
        chooseSteps();
        write(out);
        out.error_ = largestError(out);
        return out;
    }

  private:
    using Pose = std::vector<Transform>;

    void sampleRows(CompressedClip& out, size_t rowsPerKey) {
        size_t keys = 1;
        double first = std::numeric_limits<double>::infinity(), last = -first, key = 0.0;
        for (const Channel& channel : clip_.channels) {
            const auto look = [&](const auto& track) {
                if (track.size() < 2) return;
                first = std::min(first, track.times.front()), last = std::max(last, track.times.back());
                if (track.size() <= keys) return;
                keys = track.size(), key = track.times.front();
                out.rowsPerSecond_ = static_cast<double>((keys - 1) * rowsPerKey) / (track.times.back() - key);
            };
            look(channel.translation), look(channel.rotation), look(channel.scale);
        }
        const double most = 4.0 * static_cast<double>(keys * rowsPerKey);
        if ((last - first) * out.rowsPerSecond_ > most) {  // the longest track's keys are close together
            out.rowsPerSecond_ = most / (last - first);
            key = first;
        }
        if (!(out.rowsPerSecond_ > 0.0 && std::isfinite(out.rowsPerSecond_ + last - first))) {  // nothing that moves
            first = last = key = 0.0;
            out.rowsPerSecond_ = 1.0;
        }
        const auto rowsBetween = [&](double from, double to) {
            return static_cast<size_t>(std::ceil((to - from) * out.rowsPerSecond_ - 1e-3));
        };
        out.startSeconds_ = key - static_cast<double>(rowsBetween(first, key)) / out.rowsPerSecond_;
        const size_t rows = std::max<size_t>(rowsBetween(out.startSeconds_, last), 1) + 1;
        out.rowCount_ = static_cast<uint32_t>(rows);
        segments_ = (rows - 1 + kSegmentRows - 1) / kSegmentRows;
        poses_.assign(rows, Pose(nodes_));
        tracks_.clear();
        SampleCursor cursor;
        for (size_t row = 0; row < rows; ++row)
            sample(clip_, hierarchy_, out.startSeconds_ + static_cast<double>(row) / out.rowsPerSecond_, cursor,
                   poses_[row]);
    }

    void walk(std::span<const Transform> pose, std::span<glm::mat4> world) const {
        static constexpr glm::mat4 kIdentity(1.0f);
        if (nodes_ > 0)
            fastestKernels().walkPose(hierarchy_.parents.data(), static_cast<uint32_t>(nodes_), &pose[0].translation.x,
                                      &kIdentity[0].x, &world[0][0].x);
    }

    /// How far the points of a node and those below it are from it, at most, and how large a unit of each node is; both
    /// in the world.
    void findLevers() {
        levers_.assign(nodes_, kTiny), units_.assign(nodes_, kTiny);
        std::vector<float> toParent(nodes_, 0.0f);
        for (const Pose& pose : poses_) {
            walk(pose, expected_);
            for (size_t i = 0; i < nodes_; ++i) {
                for (int axis = 0; axis < 3; ++axis)
                    units_[i] = std::max(units_[i], glm::length(expected_[i][axis]));
                if (const int32_t parent = hierarchy_.parents[i]; parent >= 0)
                    toParent[i] = std::max(toParent[i],
                                           glm::distance(expected_[i][3], expected_[static_cast<size_t>(parent)][3]));
            }
        }
        for (size_t i = nodes_; i-- > 0;) {
            levers_[i] = std::max(levers_[i], settings_.reach[i] * units_[i]);
            raiseParent(levers_, i, toParent[i] + levers_[i]);
        }
    }

    void raiseParent(std::vector<float>& values, size_t node, float value) const {
        if (const int32_t parent = hierarchy_.parents[node]; parent >= 0)
            values[static_cast<size_t>(parent)] = std::max(values[static_cast<size_t>(parent)], value);
    }

    void add(uint32_t node, QuadKind kind) {
        CodedTrack& track = tracks_.emplace_back();
        track.node = node, track.kind = kind;
        for (const Pose& pose : poses_)
            track.values.push_back(partOf(pose[node], kind));
        if (isRotation(kind))
            makeRotationsRelative(track);
        else
            makeRelative(track);
        const int32_t parent = hierarchy_.parents[node];
        const float unit = parent < 0 ? 1.0f : units_[static_cast<size_t>(parent)];
        const float lever = isRotation(kind) ? 2.0f * levers_[node]
                            : isScale(kind)  ? levers_[node] / std::max(glm::length(track.reference), kTiny)
                                             : unit;
        float largest = 0.0f;
        for (const glm::vec4& value : track.values)
            for (int i = 0; i < 4; ++i)
                largest = std::max(largest, std::abs(value[i]));
        track.leastStep = std::max(largest / kLargest, kTiny);
        track.mostStep = isRotation(kind) ? kMostTurn : std::numeric_limits<float>::max();
        track.step = std::clamp(settings_.tolerance / lever, track.leastStep, track.mostStep);
        const float nearRest = kRestShare * settings_.tolerance / lever;
        if (largest < nearRest && glm::distance(track.reference, partOf(hierarchy_.rest[node], kind)) < nearRest)
            return tracks_.pop_back();
        const size_t rows = segments_ * kSegmentRows + 1;
        track.values.resize(rows, track.values.back());
        track.decoded.resize(rows);
        track.numbers.resize(rows);
    }

    static void makeRelative(CodedTrack& track) {
        glm::vec4 low = track.values[0], high = low;
        for (const glm::vec4& value : track.values)
            low = glm::min(low, value), high = glm::max(high, value);
        track.reference = 0.5f * (low + high);
        for (glm::vec4& value : track.values)
            value -= track.reference;
    }

    static void makeRotationsRelative(CodedTrack& track) {
        glm::vec4 sum(0.0f);
        for (const glm::vec4& value : track.values)
            sum += glm::dot(sum, value) < 0.0f ? -value : value;
        // The kernels find w by a square root, which is imprecise near 0.
        sum /= glm::length(sum);
        sum = vectorOf(quaternionOf(sum));
        sum.w = std::max(sum.w, kLeastReferenceW);
        track.reference = sum / glm::length(sum);
        std::vector<glm::vec4> relative;
        bool isFar = false;
        for (const glm::vec4& value : track.values) {
            const glm::vec4 turn = vectorOf(glm::conjugate(quaternionOf(track.reference)) * quaternionOf(value));
            isFar |= turn.w < kLeastW || (!relative.empty() && glm::dot(turn, relative.back()) < 0.0f);
            relative.push_back(turn);
        }
        if (isFar) {
            track.kind = QuadKind::fullRotation;
            track.reference = {0.0f, 0.0f, 0.0f, 1.0f};
            for (size_t row = 1; row < track.values.size(); ++row)
                if (glm::dot(track.values[row], track.values[row - 1]) < 0.0f) track.values[row] = -track.values[row];
            return;
        }
        for (glm::vec4& turn : relative)
            turn.w = 0.0f;
        track.values = std::move(relative);
    }

    /// Raises `errors` to the distances of the points of each node from where they should be.
    void measure(std::span<const Transform> pose, std::span<const Transform> expected, std::span<float> errors) {
        walk(pose, world_);
        walk(expected, expected_);
        for (size_t i = 0; i < nodes_; ++i)
            for (int axis = 0; axis < 3; ++axis) {
                const glm::mat4 change = world_[i] - expected_[i];
                const float error = glm::length(change[3] + settings_.reach[i] * change[axis]);
                if (!(error <= errors[i])) errors[i] = error;  // a NaN stays
            }
    }

    /// Makes the step of each track as large as the errors at and below its node allow.
    void chooseSteps() {
        for (int round = 0;; ++round) {
            for (CodedTrack& track : tracks_)
                track.quantize(poses_.size());
            std::vector<float> errors(nodes_, kTiny);
            Pose pose = hierarchy_.rest;
            for (size_t row = 0; row < poses_.size(); ++row) {
                for (const CodedTrack& track : tracks_)
                    track.write(row, pose[track.node]);
                measure(pose, poses_[row], errors);
            }
            for (size_t i = nodes_; i-- > 0;)
                raiseParent(errors, i, errors[i]);
            const bool isWithin =
                std::ranges::all_of(errors, [&](float error) { return error <= settings_.tolerance; });
            if (round >= 2 * kRounds || (round >= kRounds && isWithin)) return;
            for (CodedTrack& track : tracks_) {
                const float share = 0.98f * settings_.tolerance / errors[track.node];
                track.step = std::clamp(track.step * std::clamp(share, 0.3f, round < kRounds ? 2.0f : 1.0f),
                                        track.leastStep, track.mostStep);
            }
        }
    }

    /// The tracks by kind and size, so that neighbors need about as many bits.
    std::vector<Quad> quads() {
        for (CodedTrack& track : tracks_)
            track.finish();
        std::ranges::sort(tracks_, {}, [](const CodedTrack& track) { return std::pair(track.kind, track.bits); });
        std::vector<Quad> quads;
        size_t lane = 0;
        for (const CodedTrack& track : tracks_) {
            if (lane == 0 || lane == 4 || quads.back()[0]->kind != track.kind) {
                quads.emplace_back().fill(&track);  // unused lanes repeat the first
                lane = 0;
            }
            quads.back()[lane++] = &track;
        }
        return quads;
    }

    void write(CompressedClip& out) {
        std::vector<Entry> entries;
        for (const Quad& quad : quads()) {
            const QuadKind kind = quad[0]->kind;
            ++out.quads_[static_cast<size_t>(kind)];
            std::array<uint16_t, 4>& nodes = out.nodes_.emplace_back();
            Float4 lanes[4];
            for (size_t lane = 0; lane < 4; ++lane) {
                nodes[lane] = static_cast<uint16_t>(quad[lane]->node);
                for (int i = 0; i < 3; ++i)
                    lanes[i].values[lane] = quad[lane]->reference[i];
                lanes[3].values[lane] = quad[lane]->step;
            }
            out.references_.insert(out.references_.end(), lanes, lanes + 3);
            if (!isAnimated(kind)) continue;
            out.steps_.push_back(lanes[3]);
            entries.push_back({quad});
            if (isFull(kind)) entries.push_back({quad, 3, 1});
        }
        Planes planes;
        for (const Entry& entry : entries) {
            uint32_t code = 0;
            for (size_t row = 0; row <= segments_ * kSegmentRows; row += kSegmentRows)
                code = std::max(code, entry.widthCodeAt(row));
            out.endWidths_.push_back(kWidths[code]);
            out.endBits_ += kWidths[code];
        }
        for (size_t row = 0; row <= segments_ * kSegmentRows; row += kSegmentRows)
            for (size_t i = 0; i < entries.size(); ++i)
                planes.add(entries[i], row, out.endWidths_[i]);
        for (size_t first = 0; first < segments_ * kSegmentRows; first += kSegmentRows) {
            const size_t end = std::min(first + kSegmentRows, poses_.size());
            out.segments_.push_back(planes.bit());
            for (const Entry& entry : entries) {
                std::array<uint32_t, kSegmentLevels> codes{};
                for (size_t row = first + 1; row < end; ++row)
                    codes[levelOf(row)] = std::max(codes[levelOf(row)], entry.widthCodeAt(row));
                uint16_t& widths = out.widths_.emplace_back();
                for (uint32_t level = kSegmentLevels; level-- > 0;) {
                    widths = static_cast<uint16_t>(widths | codes[level] << (4 * level));
                    for (size_t row = first + (size_t{1} << level); row < end; row += size_t{2} << level)
                        planes.add(entry, row, kWidths[codes[level]]);
                }
            }
        }
        out.planeBytes_ = static_cast<uint32_t>(planes.bytes());
        out.bytes_ = planes.joined();
    }

    float largestError(const CompressedClip& out) {
        std::vector<float> errors(nodes_, 0.0f);
        Pose pose(nodes_), expected(nodes_);
        SampleCursor cursor;
        for (size_t quarter = 0; quarter <= 4 * (poses_.size() - 1); ++quarter) {
            const double time = out.startSeconds_ + 0.25 * static_cast<double>(quarter) / out.rowsPerSecond_;
            sample(clip_, hierarchy_, time, cursor, expected);
            out.sample(time, pose);
            measure(pose, expected, errors);
        }
        return nodes_ == 0 ? 0.0f : std::ranges::max(errors);
    }

    const AnimationClip& clip_;
    const NodeHierarchy& hierarchy_;
    const ClipCompression& settings_;
    size_t nodes_, segments_ = 0;
    std::vector<Pose> poses_;  ///< by row
    std::vector<float> levers_, units_;
    std::vector<CodedTrack> tracks_;
    std::vector<glm::mat4> world_, expected_;  ///< of the poses that are compared
};

CompressedClip::CompressedClip(const NodeHierarchy& hierarchy) : hierarchy_(&hierarchy) {}

CompressedClip::CompressedClip(const AnimationClip& clip, const NodeHierarchy& hierarchy,
                               const ClipCompression& settings)
    : CompressedClip(hierarchy) {
    assert(settings.reach.size() >= hierarchy.size() && hierarchy.size() <= 65536);
    ClipCompressor compressor(clip, hierarchy, settings);
    *this = compressor.compressed(1);
    for (size_t rowsPerKey = 2; rowsPerKey <= 4; rowsPerKey *= 2) {
        if (error_ <= settings.tolerance || rowCount_ * hierarchy.size() > kMostRetried) return;
        if (CompressedClip finer = compressor.compressed(rowsPerKey); finer.error_ <= settings.tolerance)
            *this = std::move(finer);
    }
}

CompressedView CompressedClip::view() const {
    CompressedView view{.nodes = reinterpret_cast<const uint16_t(*)[4]>(nodes_.data()),
                        .references = references_.data(),
                        .steps = steps_.data(),
                        .endWidths = endWidths_.data(),
                        .widths = widths_.data(),
                        .segments = segments_.data(),
                        .bytes = bytes_.data(),
                        .planeBytes = planeBytes_,
                        .entries = static_cast<uint32_t>(endWidths_.size()),
                        .endBits = endBits_,
                        .rowCount = rowCount_,
                        .nodeCount = static_cast<uint32_t>(hierarchy_->size()),
                        .startSeconds = startSeconds_,
                        .rowsPerSecond = rowsPerSecond_};
    std::ranges::copy(quads_, view.quads);
    return view;
}

size_t CompressedClip::byteCount() const {
    constexpr size_t kCounts = 88;  // the other members, and the sizes of these
    return kCounts + sizeof(nodes_[0]) * nodes_.size() + sizeof(Float4) * (references_.size() + steps_.size()) +
           endWidths_.size() + bytes_.size() + sizeof(widths_[0]) * widths_.size() +
           sizeof(segments_[0]) * segments_.size();
}

void CompressedClip::sample(double timeSeconds, std::span<Transform> pose, const PoseKernels& kernels) const {
    assert(pose.size() == hierarchy_->size());
    if (pose.empty()) return;
    kernels.sampleCompressed(view(), timeSeconds, &hierarchy_->rest[0].translation.x, &pose[0].translation.x);
}

}  // namespace sinew
