#pragma once

#include <map>

#include "import/gltf/nodes.h"
#include "model/finding.h"

namespace sinew::gltf {

/// A note that counts the channels that move nothing that Sinew animates, such as materials.
void reportPointers(const std::vector<AnimationRow>& animations, Findings& findings);

/// KHR_node_visibility.
struct Visibility {
    std::vector<bool> isHidden;            ///< by node of the hierarchy: it shows no mesh
    std::map<uint32_t, glm::vec3> scales;  ///< of nodes that clips show and hide by their scale: when they are visible
};

/// Nodes that clips hide have a scale of 0 while they are hidden. That needs nodes below which there is no skinned mesh
/// and no joint, and whose scale no clip moves; the visibility of others does not change, and is a note.
Visibility readVisibility(const File& file, const std::vector<AnimationRow>& animations, Nodes& nodes,
                          Findings& findings);

}  // namespace sinew::gltf
