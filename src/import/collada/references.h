#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// The <image> that a <sampler2D> of the effect reads, named by a surface (1.4) or directly (1.5); empty when there is
/// none.
Node imageOfSampler(const Document& document, Node effect, Node sampler);

struct References {
    std::vector<Node> changed;  ///< children of the root that were changed, or added
    bool changesRoot = false;   ///< the root's attributes were changed
};

/// Rewrites in place the references that assimp cannot follow, although they are valid or their meaning is clear:
/// - a file without a scene shows its first visual scene;
/// - a node below a node of <library_nodes> moves to the library when an <instance_node> refers to it;
/// - in a file with animations, a skeleton of a library without an instance moves into the scene;
/// - images and samplers of version 1.5 become those of 1.4;
/// - a URL that repeats the file's own name becomes a fragment. References to other files are removed, with a finding.
/// @throws std::runtime_error with the cause when there is no visual scene, or it is in another file.
References repairReferences(const Document& document, std::string_view fileName, Findings& findings);

}  // namespace sinew::collada
