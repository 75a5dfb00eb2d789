// sinew_benchmark: ratios, measured side by side in one run. It does not assert times.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "benchmark/goals.h"
#include "benchmark/rounds.h"

namespace {

void printHelp() {
    std::puts(
        "sinew_benchmark [--smoke] [--rounds=N] [--goals FILE] [--benchmark_...]\n"
        "\n"
        "Measures how fast Sinew is, with all methods of a comparison in turn in every round, and prints a table of\n"
        "medians and of medians of the rounds' ratios at the end:\n"
        "  import/...  the whole import against assimp's ReadFile of the same file, textures left out: the bundled\n"
        "              character and a regular skin of 50,000 vertices as .dae and .glb, which is written for it\n"
        "  load/...    where the time of a load goes, stage by stage\n"
        "  baked/...   what --bake wrote against the file that it was baked from, with its textures\n"
        "  sandbox/... reading a file in a process of its own against reading it in this one, 1 and 10 MB\n"
        "  pose/...    sample, walk and palette, nanoseconds a node, against the ways of two tutorials and, in a "
        "build\n"
        "              with -DSINEW_BENCH_OZZ=PREFIX, ozz-animation's; what clips weigh, and how exact they are\n"
        "  clips/...   compressed clips, and their size against their error; in a build with -DSINEW_BENCH_ACL=PREFIX\n"
        "              and ozz-animation, against those of ACL\n"
        "  crowd       1,000 characters, on one core and on two\n"
        "  crowd/...   what --instances costs: poses and culling for 1,000 and 10,000, memory, against ozz-animation,\n"
        "              and drawing them skinned against drawing the same triangles unskinned\n"
        "  pose_pass   1,000 characters that blend two clips, by the compute pass and by one core\n"
        "  frame       recording and drawing the bundled character at 1280x720 with 1 and 4 samples a pixel, against\n"
        "              a fixed computation\n"
        "  skin_once/... frames with shadows, skinned in every pass and once in a compute pass\n"
        "  panel       laying out the window's panel\n"
        "  film        drawing and writing a sequence at 1280x720 against drawing it\n"
        "  batch/...   pictures of 6 and of 24 models by one process against a process for each\n"
        "  check/...   a verdict on each model of a folder, and on a rig of 60 bones with 100 clips\n"
        "  cold_start  a picture of a small model by a process of its own, against f3d, plain\n"
        "              and lit by an environment, where that is installed\n"
        "\n"
        "  --smoke      one round and small models: shows that everything runs, not how fast\n"
        "  --rounds=N   more rounds are calmer figures (15)\n"
        "  --goals FILE write the goals and what was measured for them to FILE, as JSON\n"
        "\n"
        "Google Benchmark's own options, --benchmark_filter=REGEX among them:\n");
    benchmark::PrintDefaultHelp();
}

/// Removes our own options from the arguments.
Plan takePlan(std::vector<char*>& arguments) {
    Plan plan;
    const auto option =
        std::ranges::find_if(arguments, [](std::string_view argument) { return argument == "--goals"; });
    if (option != arguments.end() && std::next(option) != arguments.end()) {
        plan.goalsFile = *std::next(option);
        arguments.erase(option, option + 2);
    }
    std::erase_if(arguments, [&](std::string_view argument) {
        constexpr std::string_view kRounds = "--rounds=";
        if (argument == "--smoke") return plan.smoke = true;
        if (!argument.starts_with(kRounds)) return false;
        argument.remove_prefix(kRounds.size());
        const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), plan.rounds);
        return error == std::errc() && end == argument.data() + argument.size() && plan.rounds > 0;
    });
    if (plan.smoke) plan.rounds = 1;
    return plan;
}

}  // namespace

int main(int argc, char** argv) try {
    std::vector<char*> arguments(argv, argv + argc);
    const Plan plan = takePlan(arguments);
    auto count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data(), printHelp);
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
    registerSandbox(plan);
    registerImport(plan);
    registerLoad(plan);
    registerBaked(plan);
    registerPose(plan);
    registerPoseFacts(plan);
    registerCompression(plan);
    registerCrowd(plan);
    registerCrowdFrame(plan);
    registerPosePass(plan);
    registerFrame(plan);
    registerSkinOnce(plan);
    registerPanel(plan);
    registerFilm(plan);
    registerCheck(plan);
    registerColdStart(plan);
    benchmark::RunSpecifiedBenchmarks();
    printTable();
    printGoals();
    if (!plan.goalsFile.empty()) writeGoals(plan.goalsFile);
} catch (const std::exception& error) {
    std::fprintf(stderr, "sinew_benchmark: %s\n", error.what());
    return 1;
}
