#include "import/files/ogre_mesh.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "error.h"
#include "import/files/ogre_vertices.h"
#include "model/finding.h"

namespace sinew {
namespace {

struct Version {
    enum class Lod { nameless, named, mixed };

    std::string_view line;
    Lod lod;
    bool hasNormalFlags;  ///< of poses and morphs
    bool dropsEdges;      ///< because their layout is another one
};

constexpr std::string_view kSupported = "[MeshSerializer_v1.8]\n";
constexpr Version kVersions[] = {
    {"[MeshSerializer_v1.30]\n", Version::Lod::nameless, false, true},
    {"[MeshSerializer_v1.40]\n", Version::Lod::nameless, false, false},
    {"[MeshSerializer_v1.41]\n", Version::Lod::named, false, false},
    {"[MeshSerializer_v1.8]\n", Version::Lod::named, true, false},
    {"[MeshSerializer_v1.100]\n", Version::Lod::mixed, true, false},
};

enum Chunk : uint16_t {
    kMesh = 0x3000,
    kSubmesh = 0x4000,
    kSubmeshOperation = 0x4010,
    kSubmeshBoneAssignment = 0x4100,
    kSubmeshTextureAlias = 0x4200,
    kGeometry = 0x5000,
    kVertexDeclaration = 0x5100,
    kVertexElement = 0x5110,
    kVertexBuffer = 0x5200,
    kVertexBufferData = 0x5210,
    kSkeletonLink = 0x6000,
    kBoneAssignment = 0x7000,
    kLod = 0x8000,
    kLodUsage = 0x8100,
    kLodManual = 0x8110,
    kLodGenerated = 0x8120,
    kBounds = 0x9000,
    kNameTable = 0xA000,
    kName = 0xA100,
    kEdgeLists = 0xB000,
    kEdgeList = 0xB100,
    kEdgeGroup = 0xB110,
    kPoses = 0xC000,
    kPose = 0xC100,
    kPoseVertex = 0xC111,
    kAnimations = 0xD000,
    kAnimation = 0xD100,
    kAnimationBase = 0xD105,
    kAnimationTrack = 0xD110,
    kMorphKey = 0xD111,
    kPoseKey = 0xD112,
    kPoseReference = 0xD113,
    kExtremes = 0xE000,
};

// Values of Ogre's OperationType.
constexpr uint64_t kTriangleList = 4, kTriangleStrip = 5, kTriangleFan = 6;

std::string little(uint64_t value, size_t byteCount) {
    std::string bytes;
    for (size_t i = 0; i < byteCount; ++i)
        bytes.push_back(static_cast<char>(value >> 8 * i));
    return bytes;
}

/// Walks over a mesh by its content, because the lengths of chunks are wrong in old files.
class Upgrade {
  public:
    struct Edit {
        size_t begin = 0, end = 0;
        std::string text;
    };

    /// `at`: offset of the first chunk.
    Upgrade(std::string_view bytes, size_t at, const Version& version) : bytes_(bytes), at_(at), version_(version) {
        run();
        std::ranges::stable_sort(edits_, {}, &Edit::begin);
    }

    size_t poseCount() const { return poseCount_; }

    /// Animations that place each vertex by itself.
    size_t morphAnimationCount() const { return morphAnimationCount_; }

    /// Whether it has submeshes, but none of triangles.
    bool hasOnlyPointsAndLines() const { return emptied_ > 0 && emptied_ == ownVertices_.size(); }

    std::vector<Edit>& edits() { return edits_; }

  private:
    void run() {
        require(kMesh);
        skip(1);  // whether it has a skeleton
        while (true) {
            if (enter(kGeometry))
                sharedVertices_ = geometry();
            else if (enter(kSubmesh))
                submesh();
            else if (enter(kSkeletonLink))
                line();
            else if (enter(kBoneAssignment))
                skip(kAssignmentBytes);
            else if (enter(kLod))
                drop([&] { levelsOfDetail(); });
            else if (enter(kBounds))
                skip(28);  // a box and a radius
            else if (enter(kNameTable))
                for (; enter(kName); line())
                    skip(2);
            else if (enter(kEdgeLists))
                edges();
            else if (enter(kPoses))
                poses();
            else if (enter(kAnimations))
                animations();
            else if (enter(kExtremes))
                skip(std::max(length_, kHeaderBytes) - kHeaderBytes);
            else
                return;
        }
    }

    static constexpr size_t kHeaderBytes = 6, kAssignmentBytes = 10, kVectorBytes = 12, kMostElements = 64;

    uint64_t number(size_t byteCount) {
        if (byteCount > bytes_.size() - at_) throw Error(Exit::input, "is cut short, or a part states a wrong length");
        uint64_t value = 0;
        for (size_t i = 0; i < byteCount; ++i)
            value |= uint64_t{static_cast<uint8_t>(bytes_[at_ + i])} << 8 * i;
        at_ += byteCount;
        return value;
    }
    bool flag() { return number(1) != 0; }
    uint64_t word() { return number(2); }
    uint64_t count() { return number(4); }
    void skip(uint64_t byteCount) {
        if (byteCount > bytes_.size() - at_) throw Error(Exit::input, "is cut short, or a part states a wrong length");
        at_ += byteCount;
    }
    void line() { skip(std::min(bytes_.find('\n', at_), bytes_.size() - 1) + 1 - at_); }

    /// Enters the next chunk if it is of this kind.
    bool enter(Chunk kind) {
        if (bytes_.size() - at_ < kHeaderBytes) return false;
        const size_t begin = at_;
        if (word() != kind) {
            at_ = begin;
            return false;
        }
        length_ = count();
        return true;
    }
    void require(Chunk kind) {
        if (!enter(kind)) throw Error(Exit::input, "is cut short, or a part states a wrong length");
    }

    /// Leaves out the chunk that was just entered. `walk` goes to its end.
    template <typename Walk>
    void drop(const Walk& walk) {
        const size_t begin = at_ - kHeaderBytes;
        walk();
        edits_.push_back({begin, at_, ""});
    }

    /// Whether normals follow, as a flag says that older versions lack.
    bool normalFlag() {
        if (version_.hasNormalFlags) return flag();
        edits_.push_back({at_, at_, std::string(1, '\0')});
        return false;
    }

    /// Returns the number of vertices.
    uint64_t geometry() {
        const uint64_t vertices = count();
        std::vector<OgreElement> elements;
        while (true) {
            if (enter(kVertexDeclaration)) {
                if (!elements.empty()) throw Error(Exit::input, "declares the vertices of a geometry twice");
                while (enter(kVertexElement)) {
                    const size_t begin = at_;
                    const uint64_t source = word(), type = word(), semantic = word(), offset = word();
                    skip(2);  // index
                    elements.push_back({begin, source, type, semantic, offset, offset});
                    if (elements.size() > kMostElements) throw Error(Exit::input, "has too many vertex elements");
                }
                widen(elements);
            } else if (enter(kVertexBuffer)) {
                vertexBuffer(vertices, elements);
            } else {
                return vertices;
            }
        }
    }

    /// Declares elements that assimp does not read as others. Buffers with such elements are packed.
    void widen(std::vector<OgreElement>& elements) {
        for (OgreElement& element : elements) {
            if (!isWidened(elements, element.source)) continue;
            element.newOffset = 0;
            for (const OgreElement& other : elements)
                if (other.source == element.source && other.offset < element.offset)
                    element.newOffset += ogreTypeBytes(ogreTypeFor18(other));
            putWord(element.at + 2, ogreTypeFor18(element));
            putWord(element.at + 6, element.newOffset);
        }
    }

    void putWord(size_t at, uint64_t value) { edits_.push_back({at, at + 2, little(value, 2)}); }

    void vertexBuffer(uint64_t vertices, const std::vector<OgreElement>& elements) {
        const uint64_t source = word();
        const size_t strideAt = at_;
        const uint64_t stride = word();
        require(kVertexBufferData);
        const size_t begin = at_;
        skip(vertices * stride);
        if (!isWidened(elements, source)) return;
        uint64_t newStride = 0, declared = 0;
        for (const OgreElement& element : elements) {
            if (element.source != source) continue;
            newStride += ogreTypeBytes(ogreTypeFor18(element));
            declared += ogreTypeBytes(element.type);
            if (element.offset + ogreTypeBytes(element.type) > stride || declared > stride)
                throw Error(Exit::input, "has a vertex element that leaves its buffer");
        }
        std::string widened(vertices * newStride, '\0');
        for (uint64_t vertex = 0; vertex < vertices; ++vertex)
            for (const OgreElement& element : elements)
                if (element.source == source)
                    copyOgreElement(element, bytes_.data() + begin + vertex * stride + element.offset,
                                    widened.data() + vertex * newStride + element.newOffset);
        putWord(strideAt, newStride);
        edits_.push_back({begin, at_, std::move(widened)});
    }

    void indices(uint64_t indexCount, bool areWide) { skip(indexCount * (areWide ? 4 : 2)); }

    void submesh() {
        line();  // material
        const bool isShared = flag();
        const size_t countAt = at_;
        const uint64_t indexCount = count();
        const bool areWide = flag();
        indices(indexCount, areWide);
        const size_t indicesEnd = at_;
        uint64_t vertices = 0;
        if (!isShared) {
            require(kGeometry);
            vertices = geometry();
        }
        ownVertices_.push_back(vertices);
        uint64_t operation = kTriangleList;
        while (true) {
            if (enter(kSubmeshOperation)) {
                putWord(at_, kTriangleList);
                operation = word();
            } else if (enter(kSubmeshBoneAssignment))
                skip(kAssignmentBytes);
            else if (enter(kSubmeshTextureAlias))
                line(), line();
            else
                break;
        }
        if (operation != kTriangleList) replaceIndices(countAt, indicesEnd, areWide, operation);
    }

    /// Makes a list of triangles of a strip or a fan; empties points and lines. `countAt`: where the indices start.
    void replaceIndices(size_t countAt, size_t end, bool areWide, uint64_t operation) {
        const size_t width = areWide ? 4 : 2, begin = countAt + 5;
        const auto at = [&](size_t index) { return bytes_.substr(begin + index * width, width); };
        const size_t corners = (end - begin) / width;
        std::string list;
        if (operation == kTriangleStrip || operation == kTriangleFan) {
            for (size_t i = 0; i + 2 < corners; ++i) {
                const bool turns = operation == kTriangleStrip && i % 2 == 1;
                list += at(operation == kTriangleFan ? 0 : turns ? i + 1 : i);
                list += at(operation == kTriangleFan ? i + 1 : turns ? i : i + 1);
                list += at(i + 2);
            }
        } else {
            ++emptied_;
        }
        edits_.push_back({countAt, countAt + 4, little(list.size() / width, 4)});
        edits_.push_back({begin, end, std::move(list)});
    }

    void levelsOfDetail() {
        if (version_.lod != Version::Lod::nameless) line();
        const uint64_t levels = word();
        const bool areManual = version_.lod != Version::Lod::mixed && flag();
        for (uint64_t level = 1; level < levels; ++level) {
            if (version_.lod == Version::Lod::mixed) {
                mixedLevel();
                continue;
            }
            require(kLodUsage);
            skip(4);  // distance
            if (areManual) {
                require(kLodManual);
                line();
            }
            for (size_t i = 0; !areManual && i < ownVertices_.size(); ++i) {
                require(kLodGenerated);
                const uint64_t indexCount = count();
                indices(indexCount, flag());
            }
        }
    }

    /// One level since version 1.100.
    void mixedLevel() {
        constexpr uint64_t kOwnBuffer = 0xFFFFFFFF;
        const bool isManual = enter(kLodManual);
        if (!isManual) require(kLodGenerated);
        skip(4);  // distance
        if (isManual) return line();
        for (size_t i = 0; i < ownVertices_.size(); ++i) {
            skip(8);  // count and offset
            if (count() != kOwnBuffer) continue;
            const bool areWide = flag();
            indices(count(), areWide);
        }
    }

    void edges() {
        if (version_.dropsEdges)
            drop([&] { edgeLists(); });
        else
            edgeLists();
    }

    void edgeLists() {
        while (enter(kEdgeList)) {
            skip(2);                            // level
            if (flag()) continue;               // in a mesh of its own
            if (!version_.dropsEdges) skip(1);  // whether it is closed
            const uint64_t triangles = count(), groups = count();
            skip(triangles * 48);
            for (uint64_t group = 0; group < groups; ++group) {
                require(kEdgeGroup);
                skip(version_.dropsEdges ? 4 : 12);  // vertex set, and the range of triangles
                skip(count() * 25);
            }
        }
    }

    void poses() {
        for (; enter(kPose); ++poseCount_) {
            line();   // name
            skip(2);  // target
            const bool hasNormals = normalFlag();
            while (enter(kPoseVertex))
                skip(4 + (hasNormals ? 2 : 1) * kVectorBytes);
        }
    }

    void animations() {
        while (enter(kAnimation)) {
            line();   // name
            skip(4);  // seconds
            if (enter(kAnimationBase)) {
                line();
                skip(4);
            }
            bool isMorph = false;
            while (enter(kAnimationTrack)) {
                skip(2);  // kind
                isMorph |= keys(word());
            }
            morphAnimationCount_ += isMorph;
        }
    }

    /// `target`: 0 for the shared vertices, then the submeshes. Returns whether the keys place each vertex.
    bool keys(uint64_t target) {
        bool isMorph = false;
        while (true) {
            if (enter(kMorphKey)) {
                isMorph = true;
                skip(4);  // time
                const bool hasNormals = normalFlag();
                if (target > ownVertices_.size())
                    throw Error(Exit::input, "has an animation of a submesh that is missing");
                skip((target == 0 ? sharedVertices_ : ownVertices_[target - 1]) * (hasNormals ? 2 : 1) * kVectorBytes);
            } else if (enter(kPoseKey)) {
                skip(4);  // time
                while (enter(kPoseReference))
                    skip(6);
            } else {
                return isMorph;
            }
        }
    }

    std::string_view bytes_;
    size_t at_;
    const Version& version_;
    std::vector<Edit> edits_;
    size_t length_ = 0;  ///< of the chunk entered last, with its header
    size_t poseCount_ = 0;
    size_t morphAnimationCount_ = 0;
    size_t emptied_ = 0;  ///< submeshes of points or lines
    uint64_t sharedVertices_ = 0;
    std::vector<uint64_t> ownVertices_;  ///< of each submesh
};

}  // namespace

std::optional<PatchedFile> asOgreMesh18(const InputFile& file, Findings& findings) {
    constexpr std::string_view kMagic("\x00\x10", 2);
    constexpr size_t kMostLine = 64;
    const std::string beginning = file.content(0, kMostLine);
    if (!beginning.starts_with(kMagic)) return {};
    const auto version = std::ranges::find_if(kVersions, [&](const Version& each) {
        return std::string_view(beginning).substr(kMagic.size()).starts_with(each.line);
    });
    if (version == std::end(kVersions)) return {};
    const size_t firstChunk = kMagic.size() + version->line.size();
    PatchedFile patched(file);
    patched.keepUntil(kMagic.size());
    patched.replaceUntil(firstChunk, std::string(kSupported));
    const std::string bytes = file.content();
    Upgrade upgrade(bytes, firstChunk, *version);
    if (upgrade.hasOnlyPointsAndLines())
        throw Error(Exit::input, "has only points and lines, which Sinew does not draw");
    for (Upgrade::Edit& edit : upgrade.edits()) {
        patched.keepUntil(edit.begin);
        patched.replaceUntil(edit.end, std::move(edit.text));
    }
    const auto ignore = [&](size_t count, const char* one, const char* many) {
        if (count == 0) return;
        const std::string what = count == 1 ? one : counted(count, one, many);
        findings.push_back({"morph-ignored", Severity::warning, "file",
                            fmt::format("Sinew does not read the {} of this mesh", what)});
    };
    ignore(upgrade.poseCount(), "pose", "poses");
    ignore(upgrade.morphAnimationCount(), "morph animation", "morph animations");
    patched.keepUntil(file.size());
    return patched;
}

}  // namespace sinew
