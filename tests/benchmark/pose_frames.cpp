// pose_frames KEYS FRAMES [portable]: plays that many frames of the benchmark's rig, and nothing else. What is counted
// with twice as many frames, less what is counted with these, is what frames cost (count_instructions.sh).

#include <cstdlib>
#include <string_view>

#include "benchmark/busy_rig.h"
#include "benchmark/pose_way.h"

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const sinew::Model model = busyRig(static_cast<uint32_t>(std::atoi(argv[1])));
    const bool portable = argc > 3 && std::string_view(argv[3]) == "portable";
    const auto kinds = sinew::runnableKernels();
    const std::unique_ptr<PoseWay> way = ourWay(model, portable ? *kinds.front() : *kinds.back());
    for (int frame = 0; frame < std::atoi(argv[2]); ++frame)
        way->update(frame / 60.0, false);
}
