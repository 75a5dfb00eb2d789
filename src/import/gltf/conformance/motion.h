#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Judges animations by glTF 2.0, section 3.11: channels without a target ("channel-unusable"), two channels of one
/// property ("channel-twice"), interpolations that the format does not know ("interpolation-unknown"), splines with
/// tangents that are not finite ("key-dropped"), key times that end elsewhere than the file states ("bounds-wrong") or
/// of which it states nothing ("bounds-missing"), and nodes that clips move, but that have a matrix
/// ("matrix-animated").
void judgeMotion(File& file, Findings& findings);

}  // namespace sinew::gltf
