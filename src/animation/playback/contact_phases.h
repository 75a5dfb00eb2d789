#pragma once

#include <functional>
#include <span>
#include <vector>

#include "animation/ground/foot_contacts.h"
#include "animation/playback/graph.h"

namespace sinew {

/// Returns the footContacts() of a clip.
using ContactsOfClip = std::function<const std::vector<FootContact>&(size_t clip)>;

/// Finds GraphClip::contactSeconds where the graph gives none and sync needs it: in looping blend spaces, and in states
/// that a synced transition joins. Uses the foot that most of these clips have and that agrees with the contacts which
/// the graph does give. Clips without that foot stay unchanged. For loading, not for a frame.
void findContactPhases(Graph& graph, std::span<const AnimationClip> clips, const ContactsOfClip& contactsOf);

}  // namespace sinew
