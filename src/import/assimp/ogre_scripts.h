#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "import/files/model_folder.h"
#include "model/finding.h"

namespace sinew {

/// The material scripts of Ogre (.material) below the folders of a model, whatever their names are. assimp looks only
/// into those that are named as the material or as the mesh. Keeps a reference to `folder`.
class OgreScripts {
  public:
    explicit OgreScripts(const ModelFolder& folder) : folder_(folder) {}

    /// The script that defines the material for which assimp wants the file NAME.material, or another file; empty where
    /// none does. The first one counts: in the model's folder, below it, in the folders of textures. Valid as long as
    /// this object.
    std::string_view scriptFor(std::string_view file);

    /// A finding for each material without a script.
    void report(Findings& findings) const;

  private:
    void read();

    const ModelFolder& folder_;
    bool isRead_ = false;
    std::vector<std::string> scripts_;
    std::map<std::string, size_t, std::less<>> definedIn_;  ///< materials, and the indices of their scripts
    bool hasUnread_ = false;                                ///< some are too large
    std::set<std::string, std::less<>> missing_, unreadable_;
};

}  // namespace sinew
