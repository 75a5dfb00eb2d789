#pragma once

#include <vector>

#include "retarget/clip_transfer.h"

namespace sinew {

/// The channels of a transferred clip: of the joints, and of the other nodes whose common pose is not their rest pose.
/// Keys are where the source has them, and as many between them as the error of interpolation asks for, 0.1 degrees and
/// 0.05 % of the figure's height; those that their neighbors tell are left out.
std::vector<Channel> channelsOf(const FigureTransfer& figure, const Model& model, const Model& source,
                                const AnimationClip& clip, ClipTransfer& transfer);

}  // namespace sinew
