// Compiled with AVX2 and FMA: pose_kernels.cpp checks the processor before it uses anything here.

#define SINEW_KERNELS avx2
#include "animation/packed/pose_kernels_code.h"

namespace sinew::avx2 {

const PoseKernels kKernels{"AVX2", walkClip, sampleClip, sampleCompressed, walkPose, writePalette};

}  // namespace sinew::avx2
