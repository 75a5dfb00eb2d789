#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// What a file's clips are called when people read their names, in the same order. Exporters put the owner before the
/// name; names that a person gave must survive. The rules, in this order:
///
/// 1. Of pieces parted by '|' the last one counts ("Armature|Walk" is "Walk"); a last piece that only names an
/// animation layer ("Layer0",
///    "BaseLayer") is left out first.
/// 2. A first word that is the name of one of `owners` (the nodes above the skeleton), and is followed by one of
/// "_|:.", is taken away,
///    as often as it stands there ("Pip_Pip_Idle" is "Idle" beneath a node "Pip").
/// 3. With two clips or more that all begin with it, so is a word that stands there twice ("X_X_Walk"), and once where
/// it is the file's
///    own name (`fileStem`).
///
/// "Walk_Left" and "Walk_Right" stay: that names have a beginning in common is no reason. Rules 2 and 3 are each taken
/// back for all clips where they would leave a name empty or make two names the same. A clip without a name is
/// "Animation N", N its index.
std::vector<std::string> readableClipNames(std::span<const std::string> names, std::span<const std::string> owners,
                                           std::string_view fileStem);

}  // namespace sinew
