#include "match/figure_checks.h"

#include "match/figure_shape.h"
#include "match/figure_transfer.h"

namespace sinew {

bool figureLies(const Model& model) {
    const std::vector<glm::mat4> reference = referencePose(model);
    return lies(findFigure(model, reference), reference);
}

std::vector<BonePair> undirectedBones(const Model& model, const Model& source, const BoneMap& map, CommonPose pose) {
    return FigureTransfer(model, source, map, pose).undirected();
}

}  // namespace sinew
