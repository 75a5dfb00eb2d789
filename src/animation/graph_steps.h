#pragma once

#include <functional>
#include <span>
#include <vector>

#include "animation/foot_contacts.h"
#include "animation/graph.h"

namespace sinew {

/// The feet of a clip, as footContacts() finds them.
using ContactsOfClip = std::function<const std::vector<FootContact>&(size_t clip)>;

/// Finds out when a foot touches down that all clips agree upon, for those clips of which the graph does not say it,
/// where it counts: in what loops and is a blend of several clips, and in states that a transition joins in step. It is
/// the foot that the most of them have, and one that touches down when the graph says of the clips of which it does.
/// Clips without that foot stay as they are. For loading, not for a frame.
void findSteps(Graph& graph, std::span<const AnimationClip> clips, const ContactsOfClip& contactsOf);

}  // namespace sinew
