#include "import/assimp/dialect.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "error.h"
#include "import/files/model_folder.h"
#include "import/assimp/convert.h"
#include "model/text.h"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little);  // as the file

/// Takes bytes off the front of a chunk.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

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
    /// Without its zero.
    std::string_view text() {
        const size_t length = rest_.find('\0');
        if (length == std::string_view::npos) throw Error(Exit::input, "a name has no end");
        return take(length + 1).substr(0, length);
    }

  private:
    std::string_view rest_;
};

std::string bytesOf(uint32_t value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Writes the file as assimp reads it right.
class Rewriter {
  public:
    std::string written;
    std::map<std::string, std::string, std::less<>> names;  ///< those of the file, by the unique ones in their place
    size_t lostWeights = 0;

    /// All chunks of a file, or of a chunk. `mesh`: the number of the mesh that bones move, counted from 1; 0 is none.
    void chunks(Reader content, size_t mesh, uint32_t depth) {
        if (depth > kMaxDepth + 2)  // a MESH in a NODE in the BB3D
            throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        while (!content.atEnd()) {
            const std::string_view tag = content.take(4);
            const Reader inside(content.take(content.number()));
            if (tag == "ANIM" && std::exchange(hasAnimation_, true)) continue;
            written.append(tag).append(4, '\0');
            const size_t begin = written.size();
            if (tag == "MESH") mesh = ++meshCount_, vertices_.push_back({vertexCount_, 0});
            chunk(tag, inside, mesh, depth);
            written.replace(begin - 4, 4, bytesOf(static_cast<uint32_t>(written.size() - begin)));
        }
    }

  private:
    struct Vertices {
        uint32_t first = 0, count = 0;
    };

    void chunk(std::string_view tag, Reader inside, size_t mesh, uint32_t depth) {
        if (tag == "VRTS" && mesh > 0) countVertices(inside, vertices_[mesh - 1]);
        if (tag == "BONE") {
            bone(inside, mesh > 0 ? mesh : meshCount_);
            return;
        }
        if (tag == "NODE") {
            ++nodeCount_;
            written.append(uniqueName(std::string(inside.text()))).append(1, '\0');
            written += inside.take(40);  // its transform
        } else if (tag == "BB3D" || tag == "MESH") {
            written += inside.take(4);
        } else {
            written += inside.take(inside.size());
        }
        chunks(inside, mesh, depth + 1);
    }

    std::string uniqueName(std::string name) {
        std::string unique = name;
        for (size_t i = nodeCount_; !taken_.insert(unique).second; ++i)
            unique = fmt::format("{} {}", i, name);
        if (unique != name) names.emplace(unique, std::move(name));
        return unique;
    }

    void countVertices(Reader inside, Vertices& vertices) {
        const uint32_t flags = inside.number();
        const uint64_t setCount = inside.number(), setSize = inside.number();
        if (setCount > 4 || setSize > 4) throw Error(Exit::input, "has vertices with bad texture coordinates");
        const uint64_t bytes = 12 + (flags & 1 ? 12 : 0) + (flags & 2 ? 16 : 0) + setCount * setSize * 4;
        const auto count = static_cast<uint32_t>(inside.size() / bytes);
        vertices.count += count;
        vertexCount_ += count;
    }

    /// Indices of vertices count from the first one of the mesh; for assimp, from that of the file. assimp keeps 8 bits
    /// of a node's number.
    void bone(Reader inside, size_t mesh) {
        const Vertices of = mesh > 0 ? vertices_[mesh - 1] : Vertices{};
        while (!inside.atEnd()) {
            const uint32_t vertex = inside.number();
            const std::string_view weight = inside.take(4);
            if (weight == std::string_view("\0\0\0\0", 4)) continue;
            if (vertex < of.count && nodeCount_ <= 256)
                written.append(bytesOf(of.first + vertex)).append(weight);
            else
                ++lostWeights;
        }
    }

    uint32_t vertexCount_ = 0;
    size_t meshCount_ = 0, nodeCount_ = 0;
    std::vector<Vertices> vertices_;  ///< of each mesh
    std::set<std::string> taken_;     ///< names of nodes
    bool hasAnimation_ = false;
};

/// Blitz3D's files (Mark Sibly, b3dfile_specs.txt). Often each mesh has a copy of the skeleton, with its names, and an
/// ANIM chunk. assimp finds bones by name, counts the vertices of bones from the first one of the file, and drops all
/// motion where there is more than one ANIM.
class B3dDialect : public Dialect {
  public:
    explicit B3dDialect(const ModelFolder& folder) : folder_(folder) {}

    std::optional<PatchedFile> repair(Findings& findings, bool /*thorough*/) override {
        const std::string content = folder_.model().content();
        if (!content.starts_with("BB3D")) return {};
        Rewriter file;
        file.chunks(Reader(content), 0, 0);
        if (file.lostWeights > 0)
            findings.push_back(countFinding("weight-ignored", Severity::warning, "file", file.lostWeights, "weight",
                                            "weights", "ignored: without a vertex, or of a node after the 256th"));
        names_ = std::move(file.names);
        return PatchedFile(folder_.model(), std::move(file.written));
    }

    Conventions conventions() const override { return {.format = "BlitzBasic 3D"}; }

    /// Gives the nodes their names again.
    void match(const aiScene& /*scene*/, SceneNodes& nodes, Findings& /*findings*/) override {
        std::vector<std::string>& names = nodes.hierarchy.names;
        for (size_t n = 0; n < names.size(); ++n) {
            const auto own = nodes.sources[n] ? names_.find(viewOf(nodes.sources[n]->mName)) : names_.end();
            if (own == names_.end()) continue;
            names[n] = utf8From(own->second);
            if (n > 0 && !nodes.sources[n - 1]) names[n - 1] = names[n] + "$shear";
        }
    }

    /// assimp takes the vertices of a mesh for those of the root.
    glm::mat4 bindCorrection(const aiNode& node, unsigned /*mesh*/) const override {
        glm::mat4 world(1.0f);
        for (const aiNode* at = &node; at; at = at->mParent)
            world = mat4From(at->mTransformation) * world;
        return world;
    }

    void motion(const ClipSource&, AnimationClip&, Interpolations& interpolations) override {
        interpolations.insert(Interpolation::linear);
    }

  private:
    const ModelFolder& folder_;
    std::map<std::string, std::string, std::less<>> names_;
};

}  // namespace

std::unique_ptr<Dialect> makeB3dDialect(const ModelFolder& folder) {
    return std::make_unique<B3dDialect>(folder);
}

}  // namespace sinew
