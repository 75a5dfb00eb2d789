#pragma once

#include "import/assimp/materials.h"
#include "import/assimp/nodes.h"
#include "import/build/morphs.h"
#include "model/imported_model.h"

namespace sinew {

/// What assimp's reading of a file means, where formats differ.
struct Conventions {
    std::string format;  ///< human-readable: "glTF 2.0"
    MaterialConventions materials = {};
    bool keepsMirroredFaces = false;  ///< nodes that mirror do not turn faces (Direct3D)
    bool keepsEmptyBones = false;     ///< assimp must keep bones without weights
};

/// Reads from a file what assimp loses: repair, materials, joints, morphs and motion. One object reads one file, and
/// its members are called in this order; the defaults trust assimp, and have no morphs.
class Dialect {
  public:
    virtual ~Dialect() = default;

    /// The file as assimp can read it, with a finding for each repair; nothing where it can be read as it is.
    /// @throws std::runtime_error with the cause where assimp would crash or hang.
    virtual std::optional<PatchedFile> repair(Findings& /*findings*/) { return {}; }

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

    /// Morphs: the targets of a mesh of aiScene::mMeshes, valid as long as the dialect.
    virtual std::span<const SourceMorph> morphTargets(uint32_t /*mesh*/) const { return {}; }

    /// The morph weights that the file gives each instance; empty where it gives none.
    virtual std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> /*instances*/) { return {}; }

    /// Tells where the instances' weights are.
    virtual void placeWeights(std::span<const MeshInstance> /*instances*/, const SceneMorphWeights& /*weights*/) {}

    /// The clips, with a row for each in `report.clips`. `isBone` (by node) marks joints.
    virtual std::vector<AnimationClip> clips(const aiScene& scene, const SceneNodes& nodes,
                                             const std::vector<bool>& isBone, ImportReport& report) = 0;

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
