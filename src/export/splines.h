#pragma once

#include "export/keys.h"

namespace sinew::exporting {

/// Whether Track::authored can be written in place of a track's keys: they are on it, as near as they were sampled; it
/// has their range, within the clip; and glTF can hold it. Values are float, glm::vec3 or glm::quat.
template <typename Value>
bool isOnSpline(const Track<Value>& track, const KeyOptions& options);

extern template bool isOnSpline(const Track<float>& track, const KeyOptions& options);
extern template bool isOnSpline(const Track<glm::vec3>& track, const KeyOptions& options);
extern template bool isOnSpline(const Track<glm::quat>& track, const KeyOptions& options);

}  // namespace sinew::exporting
