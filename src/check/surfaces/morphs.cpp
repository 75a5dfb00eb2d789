#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surfaces/limits.h"
#include "check/surfaces/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

/// Targets that do the same: one was copied, and never changed.
void checkTwice(const MorphedSurface& surface, std::vector<Finding>& findings) {
    const size_t places = surface.group.instances.size();
    size_t count = surface.targetCount;
    for (size_t place = 0; place < places; ++place)
        count = std::min(count, surface.meshAt(place).morphTargets.size());
    const auto isSame = [&](size_t one, size_t other) {
        bool moves = false;
        for (size_t place = 0; place < places; ++place) {
            const std::vector<MorphTarget>& targets = surface.meshAt(place).morphTargets;
            if (targets[one].deltas != targets[other].deltas) return false;
            moves |= !targets[one].deltas.empty();
        }
        return moves;
    };
    for (size_t own = 1; own < count; ++own)
        for (size_t other = 0; other < own; ++other)
            if (isSame(own, other)) {
                findings.push_back(Found("morph-twice", Severity::info,
                                         {meshSubject(surface.mesh()), morphSubject(other), morphSubject(own)},
                                         "morph targets {} and {} are equal"));
                break;
            }
}

/// Names of targets that move a vertex of any mesh.
std::set<std::string> movingNames(const Model& model) {
    std::set<std::string> names;
    for (const SkinnedMesh& mesh : model.meshes)
        for (const MorphTarget& target : mesh.morphTargets)
            if (!target.deltas.empty()) names.insert(target.name);
    return names;
}

/// True for a target that is there to have no effect, such as the one for silence.
bool isNamedLikeRest(const std::string& name) {
    return hasWord(wordsOf(name), {"sil", "silence", "neutral", "basis", "base", "rest", "default", "none"});
}

/// Targets without effect. Exporters give all parts of a face the same list: eyes have those of the mouth as well.
void checkEffects(MorphGroup& morphs, const std::set<std::string>& moving) {
    const MorphedSurface& surface = morphs.surface;
    const auto moves = [&](const MorphDelta& delta) {
        return glm::length(delta.position) > kSurface.nothing * surface.size;
    };
    std::vector<size_t> empty;
    for (size_t target = 0; target < surface.targetCount; ++target) {
        bool isEmpty = true;
        for (size_t place = 0; place < surface.group.instances.size(); ++place)
            isEmpty = isEmpty && std::ranges::none_of(surface.deltasAt(place, target), moves);
        if (isEmpty) empty.push_back(target);
    }
    const bool isMostly = 2 * empty.size() > surface.targetCount;
    for (const size_t target : empty) {
        morphs.explain(target);
        const std::string& name = surface.nameOf(target);
        if (!isNamedLikeRest(name))
            morphs.add("morph-empty",
                       isMostly && !name.empty() && moving.contains(name) ? Severity::info : Severity::warning, target,
                       "moves no vertex");
    }
}

}  // namespace

void MorphGroup::add(const char* id, Severity severity, size_t target, const std::string& does,
                     const std::optional<Figure>& figure, std::optional<size_t> other) {
    explain(target);
    faults_.push_back({id, severity, target, does, figure, other});
}

std::vector<Finding> MorphGroup::findings() const {
    constexpr size_t kMinMerged = 3;
    std::map<std::pair<std::string, Severity>, std::vector<const Fault*>> kinds;
    for (const Fault& fault : faults_)
        kinds[{fault.id, fault.severity}].push_back(&fault);
    std::vector<Finding> found;
    const auto add = [&](const Fault& fault, const std::vector<Subject>& others) {
        std::vector<Subject> subjects{meshSubject(surface.mesh()), morphSubject(fault.target)};
        if (fault.other) subjects.push_back(morphSubject(*fault.other));
        subjects.insert(subjects.end(), others.begin(), others.end());
        const std::string more = " (and " + std::to_string(others.size()) + " others: {...})";
        found.push_back(Found(fault.id, fault.severity, subjects,
                              "morph target {} " + fault.does + (others.empty() ? "" : more), fault.figure));
    };
    for (const auto& [kind, faults] : kinds) {
        if (faults.size() < kMinMerged) {
            for (const Fault* fault : faults)
                add(*fault, {});
            continue;
        }
        const Fault* worst = *std::ranges::max_element(
            faults, {}, [](const Fault* fault) { return fault->figure.value_or(Figure{}).value; });
        std::vector<Subject> others;
        for (const Fault* fault : faults)
            if (fault != worst) others.push_back(morphSubject(fault->target));
        add(*worst, others);
    }
    return found;
}

std::vector<Finding> checkMorphs(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::set<std::string> moving = movingNames(checked.model);
    for (const MeshGroup& group : checked.groups) {
        const MorphedSurface surface(checked, group);
        if (surface.targetCount == 0) continue;
        checkTwice(surface, findings);
        MorphGroup morphs(surface);
        checkEffects(morphs, moving);
        checkMorphShapes(morphs);
        checkMorphTwins(morphs);
        std::ranges::move(morphs.findings(), std::back_inserter(findings));
    }
    checkMorphWeights(checked, findings);
    return findings;
}

}  // namespace sinew
