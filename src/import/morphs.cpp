#include "import/morphs.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "import/convert.h"
#include "import/tangent_frame.h"
#include "model/check_text.h"

namespace sinew {
namespace {

// Normals that differ by less have been through somebody's rounding.
constexpr float kSameNormal = 1e-6f;

float weightOf(const aiAnimMesh& target, const MorphConventions& conventions) {
    if (!std::isfinite(target.mWeight)) return 0.0f;
    return conventions.weightsLost && target.mWeight == 1.0f ? 0.0f : target.mWeight;
}

glm::vec3 finiteOrZero(const glm::vec3& v) {
    return isFinite(v) ? v : glm::vec3(0.0f);
}

/// How the welded vertices move; nothing for what is not finite.
std::vector<glm::vec3> movesOf(const MorphSource& morph, const MeshSource& source, std::span<const uint32_t> sources) {
    std::vector<glm::vec3> moves;
    moves.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = morph.relative ? glm::vec3(0.0f) : vec3From(source.positions[i]);
        moves.push_back(finiteOrZero(vec3From(morph.positions[i]) - base));
    }
    return moves;
}

/// How the unit normals of the welded vertices change. The file's are of any length, and deltas are of the same scale.
std::vector<glm::vec3> turnsOf(const MorphSource& morph, const MeshSource& source, std::span<const uint32_t> sources) {
    std::vector<glm::vec3> turns;
    turns.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = vec3From(source.normals[i]);
        const glm::vec3 shape = vec3From(morph.normals[i]);
        turns.push_back(finiteOrZero((morph.relative ? shape : shape - base) / glm::length(base)));
    }
    return turns;
}

std::vector<glm::vec3> madeTurns(std::span<const glm::vec3> moves, const SkinnedMesh& mesh) {
    std::vector<glm::vec3> shape(mesh.positions);
    for (size_t v = 0; v < shape.size(); ++v)
        shape[v] += moves[v];
    std::vector<glm::vec3> turns = smoothNormals(shape, mesh.indices);
    for (size_t v = 0; v < turns.size(); ++v)
        turns[v] -= mesh.normals[v];
    return turns;
}

}  // namespace

Finding morphMisfit(const std::string& object, size_t targets) {
    const Stated count = statedCount(targets, "morph target", "morph targets");
    return {"morph-misfit", Severity::warning, object,
            count.text + " with other vertices than the mesh, which " + (targets == 1 ? "moves" : "move") + " nothing",
            count.figure};
}

std::vector<MorphSource> readMorphs(const aiMesh& file, const std::string& meshName,
                                    const MorphConventions& conventions, std::vector<Finding>& findings) {
    std::vector<MorphSource> morphs;
    size_t misfits = 0;
    for (unsigned t = 0; t < file.mNumAnimMeshes; ++t) {
        MorphSource& morph = morphs.emplace_back();
        const aiAnimMesh* target = file.mAnimMeshes[t];
        if (!target || !target->HasPositions() || target->mNumVertices != file.mNumVertices) {
            ++misfits;
            continue;
        }
        morph = {.name = utf8From(target->mName),
                 .positions = {target->mVertices, target->mNumVertices},
                 .weight = weightOf(*target, conventions),
                 .relative = conventions.relative && file.mMethod == aiMorphingMethod_MORPH_RELATIVE};
        if (target->HasNormals() && file.HasNormals()) morph.normals = {target->mNormals, target->mNumVertices};
    }
    if (misfits > 0) findings.push_back(morphMisfit(meshName, misfits));
    return morphs;
}

std::vector<MorphTarget> convertMorphs(std::span<const MorphSource> morphs, const MeshSource& source, bool normalsMade,
                                       std::span<const uint32_t> sources, const SkinnedMesh& mesh) {
    std::vector<MorphTarget> targets;
    for (const MorphSource& morph : morphs) {
        MorphTarget& target = targets.emplace_back(MorphTarget{.name = morph.name});
        if (morph.positions.empty()) continue;
        const std::vector<glm::vec3> moves = movesOf(morph, source, sources);
        std::vector<glm::vec3> turns(moves.size(), glm::vec3(0.0f));
        if (normalsMade)
            turns = madeTurns(moves, mesh);
        else if (!morph.normals.empty())
            turns = turnsOf(morph, source, sources);
        for (uint32_t v = 0; v < moves.size(); ++v)
            if (moves[v] != glm::vec3(0.0f) || glm::length(turns[v]) > kSameNormal)
                target.deltas.push_back({.vertex = v, .position = moves[v], .normal = turns[v]});
        target.deltas.shrink_to_fit();
    }
    return targets;
}

}  // namespace sinew
