#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// Readable names of a file's clips, in the same order. Exporters prefix names with their owner; names that a person
/// chose must survive. Rules, in this order:
///
/// 1. Of parts separated by '|', last ones that only name an animation layer ("Layer0", "BaseLayer") are dropped, and
/// first ones that all names with several parts share ("Armature|Walk" is "Walk"; "A|Walk" and "B|Run" stay).
/// 2. A first word that is one of `owners` (the nodes above the skeleton), followed by one of "_|:.", is removed as
/// often as it is repeated ("Pip_Pip_Idle" is "Idle" below a node "Pip").
/// 3. A first word that two or more clips all share is removed where it is doubled ("X_X_Walk") or is the first word of
/// an owner's name ("Alien_Walk" below "AlienArmature").
///
/// "Walk_Left" and "Walk_Right" stay: a common first word is not enough. Each rule is undone for all clips
/// where they would leave a name empty or make two names equal. A clip without a name is "Animation N", N its index.
/// The name of the file says nothing: a renamed file keeps its clips' names.
std::vector<std::string> readableClipNames(std::span<const std::string> names, std::span<const std::string> owners);

/// True if `full` is a name that a file may have for a clip that readableClipNames() names `name`.
bool isShortFor(std::string_view name, std::string_view full);

/// The names of the nodes above those that are `moved`, with which exporters prefix clip names; joints are no owners.
std::vector<std::string> ownersOf(const NodeHierarchy& hierarchy, const std::vector<bool>& moved,
                                  const std::vector<bool>& isBone);

}  // namespace sinew
