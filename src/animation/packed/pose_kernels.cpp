#include "animation/packed/pose_kernels.h"

namespace sinew {

std::span<const PoseKernels* const> runnableKernels() {
#ifdef SINEW_AVX2
    static const PoseKernels* const kAll[] = {&portable::kKernels, &avx2::kKernels};
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return std::span(kAll).first(hasAvx2 ? 2 : 1);
#else
    static const PoseKernels* const kAll[] = {&portable::kKernels};
    return kAll;
#endif
}

const PoseKernels& fastestKernels() {
    static const PoseKernels& kFastest = *runnableKernels().back();
    return kFastest;
}

}  // namespace sinew
