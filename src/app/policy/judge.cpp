#include "app/policy/judge.h"

#include <algorithm>
#include <functional>

#include "app/policy/broken_rules.h"
#include "base/error.h"
#include "check/check.h"

namespace sinew {
namespace {

Severity severityFrom(Rating rating) {
    return rating == Rating::error ? Severity::error : rating == Rating::warning ? Severity::warning : Severity::info;
}

/// Changes the severities as the rules have it, and removes ignored findings. Returns how many those are, merged.
size_t rate(std::vector<Finding>& findings, const Model& model, const ModelRules& rules) {
    std::vector<Finding> rated, ignored;
    for (Finding& finding : findings) {
        const std::optional<uint32_t> clip = subjectOf(finding, Subject::Kind::clip);
        const std::optional<Rating> rating = ratingOf(rules, finding.id, clip ? model.clips[*clip].name : "");
        if (rating && rating != Rating::ignore) finding.severity = severityFrom(*rating);
        (rating == Rating::ignore ? ignored : rated).push_back(std::move(finding));
    }
    findings = std::move(rated);
    return sumFindings(ignored).size();
}

}  // namespace

Verdict judge(const ImportedModel& imported, const std::string& path, const Judging& judging) {
    const auto& [model, report] = imported;
    if (const auto cause = tooLargeToCheck(model)) throw Error(Exit::input, report.file + ": " + *cause);
    Verdict verdict{.file = report.file, .format = report.format, .error = "", .path = path};
    std::vector<Finding> findings = checkEach(model, report, judging.maxBones);
    verdict.notJudged = notJudged(model, report);
    verdict.failOn = judging.failOn.value_or(Severity::error);
    if (judging.policy) {
        const ModelRules rules = rulesFor(*judging.policy, path);
        verdict.policy = judging.policy->file.string();
        if (!judging.failOn) verdict.failOn = rules.failOn.value_or(Severity::error);
        std::ranges::move(findBrokenRules(imported, rules, findings), std::back_inserter(findings));
        findSubjects(model, findings);
        verdict.ignored = rate(findings, model, rules);
        std::ranges::stable_sort(findings, std::greater<>(), &Finding::severity);
    }
    std::vector<Finding> accepted;
    if (judging.updated) {
        const auto failing = std::ranges::stable_partition(
            findings, [&](const Finding& finding) { return finding.severity < verdict.failOn; });
        std::ranges::move(failing, std::back_inserter(accepted));
        findings.erase(failing.begin(), findings.end());
        judging.updated->accept(path, accepted);
    } else if (judging.baseline) {
        accepted = judging.baseline->takeAccepted(path, findings);
        verdict.gone = judging.baseline->countGone(path, accepted);
    }
    verdict.accepted = sumFindings(accepted);
    verdict.findings = sumFindings(findings);
    for (std::vector<Finding>* shown : {&verdict.accepted, &verdict.findings}) {
        nameTextureUses(model, *shown);
        nameNodes(model, *shown);
    }
    return verdict;
}

}  // namespace sinew
