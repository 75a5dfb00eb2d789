// What every processor runs; on x86-64 that is SSE2.

#define SINEW_KERNELS portable
#include "animation/pose_kernels_code.h"

namespace sinew::portable {

const PoseKernels kKernels{"portable", walkClip, sampleClip, walkPose, writePalette};

}  // namespace sinew::portable
