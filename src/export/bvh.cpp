#include "export/bvh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <glm/ext/matrix_double3x3.hpp>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "base/error.h"
#include "base/numbered_names.h"
#include "base/text.h"
#include "export/build/pictures.h"

namespace sinew::exporting {
namespace {

using Euler = std::array<double, 3>;  // degrees about Z, X and Y: the order that most programs write

/// The angles of a rotation about Z, then X, then Y, nearest to those of the frame before.
Euler anglesOf(const glm::dquat& rotation, const Euler& before) {
    const glm::dmat3 m = glm::mat3_cast(rotation);
    const double x = std::asin(std::clamp(m[1][2], -1.0, 1.0)), side = std::hypot(m[1][0], m[1][1]);
    Euler angles{std::atan2(m[0][1], m[0][0]), x, 0.0};  // where Z and Y turn about one axis
    if (side > 1e-7) angles = {std::atan2(-m[1][0], m[1][1]), x, std::atan2(-m[0][2], m[2][2])};
    Euler other{angles[0] + std::numbers::pi, std::numbers::pi - angles[1], angles[2] + std::numbers::pi};
    double away = 0.0, otherAway = 0.0;
    for (size_t i = 0; i < 3; ++i)
        for (auto [turned, sum] : {std::pair(&angles, &away), {&other, &otherAway}}) {
            double& angle = (*turned)[i];
            angle *= 180.0 / std::numbers::pi;
            angle += 360.0 * std::round((before[i] - angle) / 360.0);
            *sum += std::abs(before[i] - angle);
        }
    return otherAway < away ? other : angles;
}

/// The skeleton as BVH has it: its rest pose is the model's with no joint turned, so frames of joints are along the
/// axes of the world there.
class BvhWriter {
  public:
    BvhWriter(const Model& model, const ExportOptions& options)
        : model_(model), hierarchy_(model.hierarchy), options_(options), rest_(worldOf(hierarchy_.rest)) {
        findJoints();
        NumberedNames names;
        for (const uint32_t node : joints_) {
            std::string name = utf8From(hierarchy_.names[node]);
            std::ranges::replace_if(
                name, [](char c) { return c == ' ' || c == '{' || c == '}'; }, '_');
            if (name.empty()) name = "joint";
            names_.push_back(names.take(name) ? name : names.takeNumbered(name + "_"));
        }
    }

    /// Null: the rest pose.
    std::string textOf(const AnimationClip* clip) {
        clip_ = clip;
        const double seconds = clip ? clip->durationSeconds : 0.0, usual = clip ? frameSeconds(*clip) : 0.0;
        const double rate =
            options_.framesPerSecond.value_or(std::clamp(usual > 0.0 ? 1.0 / usual : 30.0, 10.0, 240.0));
        const double frames = 1.0 + std::ceil(seconds * rate - 1e-3);
        constexpr double kMostNumbers = 1 << 27;
        numbers_ += frames * static_cast<double>(6 * joints_.size() + hierarchy_.size());
        if (clip && numbers_ > kMostNumbers)
            throw Error(Exit::input, fmt::format("the clip {} lasts {:.4g} s: too long for BVH at {:g} frames a second",
                                                 inQuotes(clip->name), seconds, rate));
        poses_.clear();
        for (double frame = 0.0; frame < frames; frame += 1.0)
            addFrame(std::min(frame / rate, seconds));
        moves_.clear();
        float size = 0.0f;
        for (const uint32_t node : joints_)
            size = std::max(size, glm::length(glm::vec3(rest_[node][3] - rest_[joints_[0]][3])));
        const float tolerance = static_cast<float>(options_.tolerance) * size;
        for (size_t j = 0; j < joints_.size(); ++j)
            moves_.push_back(j == 0 || std::ranges::any_of(poses_, [&](const std::vector<Joint>& pose) {
                                 return glm::length(pose[j].place - offsetOf(j)) > tolerance;
                             }));
        std::string text = "HIERARCHY\n";
        for (size_t j = 0; j < joints_.size(); ++j)
            writeJoint(j, text);
        text += fmt::format("MOTION\nFrames: {}\nFrame Time: {:.9g}\n", poses_.size(), 1.0 / rate);
        for (const std::vector<Joint>& pose : poses_)
            for (size_t j = 0; j < joints_.size(); ++j) {
                const auto& [place, angles] = pose[j];
                if (moves_[j]) text += fmt::format("{} {} {} ", place.x, place.y, place.z);
                text += fmt::format("{:.6f} {:.6f} {:.6f}{}", angles[0], angles[1], angles[2],
                                    j + 1 < joints_.size() ? " " : "\n");
            }
        return text;
    }

  private:
    static constexpr size_t kNoJoint = ~size_t{0};

    /// In its parent's frame.
    struct Joint {
        glm::vec3 place{0.0f};
        Euler angles{};
    };

    std::vector<glm::mat4> worldOf(std::span<const Transform> pose) const {
        std::vector<glm::mat4> world(hierarchy_.size());
        walkHierarchyPlainly(hierarchy_, pose, glm::mat4(1.0f), world);
        return world;
    }

    /// The bones, or what moves where there are none, and the nodes between them.
    void findJoints() {
        const size_t count = hierarchy_.size();
        std::vector<size_t> below(count);  // joints at a node and below it
        for (const MeshInstance& instance : model_.instances)
            if (instance.skinned)
                for (const Bone& bone : instance.bones)
                    below[bone.node] = 1;
        if (std::ranges::count(below, 0u) == static_cast<std::ptrdiff_t>(count))
            for (const AnimationClip& clip : model_.clips)
                for (const Channel& channel : clip.channels)
                    below[channel.node] = 1;
        const std::vector<size_t> own = below;
        for (size_t n = count; n-- > 0;)
            if (hierarchy_.parents[n] != kNoParent) below[static_cast<size_t>(hierarchy_.parents[n])] += below[n];
        const auto all = static_cast<size_t>(std::ranges::count(own, 1u));
        if (all == 0) throw Error(Exit::input, "BVH holds a skeleton, and there are no bones, and no nodes that move");
        // The root is the lowest node with all of them below.
        const auto root = std::ranges::find(below.rbegin(), below.rend(), all);
        if (root == below.rend())
            throw Error(Exit::input, "BVH holds one tree of joints, and the bones have no common root");
        const size_t first = count - 1 - static_cast<size_t>(root - below.rbegin());
        std::vector<std::vector<uint32_t>> children(count);
        for (size_t n = count; n-- > first + 1;)
            if (below[n] > 0 && hierarchy_.parents[n] != kNoParent)
                children[static_cast<size_t>(hierarchy_.parents[n])].push_back(static_cast<uint32_t>(n));
        struct Open {
            uint32_t node;
            size_t parent, depth;
        };
        std::vector<Open> open{{static_cast<uint32_t>(first), kNoJoint, 0}};
        while (!open.empty()) {
            const Open next = open.back();
            open.pop_back();
            for (const uint32_t child : children[next.node])
                open.push_back({child, joints_.size(), next.depth + 1});
            joints_.push_back(next.node);
            parent_.push_back(next.parent);
            depth_.push_back(next.depth);
        }
    }

    glm::vec3 offsetOf(size_t j) const {
        if (j == 0) return glm::vec3(0.0f);  // some programs add it to the place of the root, some do not
        return glm::vec3(rest_[joints_[j]][3] - rest_[joints_[parent_[j]]][3]);
    }

    void addFrame(double seconds) {
        std::vector<Transform> pose = hierarchy_.rest;
        if (clip_) sample(*clip_, hierarchy_, seconds, cursor_, pose);
        const std::vector<glm::mat4> world = worldOf(pose);
        std::vector<glm::dquat> turned;
        std::vector<Joint>& joints = poses_.emplace_back(joints_.size());
        for (size_t j = 0; j < joints_.size(); ++j) {
            const uint32_t node = joints_[j];
            const glm::dquat turn = glm::dquat(transformFrom(world[node]).rotation) *
                                    glm::inverse(glm::dquat(transformFrom(rest_[node]).rotation));
            turned.push_back(glm::normalize(turn));
            const glm::dquat above = j == 0 ? kNoRotation : glm::inverse(turned[parent_[j]]);
            const glm::dvec3 from = j == 0 ? glm::dvec3(0.0) : glm::dvec3(world[joints_[parent_[j]]][3]);
            joints[j].place = glm::vec3(above * (glm::dvec3(world[node][3]) - from));
            if (!std::isfinite(glm::length(joints[j].place)))
                throw Error(Exit::input, "has numbers that are too large for BVH");
            joints[j].angles =
                anglesOf(above * turned[j], poses_.size() > 1 ? poses_[poses_.size() - 2][j].angles : Euler{});
        }
    }

    void writeJoint(size_t j, std::string& text) const {
        const auto offset = [](const glm::vec3& v) { return fmt::format("OFFSET {} {} {}\n", v.x, v.y, v.z); };
        const std::string tabs(depth_[j], '\t');
        text += fmt::format("{0}{1} {2}\n{0}{{\n{0}\t{3}{0}\tCHANNELS {4}Zrotation Xrotation Yrotation\n", tabs,
                            j == 0 ? "ROOT" : "JOINT", names_[j], offset(offsetOf(j)),
                            moves_[j] ? "6 Xposition Yposition Zposition " : "3 ");
        const bool isLast = j + 1 == joints_.size();
        if (isLast || depth_[j + 1] <= depth_[j])
            text += fmt::format("{0}\tEnd Site\n{0}\t{{\n{0}\t\t{1}{0}\t}}\n", tabs, offset(0.5f * offsetOf(j)));
        for (size_t depth = depth_[j] + 1; depth-- > (isLast ? 0 : depth_[j + 1]);)
            text += std::string(depth, '\t') + "}\n";
    }

    const Model& model_;
    const NodeHierarchy& hierarchy_;
    const ExportOptions& options_;
    std::vector<glm::mat4> rest_;         ///< by node
    std::vector<uint32_t> joints_;        ///< nodes, in depth-first order
    std::vector<size_t> parent_, depth_;  ///< by joint
    std::vector<std::string> names_;
    const AnimationClip* clip_ = nullptr;
    SampleCursor cursor_;
    double numbers_ = 0.0;                   ///< of all clips: written, and nodes walked
    std::vector<std::vector<Joint>> poses_;  ///< by frame
    std::vector<bool> moves_;                ///< by joint: has a place of its own in each frame
};

}  // namespace

void writeBvh(const Model& model, const Layout&, const ExportOptions& options, ExportedModel& exported) {
    BvhWriter writer(model, options);
    size_t scaled = 0, morphed = 0;
    NumberedNames files;
    for (const AnimationClip& clip : model.clips) {
        scaled += std::ranges::any_of(clip.channels, [](const Channel& channel) {
            return std::ranges::adjacent_find(channel.scale.values, std::not_equal_to<>()) !=
                   channel.scale.values.end();
        });
        morphed += clip.morphs.empty() ? 0 : 1;
        if (&clip == &model.clips.front()) continue;
        std::string file = fileBeside(options.name, clip.name, ".bvh", files);
        const std::string text = writer.textOf(&clip);
        const auto bytes = std::as_bytes(std::span(text));
        exported.pictures.push_back({std::move(file), {bytes.begin(), bytes.end()}});
    }
    exported.text = writer.textOf(model.clips.empty() ? nullptr : &model.clips.front());
    const auto tell = [&](size_t clips, const char* what) {
        if (clips > 0)
            exported.leftOut.push_back(fmt::format("{} of {} left out: BVH has places and rotations of joints alone",
                                                   what, counted(clips, "clip", "clips")));
    };
    tell(scaled, "scales");
    tell(morphed, "morph weights");
}

}  // namespace sinew::exporting
