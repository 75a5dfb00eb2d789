// The kernels for a processor without SIMD.

#define SINEW_SCALAR_LANES
#define SINEW_KERNELS plain
#include "animation/packed/pose_kernels_code.h"

namespace sinew::plain {

extern const PoseKernels kKernels;
const PoseKernels kKernels{"plain", walkClip, sampleClip, walkPose, writePalette};

}  // namespace sinew::plain
