#include "animation/packed/pose_kernels.h"

// The baseline of the target: SSE2 on x86-64.
#define SINEW_KERNELS portable
#include "animation/packed/pose_kernels_code.h"

namespace sinew {

std::span<const PoseKernels* const> runnableKernels() {
    using namespace portable;
    static constexpr PoseKernels kPortable{"portable", walkClip, sampleClip, sampleCompressed, walkPose, writePalette};
#ifdef SINEW_AVX2
    static const PoseKernels* const kAll[] = {&kPortable, &avx2::kKernels};
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return std::span(kAll).first(hasAvx2 ? 2 : 1);
#else
    static const PoseKernels* const kAll[] = {&kPortable};
    return kAll;
#endif
}

const PoseKernels& fastestKernels() {
    static const PoseKernels& kFastest = *runnableKernels().back();
    return kFastest;
}

}  // namespace sinew
