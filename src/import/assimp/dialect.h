#pragma once

#include "import/assimp/materials.h"
#include "import/assimp/nodes.h"
#include "import/build/curves.h"
#include "import/build/morphs.h"

namespace sinew {

/// What assimp's animations mean in a format.
struct ClipConventions {
    bool rootNamed = false;         ///< assimp prefixes names with that of its own root (Collada)
    bool mayJoin = false;           ///< the file defines no clips and may store one movement as many animations
    bool storesQuaternions = true;  ///< and not angles or matrices, from which assimp makes them
    bool lastsAsKeys = false;       ///< the format has no duration of its own
    bool mayCountTicks = false;     ///< without a rate, keys may be far apart: in ticks of 1 / 4800 s (X)
    double framesPerSecond = 0.0;   ///< in place of assimp's rate; 0: none
};

/// What assimp's reading of a file means, where formats differ.
struct Conventions {
    std::string format;  ///< human-readable: "glTF 2.0"
    MaterialConventions materials = {};
    ClipConventions clips = {};
    bool keepsMirroredFaces = false;  ///< nodes that mirror do not turn faces (Direct3D)
    bool keepsEmptyBones = false;     ///< assimp must keep bones without weights
};

/// A clip as assimp read it: its index in the file, and the node that each channel moves. `animation` is null when
/// asking for a clip that assimp did not read.
struct ClipSource {
    size_t index = 0;
    const aiAnimation* animation = nullptr;
    std::vector<std::pair<const aiNodeAnim*, uint32_t>> channels;
};

/// Thrown where a shortcut does not do: the import starts again, with a `thorough` repair().
struct ShortcutFailed {};

/// Reads from a file what assimp loses: repair, materials, joints, morphs and motion. One object reads one file, and
/// its members are called in this order; the defaults trust assimp.
class Dialect {
  public:
    virtual ~Dialect() = default;

    /// The file as assimp can read it, with a finding for each repair; nothing where it can be read as it is.
    /// `thorough`: without shortcuts. Keys may be left out for assimp, and lists that it checks itself unread.
    /// @throws std::runtime_error with the cause where assimp would crash or hang.
    virtual std::optional<PatchedFile> repair(Findings& /*findings*/, bool /*thorough*/) { return {}; }

    /// True when repair() took a shortcut, so that a thorough one may help where assimp fails.
    virtual bool tookShortcut() const { return false; }

    /// Why assimp does not recognize the file; empty where nothing is found wrong.
    virtual std::string fault() { return {}; }

    virtual Conventions conventions() const = 0;

    /// The materials, in the order of aiScene::mMaterials; nothing where assimp's are used.
    virtual std::optional<std::vector<Material>> materials(const aiScene& /*scene*/, TextureLoader& /*textures*/,
                                                           Findings& /*findings*/) {
        return {};
    }

    /// Matches assimp's nodes and meshes to the file's. The arguments must outlive the dialect's use.
    /// @throws std::runtime_error with the cause when a limit is exceeded.
    virtual void match(const aiScene& /*scene*/, SceneNodes& /*nodes*/, Findings& /*findings*/) {}

    /// Joints: the node of each of aiMesh::mBones for the `slot`-th mesh of `node`, kNowhere for a joint that has none.
    /// Nothing where bones are found by name.
    virtual std::optional<std::vector<uint32_t>> joints(uint32_t /*node*/, unsigned /*slot*/) const { return {}; }

    /// Morphs: the targets of a mesh of aiScene::mMeshes, valid as long as the dialect. assimp reads none of the formats
    /// that it is used for.
    virtual std::span<const SourceMorph> morphTargets(uint32_t /*mesh*/) const { return {}; }

    /// The morph weights that the file gives each instance; empty where it gives none.
    virtual std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> /*instances*/) { return {}; }

    /// Tells where the instances' weights are. `weights` must outlive the calls of motion().
    virtual void placeWeights(std::span<const MeshInstance> /*instances*/, const SceneMorphWeights& /*weights*/) {}

    /// Motion: replaces what assimp flattened to linear keys by the file's own curves, and adds how the file
    /// interpolates. Where `source` has no animation, fills a clip that assimp did not read, or leaves it empty when
    /// there are no more.
    /// @throws ShortcutFailed.
    virtual void motion(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) = 0;

    /// The last call: sets the model's axis and unit, by default from assimp's metadata (FBX), and what the file adds.
    virtual void readSpace(const aiScene& scene, Model& model) const;

    static constexpr uint32_t kNowhere = Source::kNowhere;
};

// The folder must outlive the dialect.

std::unique_ptr<Dialect> makeColladaDialect(const ModelFolder& folder);

/// True for an archive with a Collada document (.zae, .kmz).
bool isColladaArchive(const InputFile& file);

/// For a format that assimp reads well; the name is that of assimp's importer. Texts in UTF-16 are repaired
/// where `folder` is given.
std::unique_ptr<Dialect> makePlainDialect(std::string_view importerName, const ModelFolder* folder = nullptr);

}  // namespace sinew
