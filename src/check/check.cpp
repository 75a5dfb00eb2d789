#include "check/check.h"

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/shown_text.h"
#include "check/checks.h"
#include "check/found.h"

namespace sinew {
namespace {

constexpr size_t kMinMerged = 3;
constexpr size_t kMostUses = 3;

/// Findings of one kind can be merged: the third says what else must be equal.
using Kind = std::tuple<std::string, Severity, std::string>;

/// Meshes, materials and textures of one file have a fault for one reason. Bones and clips may have it for many.
bool isOfSurface(const Finding& finding) {
    constexpr std::array kKinds{Subject::Kind::mesh, Subject::Kind::material, Subject::Kind::texture};
    return !finding.subjects.empty() && std::ranges::find(kKinds, finding.subjects.front().kind) != kKinds.end();
}

Kind kindOf(const Finding& finding) {
    if (finding.severity == Severity::info) return {finding.id, finding.severity, ""};
    const bool isMeasured = finding.severity == Severity::warning && isOfSurface(finding) && finding.figure;
    return {finding.id, finding.severity, isMeasured ? finding.figure->unit : finding.message};
}

/// Merges the findings at these indices.
Finding merged(const std::vector<Finding>& findings, const std::vector<size_t>& indices) {
    const size_t worst =
        *std::ranges::max_element(indices, {}, [&](size_t i) { return findings[i].figure.value_or(Figure{}).value; });
    Finding sum = findings[worst];
    std::vector<std::string> names;
    for (const size_t i : indices) {
        if (i == worst) continue;
        const std::vector<Subject>& subjects = findings[i].subjects;
        sum.others.push_back({findings[i].object, findings[i].figure,
                              subjects.empty() ? std::nullopt : std::optional(subjects.front())});
        names.push_back(findings[i].object);
    }
    // Objects that need a fix are all named.
    const size_t mostNames = sum.severity == Severity::info ? 3 : names.size();
    sum.message += " (and " + std::to_string(names.size()) + " others: " + listed(names, mostNames) + ")";
    return sum;
}

bool isAbout(const Finding& finding, const std::string& name) {
    return finding.object == name ||
           std::ranges::find(finding.others, name, &Finding::Other::object) != finding.others.end();
}

/// Findings of the import name a texture as the file does, or by its number.
bool isAboutTexture(const Model& model, const Finding& finding, uint32_t texture) {
    return isAbout(finding, model.textures[texture].name) ||
           isAbout(finding, nameOf(model, {Subject::Kind::texture, texture}));
}

/// What the textures are for that a finding of the import is about.
std::string usesOf(const Model& model, const Finding& finding) {
    std::vector<std::string> uses;
    for (const Material& material : model.materials)
        for (size_t slot = 0; slot < kTextureSlots; ++slot)
            if (const auto& use = material.textures[slot]; use && isAboutTexture(model, finding, use->texture))
                uses.push_back(std::string(kTextureSlotNames[slot]) + " of '" + materialName(model, material) + "'");
    std::string text;
    for (size_t i = 0; i < std::min(uses.size(), kMostUses); ++i)
        text += (i == 0 ? "" : ", ") + uses[i];
    return uses.size() > kMostUses ? text + " and " + std::to_string(uses.size() - kMostUses) + " more" : text;
}

/// The meshes with the material that a finding of the import is about.
std::string meshesOf(const Model& model, const Finding& finding) {
    std::set<std::string> names;
    for (const SkinnedMesh& mesh : model.meshes)
        if (isAbout(finding, materialName(model, model.materials[mesh.material]))) names.insert(mesh.name);
    if (names.empty()) return {};
    return (names.size() == 1 ? "mesh " : "meshes ") + listed(std::vector<std::string>(names.begin(), names.end()));
}

/// Drops the effects of what other findings say.
void dropExplained(std::vector<Finding>& findings) {
    const std::set<std::string> ofPlaces{"bone-misbound", "bone-posed", "bind-mixed", "bind-not-rest"};
    std::set<std::string> withoutUvs;
    bool hasLostBones = false;  // they are placed at the origin
    for (const Finding& finding : findings) {
        if (finding.id == "uv-set-missing") withoutUvs.insert(finding.object);
        hasLostBones = hasLostBones || finding.id == "bone-without-node";
    }
    std::erase_if(findings, [&](const Finding& finding) {
        return (finding.id == "uvs-missing" && withoutUvs.contains(finding.object)) ||
               (hasLostBones && ofPlaces.contains(finding.id));
    });
}

}  // namespace

void nameTextureUses(const Model& model, std::vector<Finding>& findings) {
    const std::set<std::string> ofTextures{"texture-missing", "texture-unreadable", "texture-type-wrong"};
    for (Finding& finding : findings) {
        const std::string uses = ofTextures.contains(finding.id)  ? usesOf(model, finding)
                                 : finding.id == "uv-set-ignored" ? meshesOf(model, finding)
                                                                  : "";
        if (!uses.empty()) finding.message += " (" + uses + ")";
    }
}

void nameNodes(const Model& model, std::vector<Finding>& findings) {
    std::vector<size_t> groups(model.meshes.size());  // by mesh
    std::vector<std::set<uint32_t>> nodes(1);         // by group; the first one has the meshes that are not shown
    for (const MeshGroup& group : meshGroups(model)) {
        for (const uint32_t instance : group.instances)
            groups[model.instances[instance].mesh] = nodes.size();
        nodes.emplace_back();
    }
    for (const MeshInstance& instance : model.instances)
        nodes[groups[instance.mesh]].insert(instance.node);
    for (Finding& finding : findings) {
        if (finding.subjects.empty() || finding.subjects.front().kind != Subject::Kind::mesh) continue;
        const std::set<uint32_t>& shown = nodes[groups[finding.subjects.front().index]];
        const std::string node = shown.size() == 1 ? model.hierarchy.names[*shown.begin()] : "";
        if (!node.empty() && node != finding.object && node == givenName(node))
            finding.message += " (node '" + node + "')";
    }
}

std::vector<Finding> sumFindings(const std::vector<Finding>& findings) {
    std::map<Kind, std::vector<size_t>> kinds;
    for (size_t i = 0; i < findings.size(); ++i)
        kinds[kindOf(findings[i])].push_back(i);
    std::vector<Finding> summed;
    for (size_t i = 0; i < findings.size(); ++i) {
        const std::vector<size_t>& indices = kinds.at(kindOf(findings[i]));
        if (indices.size() < kMinMerged)
            summed.push_back(findings[i]);
        else if (indices.front() == i)
            summed.push_back(merged(findings, indices));
    }
    return summed;
}

std::string materialName(const Model& model, const Material& material) {
    return material.name.empty() ? "material " + std::to_string(&material - model.materials.data()) : material.name;
}

std::string lengthText(const Model& model, float length, const Measured& share) {
    if (!model.metersPerUnit) return share.text;
    return figure(static_cast<double>(length) * *model.metersPerUnit * 100.0) + " cm (" + share.text + ")";
}

std::optional<std::string> tooLargeToCheck(const Model& model) {
    // A check samples each clip a few dozen times.
    constexpr uint64_t kMostNodes = uint64_t{1} << 21, kMostVertices = uint64_t{1} << 32;
    uint64_t vertices = 0;
    for (const MeshInstance& instance : model.instances)
        vertices += model.meshes[instance.mesh].positions.size();
    const auto exceeds = [&](uint64_t count, uint64_t most, const char* what) -> std::optional<std::string> {
        if (count * model.clips.size() <= most) return std::nullopt;
        return std::to_string(model.clips.size()) + " clips of " + std::to_string(count) + " " + what +
               " are too many to check: at most " + std::to_string(most) + " in all clips";
    };
    const auto nodes = exceeds(model.hierarchy.size(), kMostNodes, "nodes");
    return nodes ? nodes : exceeds(vertices, kMostVertices, "vertices");
}

std::vector<Finding> checkEach(const Model& model, const ImportReport& report, uint32_t maxBones) {
    const CheckedModel checked(model);
    std::vector<Finding> findings = report.findings;
    for (std::vector<Finding>& found : std::array{checkMaterials(checked),      checkMeshes(checked),
                                                  checkSize(checked),           checkFaces(checked),
                                                  checkTangents(checked),       checkParts(checked),
                                                  checkCopies(checked),         checkMorphs(checked),
                                                  checkCoordinates(checked),    checkTextures(model),
                                                  checkShown(checked),          checkWeights(checked, report),
                                                  checkSkins(checked),          checkSkeletons(checked, maxBones),
                                                  checkSides(checked),          checkMirroredWeights(checked),
                                                  checkStance(checked),         checkClips(checked, report),
                                                  checkTimes(checked, report),  checkKeys(checked, report),
                                                  checkAgainstRest(checked),    checkAgainstOthers(checked),
                                                  checkScales(model),           checkCurves(checked, report),
                                                  checkFrames(checked, report), checkLoops(checked),
                                                  checkGround(checked),         checkDeformation(checked),
                                                  checkSeams(checked)})
        std::ranges::move(found, std::back_inserter(findings));
    for (Finding& finding : findings)
        write(model, finding);
    findSubjects(model, findings);
    // Instances of one mesh repeat its findings.
    std::set<std::tuple<std::string, std::string, std::string>> seen;
    std::erase_if(findings, [&](const Finding& finding) {
        return !seen.emplace(finding.id, finding.object, finding.message).second;
    });
    // Numbers that overflow tell nothing.
    std::erase_if(findings,
                  [](const Finding& finding) { return finding.figure && !std::isfinite(finding.figure->value); });
    const std::set<std::string> needed = neededJoints(checked);
    std::erase_if(findings, [&](const Finding& finding) {
        const auto node = subjectOf(finding, Subject::Kind::node);
        return finding.id == "bone-unused" && needed.contains(node ? model.hierarchy.names[*node] : finding.object);
    });
    dropExplained(findings);
    std::ranges::stable_sort(findings, std::greater<>(), &Finding::severity);
    return findings;
}

std::vector<Finding> check(const Model& model, const ImportReport& report, uint32_t maxBones) {
    std::vector<Finding> findings = sumFindings(checkEach(model, report, maxBones));
    nameTextureUses(model, findings);
    nameNodes(model, findings);
    return findings;
}

}  // namespace sinew
