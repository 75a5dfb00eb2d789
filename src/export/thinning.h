#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew::exporting {

/// Leaves out keys that the others imply by linear interpolation: no key that is left out is farther than `tolerance`
/// from the track, in its own unit, of rotations in that of the quaternion. The first and the last key stay, so that
/// all tracks of a clip begin and end together; one key stays of a track that keeps still. Values are float, glm::vec3
/// or glm::quat; `times` ascend.
template <typename Value>
void thin(std::vector<float>& times, std::vector<Value>& values, double tolerance);

extern template void thin(std::vector<float>& times, std::vector<float>& values, double tolerance);
extern template void thin(std::vector<float>& times, std::vector<glm::vec3>& values, double tolerance);
extern template void thin(std::vector<float>& times, std::vector<glm::quat>& values, double tolerance);

}  // namespace sinew::exporting
