#pragma once

#include <vector>

#include <glm/vec3.hpp>

namespace sinew {

/// Some part of a clip in which a foot or a hand keeps to its place.
struct LimbContact {
    double startSeconds = 0.0, endSeconds = 0.0;
};

/// The end of a limb over a clip: positions in the world, Y up, at even steps.
struct LimbPath {
    std::vector<glm::dvec3> positions;
    double stepSeconds = 0.0;
};

/// When a foot is on the ground: from where it comes within 2 % of `height`, the figure's, of its lowest place, until
/// it is 5 % above that. These are the heights of footContacts() (animation/ground/foot_contacts.h).
std::vector<LimbContact> groundContacts(const LimbPath& path, double height);

/// When a foot on the ground, as of groundContacts(), stays in its place: within 0.5 % of `height` for 0.08 s or
/// longer. Such times that overlap are one.
std::vector<LimbContact> plants(const LimbPath& path, double height);

/// When a hand rests: for a sixth of a second or longer it moves slower than 5 % of `height` per second.
std::vector<LimbContact> rests(const LimbPath& path, double height);

}  // namespace sinew
