// The kernels as a processor without SSE has them.

#define SINEW_PLAIN_WIDE
#define SINEW_KERNELS plain
#include "animation/pose_kernels_code.h"

namespace sinew::plain {

extern const PoseKernels kKernels;
const PoseKernels kKernels{"plain", walkClip, sampleClip, walkPose, writePalette};

}  // namespace sinew::plain
