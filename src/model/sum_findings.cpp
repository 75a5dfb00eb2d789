#include "model/sum_findings.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "model/check_text.h"

namespace sinew {
namespace {

constexpr size_t kFewestSummed = 3;

/// What findings have in common that can be one.
using Kind = std::tuple<std::string, Severity, std::string>;

Kind kindOf(const Finding& finding) {
    return {finding.id, finding.severity, finding.severity == Severity::info ? std::string() : finding.message};
}

double valueOf(const Finding& finding) {
    return finding.figure ? finding.figure->value : 0.0;
}

/// `places`: of the findings that become one.
Finding sumOf(const std::vector<Finding>& findings, const std::vector<size_t>& places) {
    const size_t worst = *std::ranges::max_element(places, {}, [&](size_t at) { return valueOf(findings[at]); });
    Finding sum = findings[worst];
    std::vector<std::string> names;
    for (const size_t at : places) {
        if (at == worst) continue;
        sum.others.push_back({findings[at].object, findings[at].figure});
        names.push_back(findings[at].object);
    }
    // What has to be mended is named in full.
    sum.message += " (" + std::to_string(names.size()) +
                   " others, too: " + (sum.severity == Severity::info ? listed(names) : listed(names, names.size())) +
                   ")";
    return sum;
}

}  // namespace

std::vector<Finding> sumFindings(const std::vector<Finding>& findings) {
    std::map<Kind, std::vector<size_t>> kinds;
    for (size_t i = 0; i < findings.size(); ++i)
        kinds[kindOf(findings[i])].push_back(i);
    std::vector<Finding> summed;
    for (size_t i = 0; i < findings.size(); ++i) {
        const std::vector<size_t>& places = kinds.at(kindOf(findings[i]));
        if (places.size() < kFewestSummed)
            summed.push_back(findings[i]);
        else if (places.front() == i)
            summed.push_back(sumOf(findings, places));
    }
    return summed;
}

}  // namespace sinew
