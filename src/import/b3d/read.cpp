#include "import/b3d/read.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/matrix.hpp>

#include "base/error.h"
#include "import/build/convert.h"
#include "import/build/keys.h"
#include "import/build/nodes.h"
#include "import/build/read_whole.h"
#include "import/build/textures.h"
#include "model/limits.h"

namespace sinew {
namespace b3d {
namespace {

static_assert(std::endian::native == std::endian::little);  // as the file

/// Takes values off the front of a chunk.
class Chunk {
  public:
    explicit Chunk(std::string_view bytes) : rest_(bytes) {}

    bool atEnd() const { return rest_.empty(); }
    size_t size() const { return rest_.size(); }

    std::string_view take(size_t count) {
        if (count > rest_.size()) throw Error(Exit::input, "is cut short, or a chunk states a wrong length");
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    uint32_t number() {
        uint32_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    float real() { return std::bit_cast<float>(number()); }
    glm::vec3 vector() {
        const float x = real(), y = real(), z = real();
        return {x, y, z};
    }

    /// A place or a direction, in right-handed axes.
    glm::vec3 place() { return vector() * glm::vec3(1, 1, -1); }

    /// In right-handed axes; the file's rotations turn the other way.
    glm::quat rotation() {
        const float w = real();
        const glm::vec3 axis = vector();
        return {w, axis.x, axis.y, -axis.z};
    }

    /// Without its zero.
    std::string_view text() {
        const size_t length = rest_.find('\0');
        if (length == std::string_view::npos) throw Error(Exit::input, "a name has no end");
        return take(length + 1).substr(0, length);
    }

  private:
    std::string_view rest_;
};

/// A MESH: its vertices, triangles by brush, and the weights of the bones below it.
struct Mesh {
    struct Weight {
        uint32_t vertex = 0;
        uint32_t bone = 0;  ///< index into `bones`
        float weight = 0.0f;
    };
    uint32_t node = 0;
    uint32_t brush = 0;
    bool hasNormals = false, hasUvs = false;
    std::vector<glm::vec3> positions = {}, normals = {};
    std::vector<glm::vec2> uvs = {};
    std::vector<std::pair<uint32_t, std::vector<uint32_t>>> parts = {};  ///< brushes and corners
    std::vector<uint32_t> bones = {};                                    ///< nodes
    std::vector<Weight> weights = {};
};

template <typename Value>
using FrameKeys = std::vector<std::pair<double, Value>>;

struct Keys {
    FrameKeys<glm::vec3> places, scales;
    FrameKeys<glm::quat> rotations;
};

class Reader {
  public:
    Reader(Source& source, TextureLoader& textures, ImportReport& report)
        : source_(source), textures_(textures), report_(report) {}

    void read(Chunk file) {
        readChunks(file);
        addMeshes();
        addClip();
    }

  private:
    static constexpr uint32_t kNoBrush = ~0u;
    static constexpr double kFramesPerSecond = 60.0;  ///< where the file gives none

    /// What is left of a chunk that holds others. `mesh`: the number of the mesh that bones move, counted from 1; 0 is
    /// none.
    struct Level {
        Chunk content;
        int32_t node = kNoParent;
        size_t mesh = 0;
    };

    void readChunks(const Chunk& file) {
        std::vector<Level> open{{file}};  // no recursion: the file decides the depth
        while (!open.empty()) {
            if (open.size() > kMaxDepth + 3)  // a MESH in a NODE in the BB3D
                throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
            Level& level = open.back();
            if (level.content.atEnd()) {
                open.pop_back();
                continue;
            }
            const std::string_view tag = level.content.take(4);
            Chunk inside(level.content.take(level.content.number()));
            Level next{inside, level.node, level.mesh};
            if (tag == "BB3D") {
                next.content.number();  // version
                open.push_back(next);
            } else if (tag == "TEXS") {
                readTextures(inside);
            } else if (tag == "BRUS") {
                readBrushes(inside);
            } else if (tag == "NODE") {
                next.node = static_cast<int32_t>(addNode(next.content, level.node));
                open.push_back(next);
            } else if (tag == "MESH" && level.node != kNoParent) {
                meshes_.push_back({.node = static_cast<uint32_t>(level.node), .brush = next.content.number()});
                level.mesh = next.mesh = meshes_.size();
                open.push_back(next);
            } else if (level.node != kNoParent) {
                readPart(tag, inside, static_cast<uint32_t>(level.node), level.mesh);
            }
        }
    }

    void readPart(std::string_view tag, Chunk inside, uint32_t node, size_t mesh) {
        if (tag == "VRTS" && mesh > 0) {
            addVertices(inside, meshes_[mesh - 1]);
        } else if (tag == "TRIS" && mesh > 0) {
            auto& [brush, corners] = meshes_[mesh - 1].parts.emplace_back(inside.number(), std::vector<uint32_t>());
            while (inside.size() >= 3 * sizeof(uint32_t))
                for (int corner = 0; corner < 3; ++corner)
                    corners.push_back(inside.number());
        } else if (tag == "BONE" && !meshes_.empty()) {
            addBone(inside, node, meshes_[mesh > 0 ? mesh - 1 : meshes_.size() - 1]);
        } else if (tag == "KEYS") {
            addKeys(inside, keys_[node]);
        } else if (tag == "ANIM" && frameRate_ == 0.0) {
            inside.number();  // flags
            frames_ = std::max(static_cast<int32_t>(inside.number()), 0);
            const float rate = inside.real();
            frameRate_ = rate > 0.0f && std::isfinite(rate) ? static_cast<double>(rate) : kFramesPerSecond;
        }
    }

    void readTextures(Chunk inside) {
        constexpr size_t kRest = 28;  // flags, blending, place, scale and rotation
        while (!inside.atEnd()) {
            textureNames_.emplace_back(inside.text());
            inside.take(kRest);
        }
    }

    void readBrushes(Chunk inside) {
        constexpr uint32_t kTwoSided = 0x10;
        const uint32_t textureCount = inside.number();
        if (textureCount > 8) throw Error(Exit::input, "has brushes of more than 8 textures");
        while (!inside.atEnd()) {
            Material& brush = source_.model.materials.emplace_back();
            brush.name = utf8From(inside.text());
            const glm::vec3 color = inside.vector();
            const float alpha = inside.real();
            inside.take(8);  // shininess and blending
            brush.doubleSided = (inside.number() & kTwoSided) != 0;
            if (isFinite(color)) brush.baseColor = glm::vec4(linearFromSrgb(glm::clamp(color, 0.0f, 1.0f)), 1.0f);
            for (uint32_t i = 0; i < textureCount; ++i)
                if (const uint32_t texture = inside.number(); i == 0 && texture < textureNames_.size())
                    brush.texture(TextureSlot::baseColor) = {.texture = textures_.load(textureNames_[texture])};
            if (brush.texture(TextureSlot::baseColor) && glm::vec3(brush.baseColor) == glm::vec3(0.0f))
                brush.baseColor = glm::vec4(1.0f);
            setOpacity(alpha, brush, report_.findings);
        }
    }

    uint32_t addNode(Chunk& inside, int32_t parent) {
        const std::string name = utf8From(inside.text());
        Transform rest;
        rest.translation = inside.place();
        rest.scale = inside.vector();
        rest.rotation = inside.rotation();
        const float length = glm::length(rest.rotation);
        if (!isFinite(rest.translation) || !isFinite(rest.scale) || !std::isfinite(length))
            throw Error(Exit::input, fmt::format("node {} has a transform that is not finite", inQuotes(name)));
        rest.rotation = glm::normalize(rest.rotation);  // no rotation where the length is 0
        const glm::mat4 above = parent == kNoParent ? glm::mat4(1.0f) : worldFromNode_[static_cast<size_t>(parent)];
        worldFromNode_.push_back(above * matrixFrom(rest));
        return appendNode(source_.model.hierarchy, name, parent, rest);
    }

    static void addVertices(Chunk inside, Mesh& mesh) {
        const uint32_t flags = inside.number();
        const uint64_t setCount = inside.number(), setSize = inside.number();
        if (setCount > 4 || setSize > 4) throw Error(Exit::input, "has vertices with bad texture coordinates");
        const bool hasNormal = (flags & 1) != 0, hasUv = setCount > 0 && setSize >= 2;
        const size_t colorBytes = (flags & 2) != 0 ? 16 : 0;
        const size_t bytes = 12 + (hasNormal ? 12 : 0) + colorBytes + setCount * setSize * 4;
        mesh.hasNormals = mesh.hasNormals || hasNormal;
        mesh.hasUvs = mesh.hasUvs || hasUv;
        while (inside.size() >= bytes) {
            Chunk vertex(inside.take(bytes));
            mesh.positions.push_back(vertex.place());
            mesh.normals.push_back(hasNormal ? vertex.place() : glm::vec3(0.0f));
            vertex.take(colorBytes);
            const float u = hasUv ? vertex.real() : 0.0f;
            mesh.uvs.emplace_back(u, hasUv ? vertex.real() : 0.0f);
        }
    }

    void addBone(Chunk inside, uint32_t node, Mesh& mesh) {
        const auto bone = static_cast<uint32_t>(mesh.bones.size());
        mesh.bones.push_back(node);
        while (!inside.atEnd()) {
            const uint32_t vertex = inside.number();
            const float weight = inside.real();
            if (vertex < mesh.positions.size())
                mesh.weights.push_back({vertex, bone, weight});
            else
                lostWeights_ += weight != 0.0f;
        }
    }

    static void addKeys(Chunk inside, Keys& keys) {
        const uint32_t flags = inside.number();
        while (!inside.atEnd()) {
            const double frame = static_cast<int32_t>(inside.number());
            if ((flags & 1) != 0) keys.places.emplace_back(frame, inside.place());
            if ((flags & 2) != 0) keys.scales.emplace_back(frame, inside.vector());
            if ((flags & 4) != 0) keys.rotations.emplace_back(frame, inside.rotation());
        }
    }

    void addMeshes() {
        constexpr size_t kMostBones = size_t{1} << 22;  // of all mesh instances
        size_t boneCount = 0;
        for (const Mesh& mesh : meshes_) {
            const InfluenceLists influences(mesh.positions.size(), [&](const auto& visit) {
                for (const Mesh::Weight& weight : mesh.weights)
                    visit(weight.vertex, weight.bone, weight.weight);
            });
            std::vector<Bone> bones;
            for (const uint32_t node : mesh.weights.empty() ? std::vector<uint32_t>() : mesh.bones)
                bones.push_back({node, glm::inverse(worldFromNode_[node]) * worldFromNode_[mesh.node]});
            for (const auto& [brush, corners] : mesh.parts) {
                if (source_.model.instances.size() >= kMaxInstances)
                    throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
                boneCount += bones.size();
                if (boneCount > kMostBones) throw Error(Exit::input, "has too many bones and brushes");
                const auto index = static_cast<uint32_t>(source_.meshes.size());
                source_.model.instances.push_back({.mesh = index, .node = mesh.node, .bones = bones});
                source_.meshes.push_back(partOf(mesh, brush, corners, influences));
            }
        }
        if (lostWeights_ > 0)
            report_.findings.push_back(countFinding("weight-ignored", Severity::warning, "file", lostWeights_, "weight",
                                                    "weights", "ignored: without a vertex"));
    }

    /// The triangles of one brush, with the vertices that they use.
    static SourceMesh partOf(const Mesh& mesh, uint32_t brush, const std::vector<uint32_t>& corners,
                             const InfluenceLists& influences) {
        SourceMesh part;
        part.material = brush != kNoBrush ? brush : mesh.brush != kNoBrush ? mesh.brush : 0;
        std::unordered_map<uint32_t, uint32_t> places;
        std::vector<uint32_t> used;
        for (const uint32_t corner : corners) {
            const bool isThere = corner < mesh.positions.size();
            const auto [found, isNew] = places.emplace(corner, isThere ? static_cast<uint32_t>(used.size()) : ~0u);
            if (isNew && isThere) used.push_back(corner);
            part.indices.push_back(found->second);
        }
        for (size_t i = 0; i + 2 < part.indices.size(); i += 3)
            std::swap(part.indices[i], part.indices[i + 2]);  // the axes are mirrored
        for (const uint32_t vertex : used) {
            part.positions.push_back(mesh.positions[vertex]);
            if (mesh.hasNormals) part.normals.push_back(mesh.normals[vertex]);
            if (mesh.hasUvs) part.uvs[0].push_back(mesh.uvs[vertex]);
        }
        if (mesh.weights.empty()) return part;
        part.boneCount = mesh.bones.size();
        part.influences = influences.picked(used);
        return part;
    }

    void addClip() {
        if (keys_.empty()) return;
        const double rate = frameRate_ > 0.0 ? frameRate_ : kFramesPerSecond;
        AnimationClip clip{.name = "Animation 0"};
        KeyRepairs repairs;
        const auto trackOf = [&]<typename Value>(const FrameKeys<Value>& keys) {
            return soundTrack<Value>(
                keys.size(), [&](size_t i) { return std::pair(keys[i].first / rate, keys[i].second); }, repairs);
        };
        for (const auto& [node, keys] : keys_) {
            repairs.node = node;
            clip.channels.push_back({node, trackOf(keys.places), trackOf(keys.rotations), trackOf(keys.scales)});
        }
        clip.durationSeconds = std::max(frames_ / rate, lastKeySeconds(clip));
        repairs.report(clip.name, source_.model.hierarchy, report_.findings);
        source_.model.clips.push_back(std::move(clip));
        report_.clips.emplace_back().interpolations = {"linear"};
    }

    Source& source_;
    TextureLoader& textures_;
    ImportReport& report_;
    std::vector<std::string> textureNames_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<Mesh> meshes_;
    std::map<uint32_t, Keys> keys_;  ///< by node
    int32_t frames_ = 0;
    double frameRate_ = 0.0;  ///< per second; 0 until the file gives one
    size_t lostWeights_ = 0;
};

}  // namespace
}  // namespace b3d

ImportedModel readB3d(const ModelFolder& folder, const ImportOptions& options) {
    const auto fill = [&](Source& source, TextureLoader& textures, ImportReport& report) {
        const std::string content = folder.model().content();
        if (!content.starts_with("BB3D")) throw Error(Exit::input, "is no Blitz3D file: it does not begin with BB3D");
        b3d::Reader(source, textures, report).read(b3d::Chunk(content));
    };
    return readWhole(folder, options, "BlitzBasic 3D", fill);
}

}  // namespace sinew
