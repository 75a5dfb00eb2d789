#include "model/check.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

#include "model/check_bones.h"
#include "model/check_clips.h"
#include "model/check_deformation.h"
#include "model/check_files.h"
#include "model/check_ground.h"
#include "model/check_loops.h"
#include "model/check_meshes.h"
#include "model/check_seams.h"
#include "model/check_weights.h"
#include "model/sum_findings.h"

namespace sinew {

std::vector<Finding> check(const Model& model, const ImportReport& report, uint32_t maxBones) {
    std::vector<Finding> findings = report.findings;
    const auto add = [&](std::vector<Finding> more) { std::ranges::move(more, std::back_inserter(findings)); };
    add(checkFiles(model, report));
    add(checkMeshes(model));
    add(checkWeights(model, report));
    add(checkBones(model, maxBones));
    add(checkClips(model, report));
    add(checkLoops(model));
    add(checkGround(model));
    add(checkDeformation(model));
    add(checkSeams(model));
    // A mesh that is shown twice is no other mesh.
    std::set<std::tuple<std::string, std::string, std::string>> seen;
    std::erase_if(findings, [&](const Finding& finding) {
        return !seen.emplace(finding.id, finding.object, finding.message).second;
    });
    std::ranges::stable_sort(findings, std::greater<>(), &Finding::severity);
    return sumFindings(findings);
}

}  // namespace sinew
