#pragma once

#include <map>

#include "animation/pose/palette.h"
#include "import/gltf/nodes.h"
#include "model/finding.h"

namespace sinew::gltf {

/// A skin of the file: the bones of its joints.
struct Skin {
    std::string name;
    std::vector<Bone> bones;
    std::string fault;      ///< why it cannot be used
    bool isBroken = false;  ///< it has a joint that does not exist, which judgeReferences() reports
};

/// Reads skins, each once. A skin without inverse bind matrices has identities; that is a note.
class SkinReader {
  public:
    /// The arguments must outlive this.
    SkinReader(File& file, const Nodes& nodes, Findings& findings) : file_(file), nodes_(nodes), findings_(findings) {}

    /// `mesh`: the name of one that it deforms.
    const Skin& read(size_t skin, const std::string& mesh);

  private:
    File& file_;
    const Nodes& nodes_;
    Findings& findings_;
    std::map<size_t, Skin> known_;
};

}  // namespace sinew::gltf
