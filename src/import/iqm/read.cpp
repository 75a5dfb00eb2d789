#include "import/iqm/read.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "base/error.h"
#include "import/build/convert.h"
#include "import/build/keys.h"
#include "import/build/nodes.h"
#include "import/build/read_whole.h"
#include "import/build/textures.h"
#include "model/limits.h"

namespace sinew {
namespace iqm {
namespace {

static_assert(std::endian::native == std::endian::little);  // as the file

/// The numbers of the header after its magic word, in the file's order.
struct Header {
    uint32_t version, fileSize, flags, textBytes, textAt, meshCount, meshesAt, arrayCount, vertexCount, arraysAt,
        triangleCount, trianglesAt, adjacencyAt, jointCount, jointsAt, poseCount, posesAt, clipCount, clipsAt,
        frameCount, channelCount, framesAt, boundsAt, commentBytes, commentAt, extensionCount, extensionsAt;
};
struct MeshRow {
    uint32_t name, material, firstVertex, vertexCount, firstTriangle, triangleCount;
};
struct ArrayRow {
    uint32_t kind, flags, format, size, at;
};
struct JointRow {
    uint32_t name;
    int32_t parent;
    std::array<float, 10> values;  ///< translation, rotation (x, y, z, w) and scale
};
struct PoseRow {
    int32_t parent;
    uint32_t mask;  ///< of the values that frames change
    std::array<float, 10> offset, scale;
};
struct ClipRow {
    uint32_t name, firstFrame, frameCount;
    float frameRate;
    uint32_t flags;
};

enum ArrayKind : uint32_t { kPosition, kUv, kNormal, kTangent, kBones, kWeights, kColor };

constexpr std::string_view kMagic("INTERQUAKEMODEL\0", 16);

class Reader {
  public:
    Reader(std::string_view file, Source& source, TextureLoader& textures, ImportReport& report)
        : file_(file), source_(source), textures_(textures), report_(report) {}

    void read() {
        if (!file_.starts_with(kMagic)) throw Error(Exit::input, "is no Inter-Quake Model");
        header_ = at<Header>(kMagic.size(), 0);
        if (header_.version != 2)
            throw Error(Exit::input, fmt::format("is of version {}; only version 2 is read", header_.version));
        arrays_ = rows<ArrayRow>(header_.arraysAt, header_.arrayCount);
        readJoints();
        for (const MeshRow& row : rows<MeshRow>(header_.meshesAt, header_.meshCount))
            addMesh(row);
        if (lostWeights_ > 0)
            report_.findings.push_back(countFinding("weight-ignored", Severity::warning, "file", lostWeights_, "weight",
                                                    "weights", "ignored: of no joint"));
        for (const ClipRow& row : rows<ClipRow>(header_.clipsAt, header_.clipCount))
            addClip(row);
        if (header_.jointCount == 0 && header_.poseCount > 0)
            source_.whyEmpty = "its poses are those of another file, which names the joints";
    }

  private:
    [[noreturn]] static void fail() { throw Error(Exit::input, "is cut short, or a list lies outside of it"); }

    /// @throws Error(Exit::input) where the file has no such row.
    template <typename Row>
    Row at(uint64_t begin, uint64_t row) const {
        const uint64_t offset = begin + row * sizeof(Row);
        if (offset + sizeof(Row) > file_.size()) fail();
        Row value;
        std::memcpy(&value, &file_[offset], sizeof value);
        return value;
    }
    template <typename Row>
    std::vector<Row> rows(uint64_t begin, uint64_t count) const {
        if (begin + count * sizeof(Row) > file_.size()) fail();
        std::vector<Row> all(count);
        if (count > 0) std::memcpy(all.data(), &file_[begin], count * sizeof(Row));
        return all;
    }

    std::string textAt(uint32_t offset) const {
        if (offset >= header_.textBytes || header_.textAt + uint64_t{header_.textBytes} > file_.size()) return {};
        const std::string_view text = file_.substr(header_.textAt, header_.textBytes).substr(offset);
        return std::string(text.substr(0, text.find('\0')));
    }

    static Transform transformFrom(const std::array<float, 10>& v) {
        const glm::quat rotation(v[6], v[3], v[4], v[5]);
        return {.translation = {v[0], v[1], v[2]}, .rotation = glm::normalize(rotation), .scale = {v[7], v[8], v[9]}};
    }

    /// The joints follow a root that turns Z to Y. A joint stands after its parent.
    void readJoints() {
        const auto half = static_cast<float>(std::numbers::sqrt2 / 2.0);
        appendNode(source_.model.hierarchy, "<IQMRoot>", kNoParent, {.rotation = {half, -half, 0.0f, 0.0f}});
        std::vector<glm::mat4> meshFromJoint;
        for (const JointRow& row : rows<JointRow>(header_.jointsAt, header_.jointCount)) {
            const std::string name = utf8From(textAt(row.name));
            const Transform rest = transformFrom(row.values);
            if (row.parent >= static_cast<int64_t>(bones_.size()))
                throw Error(Exit::input, fmt::format("joint {} stands before its parent", inQuotes(name)));
            if (!std::ranges::all_of(row.values, [](float value) { return std::isfinite(value); }))
                throw Error(Exit::input, fmt::format("joint {} has a transform that is not finite", inQuotes(name)));
            const glm::mat4 above = row.parent < 0 ? glm::mat4(1.0f) : meshFromJoint[static_cast<size_t>(row.parent)];
            meshFromJoint.push_back(above * matrixFrom(rest));
            const int32_t parent = row.parent < 0 ? 0 : row.parent + 1;
            requireDepth(parent);
            const uint32_t node = appendNode(source_.model.hierarchy, name, parent, rest);
            bones_.push_back({node, glm::inverse(meshFromJoint.back())});
        }
    }

    void requireDepth(int32_t parent) {
        depths_.push_back(depths_.empty() || parent == 0 ? 1 : depths_[static_cast<size_t>(parent) - 1] + 1);
        if (depths_.back() > kMaxDepth)
            throw Error(Exit::input, fmt::format("has joints nested more than {} deep", kMaxDepth));
    }

    /// One number of an array, of a vertex; 0 to 1 for those of unsigned bytes where `isNormalized`.
    float number(const ArrayRow& array, uint64_t vertex, uint32_t component, bool isNormalized) const {
        constexpr uint32_t kByte = 1, kWord = 3, kFloat = 7;
        const uint64_t place = vertex * array.size + component;
        if (array.format == kByte) return at<uint8_t>(array.at, place) / (isNormalized ? 255.0f : 1.0f);
        if (array.format == kWord) return at<uint16_t>(array.at, place) / (isNormalized ? 65535.0f : 1.0f);
        return array.format == kFloat ? at<float>(array.at, place) : 0.0f;
    }

    /// The array of that kind with at least so many numbers a vertex; null where there is none.
    const ArrayRow* array(uint32_t kind, uint32_t size) const {
        const auto found = std::ranges::find(arrays_, kind, &ArrayRow::kind);
        return found == arrays_.end() || found->size < size ? nullptr : &*found;
    }

    template <typename Vector>
    void fill(std::vector<Vector>& vectors, ArrayKind kind, uint32_t size, const MeshRow& row) const {
        const ArrayRow* const source = array(kind, size);
        if (!source) return;
        vectors.reserve(row.vertexCount);
        for (uint64_t vertex = row.firstVertex; vectors.size() < row.vertexCount; ++vertex) {
            Vector& value = vectors.emplace_back(1.0f);
            for (uint32_t c = 0; c < std::min<uint32_t>(source->size, Vector::length()); ++c)
                value[static_cast<int>(c)] = number(*source, vertex, c, kind == kColor);
        }
    }

    void addMesh(const MeshRow& row) {
        vertexCount_ += row.vertexCount, triangleCount_ += row.triangleCount;
        if (uint64_t{row.firstVertex} + row.vertexCount > header_.vertexCount ||
            uint64_t{row.firstTriangle} + row.triangleCount > header_.triangleCount)
            fail();
        if (vertexCount_ > kMaxVertices || triangleCount_ > kMaxVertices)
            throw Error(Exit::input, fmt::format("has more than {} vertices or triangles", kMaxVertices));
        SourceMesh mesh{.name = utf8From(textAt(row.name)), .material = materialOf(textAt(row.material))};
        fill(mesh.positions, kPosition, 3, row);
        fill(mesh.normals, kNormal, 3, row);
        fill(mesh.uvs[0], kUv, 2, row);
        fill(mesh.colors, kColor, 3, row);
        for (uint64_t t = row.firstTriangle; t < uint64_t{row.firstTriangle} + row.triangleCount; ++t) {
            const auto corners = at<std::array<uint32_t, 3>>(header_.trianglesAt, t);
            for (const size_t corner : {0, 2, 1})  // they run clockwise
                mesh.indices.push_back(corners[corner] - row.firstVertex);
        }
        addInfluences(mesh, row);
        source_.model.instances.push_back({.mesh = static_cast<uint32_t>(source_.meshes.size())});
        boneCount_ += mesh.boneCount;
        if (boneCount_ > kMostBones) throw Error(Exit::input, "has too many joints and meshes");
        if (mesh.boneCount > 0) source_.model.instances.back().bones = bonesOf(mesh);
        if (source_.model.instances.size() > kMaxInstances)
            throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
        source_.meshes.push_back(std::move(mesh));
    }

    /// All joints; those that move no vertex of the mesh are nowhere, as the file lists joints for all meshes.
    std::vector<Bone> bonesOf(const SourceMesh& mesh) const {
        std::vector<Bone> bones = bones_;
        for (Bone& bone : bones)
            bone.node = Source::kNowhere;
        for (uint32_t v = 0; v < mesh.positions.size(); ++v)
            for (const RawInfluence& influence : mesh.influences.of(v))
                bones[influence.bone].node = bones_[influence.bone].node;
        return bones;
    }

    void addInfluences(SourceMesh& mesh, const MeshRow& row) {
        const ArrayRow *const joints = array(kBones, 1), *const weights = array(kWeights, 1);
        if (!joints || !weights || bones_.empty()) return;
        mesh.boneCount = bones_.size();
        bool isSecond = false;
        mesh.influences = InfluenceLists(mesh.positions.size(), [&](const auto& visit) {
            for (uint64_t v = 0; v < mesh.positions.size(); ++v)
                for (uint32_t i = 0; i < std::min(joints->size, weights->size); ++i) {
                    const float joint = number(*joints, row.firstVertex + v, i, false);
                    const float weight = number(*weights, row.firstVertex + v, i, true);
                    if (joint < static_cast<float>(bones_.size()) && joint >= 0.0f)
                        visit(v, static_cast<uint32_t>(joint), weight);
                    else
                        lostWeights_ += !isSecond && weight != 0.0f;
                }
            isSecond = true;
        });
    }

    uint32_t materialOf(const std::string& name) {
        std::vector<Material>& all = source_.model.materials;
        const std::string shown = utf8From(name);
        const auto found = std::ranges::find(all, shown, &Material::name);
        if (found != all.end()) return static_cast<uint32_t>(found - all.begin());
        Material& material = all.emplace_back();
        material.name = shown;
        if (!name.empty()) material.texture(TextureSlot::baseColor) = {.texture = textures_.load(name)};
        return static_cast<uint32_t>(all.size() - 1);
    }

    void addClip(const ClipRow& row) {
        constexpr uint64_t kMostKeys = uint64_t{1} << 22;
        keyCount_ += (uint64_t{row.frameCount} + 1) * header_.poseCount;
        if (uint64_t{row.firstFrame} + row.frameCount > header_.frameCount) fail();
        if (keyCount_ > kMostKeys) throw Error(Exit::input, fmt::format("has more than {} keys", kMostKeys));
        const double rate =
            row.frameRate > 0.0f && std::isfinite(row.frameRate) ? static_cast<double>(row.frameRate) : 25.0;
        AnimationClip clip{.name = utf8From(textAt(row.name))};
        if (clip.name.empty()) clip.name = fmt::format("Animation {}", source_.model.clips.size());
        KeyRepairs repairs;
        uint64_t column = 0;  // the first one of the pose in a frame
        const std::vector<PoseRow> poses = rows<PoseRow>(header_.posesAt, header_.poseCount);
        for (size_t p = 0; p < std::min(poses.size(), bones_.size()); ++p) {
            std::vector<Transform> keys;
            for (uint64_t frame = row.firstFrame; keys.size() < row.frameCount; ++frame)
                keys.push_back(transformFrom(valuesOf(poses[p], frame, column)));
            column += static_cast<uint64_t>(std::popcount(poses[p].mask & 0x3FF));
            repairs.node = bones_[p].node;
            const auto trackOf = [&]<typename Value>(Value Transform::*member, uint32_t mask) {
                const size_t count = (poses[p].mask & mask) != 0 ? keys.size() : std::min<size_t>(keys.size(), 1);
                return soundTrack<Value>(
                    count, [&](size_t i) { return std::pair(static_cast<double>(i) / rate, keys[i].*member); },
                    repairs);
            };
            clip.channels.push_back({bones_[p].node, trackOf(&Transform::translation, 0x7),
                                     trackOf(&Transform::rotation, 0x78), trackOf(&Transform::scale, 0x380)});
        }
        clip.durationSeconds = lastKeySeconds(clip);
        repairs.report(clip.name, source_.model.hierarchy, report_.findings);
        source_.model.clips.push_back(std::move(clip));
        report_.clips.emplace_back().interpolations = {"linear"};
    }

    std::array<float, 10> valuesOf(const PoseRow& pose, uint64_t frame, uint64_t column) const {
        std::array<float, 10> values = pose.offset;
        for (size_t i = 0; i < values.size(); ++i) {
            if ((pose.mask >> i & 1) == 0) continue;
            if (column >= header_.channelCount) fail();
            values[i] += pose.scale[i] * at<uint16_t>(header_.framesAt, frame * header_.channelCount + column++);
        }
        return values;
    }

    std::string_view file_;
    Source& source_;
    TextureLoader& textures_;
    ImportReport& report_;
    Header header_{};
    std::vector<ArrayRow> arrays_;
    std::vector<Bone> bones_;                                  ///< by joint
    std::vector<uint32_t> depths_;                             ///< by joint
    static constexpr uint64_t kMostBones = uint64_t{1} << 22;  ///< of all mesh instances
    uint64_t vertexCount_ = 0, triangleCount_ = 0, keyCount_ = 0, boneCount_ = 0;
    size_t lostWeights_ = 0;
};

}  // namespace
}  // namespace iqm

ImportedModel readIqm(const ModelFolder& folder, const ImportOptions& options) {
    const auto fill = [&](Source& source, TextureLoader& textures, ImportReport& report) {
        const std::string content = folder.model().content();
        iqm::Reader(content, source, textures, report).read();
    };
    return readWhole(folder, options, "Inter-Quake Model", fill);
}

}  // namespace sinew
