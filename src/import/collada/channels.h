#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Reports what is not played of the file's channels, which neither assimp nor we say otherwise: targets and samplers
/// that do not exist ("channel-unusable"), two channels for one value ("channel-twice"), key times
/// out of order ("key-order") or not finite ("key-dropped"), and interpolations that are missing or unknown
/// ("interpolation-unknown").
/// Before Document::repair(), which changes channels.
void reportChannels(const Document& document, Findings& findings);

}  // namespace sinew::collada
