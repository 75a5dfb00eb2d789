#pragma once

#include <vector>

#include "animation/ground/root_motion.h"
#include "app/machine/graph_run.h"
#include "model/bounds.h"
#include "model/model.h"

namespace sinew {

/// What a crowd knows about the character that it consists of.
struct CrowdFigure {
    const Model* model = nullptr;
    glm::mat4 worldFromRoot{1.0f};  ///< of one that has not moved; Y up
    Box box;                        ///< bounds of one, over its clips
    float floorHeight = 0.0f;
    std::vector<float> lowest;               ///< of each clip, the lowest point: what stands on the floor
    std::vector<size_t> clips;               ///< those that are played; empty: the rest pose
    std::vector<const RootMotion*> motions;  ///< of each clip; null: of those that are not played
    bool extractsRootMotion = false;         ///< from the poses
    bool walks = false;                      ///< root motion moves the characters
    double fadeSeconds = 0.2;                ///< of transitions between clips
    const GraphFile* graph = nullptr;        ///< that all play instead of the schedule of clips; null: none
    std::vector<ScriptStep> script;          ///< of the graph
    std::vector<RootMotion> rootMotions;     ///< of each clip, for the graph
};

}  // namespace sinew
