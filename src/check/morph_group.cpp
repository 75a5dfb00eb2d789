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
