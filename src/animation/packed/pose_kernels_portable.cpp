// The baseline of the target: SSE2 on x86-64.

#define SINEW_KERNELS portable
#include "animation/packed/pose_kernels_code.h"

namespace sinew::portable {

const PoseKernels kKernels{"portable", walkClip, sampleClip, walkPose, writePalette};

}  // namespace sinew::portable
