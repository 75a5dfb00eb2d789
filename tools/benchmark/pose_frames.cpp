// pose_frames KEYS FRAMES [portable]: plays that many frames of the benchmark's rig, and prints the number of
// allocations. The instructions of a run with twice as many frames, minus those of a run with
// these, are the cost of the frames (count_instructions.sh).

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "benchmark/busy_rig.h"
#include "benchmark/pose_way.h"
#include "support/allocations.h"

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const sinew::Model model = busyRig(static_cast<uint32_t>(std::atoi(argv[1])));
    const bool portable = argc > 3 && std::string_view(argv[3]) == "portable";
    const auto kinds = sinew::runnableKernels();
    const std::unique_ptr<PoseWay> way = ourWay(model, portable ? *kinds.front() : *kinds.back());
    const size_t before = allocationCount();
    for (int frame = 0; frame < std::atoi(argv[2]); ++frame)
        way->update(frame / 60.0, false);
    std::printf("%zu allocations\n", allocationCount() - before);
}
