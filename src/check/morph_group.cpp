#include <algorithm>
#include <map>

#include <glm/geometric.hpp>

#include "check/morph_checks.h"
#include "check/words.h"

namespace sinew {

bool isNamedLikeFace(std::string_view target) {
    return hasWord(wordsOf(target),
                   {"brow", "brows",  "eyebrow", "eyebrows", "eye",   "eyes",   "eyelid", "eyelids", "lid",
                    "lids", "blink",  "wink",    "squint",   "cheek", "cheeks", "nose",   "sneer",   "mouth",
                    "lip",  "lips",   "smile",   "smirk",    "frown", "grin",   "pout",   "dimple",  "jaw",
                    "chin", "tongue", "viseme",  "phoneme",  "kiss",  "pucker", "funnel"});
}

std::string withoutSide(std::string_view name) {
    std::string joined;
    for (const std::string& word : wordsOf(name))
        if (sideOf(word) == Side::none) joined += word;
    return joined;
}

double outwardShare(const MorphGroup& morphs, const std::vector<glm::vec3>& deltas) {
    const std::vector<Surface::Corner>& corners = morphs.checked.surfaceOf(morphs.group).corners;
    const std::vector<glm::vec3>& positions = morphs.surface.positions;
    double outward = 0.0, all = 0.0;
    for (size_t first = 0; first + 2 < corners.size(); first += 3) {
        const uint32_t a = corners[first].point, b = corners[first + 1].point, c = corners[first + 2].point;
        const glm::dvec3 normal(glm::cross(positions[b] - positions[a], positions[c] - positions[a]));
        const glm::dvec3 moved(deltas[a] + deltas[b] + deltas[c]);
        outward += glm::dot(normal, moved);
        all += glm::length(normal) * glm::length(moved);
    }
    return all > 0.0 ? outward / all : 0.0;
}

bool isOutsideOut(const MorphGroup& morphs) {
    const std::vector<glm::vec3>& positions = morphs.surface.positions;
    glm::dvec3 sum(0.0);
    for (const glm::vec3& position : positions)
        sum += glm::dvec3(position);
    const glm::vec3 middle(sum / static_cast<double>(positions.size()));
    std::vector<glm::vec3> outward;
    for (const glm::vec3& position : positions)
        outward.push_back(position - middle);
    return outwardShare(morphs, outward) > 0.0;
}

std::vector<glm::mat3> exchangedAxes() {
    const glm::vec3 x(1.0f, 0.0f, 0.0f), y(0.0f, 1.0f, 0.0f), z(0.0f, 0.0f, 1.0f);
    return {{x, z, y}, {y, x, z}, {z, y, x}, {y, z, x}, {z, x, y}};
}

void MorphGroup::add(const char* id, Severity severity, size_t target, const std::string& does,
                     const std::optional<Figure>& figure) {
    explain(target);
    faults_.push_back({id, severity, target, does, figure});
}

std::vector<Finding> MorphGroup::findings() const {
    constexpr size_t kMinMerged = 3;
    std::map<std::pair<std::string, Severity>, std::vector<const Fault*>> kinds;
    for (const Fault& fault : faults_)
        kinds[{fault.id, fault.severity}].push_back(&fault);
    std::vector<Finding> found;
    const auto findingOf = [&](const Fault& fault) {
        return Finding{fault.id, fault.severity, group.name, surface.shown(fault.target) + " " + fault.does,
                       fault.figure};
    };
    for (const auto& [kind, faults] : kinds) {
        if (faults.size() < kMinMerged) {
            for (const Fault* fault : faults)
                found.push_back(findingOf(*fault));
            continue;
        }
        const Fault* worst = *std::ranges::max_element(
            faults, {}, [](const Fault* fault) { return fault->figure.value_or(Figure{}).value; });
        std::vector<std::string> others;
        for (const Fault* fault : faults)
            if (fault != worst) others.push_back(surface.nameOrNumber(fault->target));
        Finding sum = findingOf(*worst);
        sum.message += " (and " + std::to_string(others.size()) + " others: " + listed(others) + ")";
        found.push_back(sum);
    }
    return found;
}

}  // namespace sinew
