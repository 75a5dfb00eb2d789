// Compiled with AVX2 and FMA, which not every processor runs: pose_kernels.cpp asks before it calls anything here.

#define SINEW_KERNELS avx2
#include "animation/pose_kernels_code.h"

namespace sinew::avx2 {

const PoseKernels kKernels{"AVX2", walkClip, sampleClip, walkPose, writePalette};

}  // namespace sinew::avx2
