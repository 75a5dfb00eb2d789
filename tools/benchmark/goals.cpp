#include "benchmark/goals.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace {

struct Goal {
    const char* id;
    const char* what;
    Bound bound;
    double limit;
    const char* unit = "";
};

// The goals for speed. Ratios are of times, ours over theirs, except for "times as fast".
constexpr std::array kGoals{
    Goal{"pose_first_tutorial", "pose update, times as fast as the first tutorial's", Bound::atLeast, 50, "x"},
    Goal{"pose_second_tutorial", "pose update, times as fast as the second tutorial's", Bound::atLeast, 150, "x"},
    Goal{"pose_ozz_30", "pose update / ozz-animation's, 30 keys a track", Bound::atMost, 0.9},
    Goal{"pose_ozz_300", "pose update / ozz-animation's, 300 keys a track", Bound::atMost, 0.5},
    Goal{"pose_ozz_30_avx2", "the same with AVX2, 30 keys", Bound::atMost, 0.5},
    Goal{"pose_ozz_300_avx2", "the same with AVX2, 300 keys", Bound::atMost, 0.5},
    Goal{"seek", "seeking / playing forward", Bound::atMost, 1.2},
    Goal{"instructions_30", "instructions a node, 30 keys", Bound::atMost, 200},
    Goal{"instructions_300", "instructions a node, 300 keys", Bound::atMost, 200},
    Goal{"crowd", "1,000 palettes of 64 bones, one core", Bound::atMost, 1.0, " ms"},
    Goal{"crowd_avx2", "the same with AVX2", Bound::atMost, 0.6, " ms"},
    Goal{"crowd_two_cores", "the same on two cores, times as fast", Bound::atLeast, 1.7, "x"},
    Goal{"crowd_frame", "a frame of 1,000 Foxes on lavapipe / the same triangles unskinned", Bound::atMost, 1.25},
    Goal{"crowd_update", "update and cull 1,000 Foxes, all bones, one core", Bound::atMost, 0.7, " ms"},
    Goal{"crowd_update_many", "the same for 10,000", Bound::atMost, 7.0, " ms"},
    Goal{"crowd_levels", "the same for 1,000 with levels of detail on two cores", Bound::atMost, 1.0, " ms"},
    Goal{"crowd_levels_many", "the same for 10,000", Bound::atMost, 4.0, " ms"},
    Goal{"crowd_pool", "10,000 on two cores, times as fast", Bound::atLeast, 1.7, "x"},
    Goal{"crowd_ozz", "update and cull a crowd of 64 bones / ozz-animation's poses of it", Bound::atMost, 0.8},
    Goal{"crowd_memory", "memory of a crowd per character", Bound::atMost, 3.0, " KB"},
    Goal{"error", "largest error / the model's size", Bound::atMost, 1e-5},
    Goal{"allocations", "allocations in 1,000 frames", Bound::atMost, 0},
    Goal{"memory_character", "the character's packed clips / float keys with their times", Bound::atMost, 0.5},
    Goal{"compressed_bytes", "compressed clips / ACL's", Bound::atMost, 1.0},
    Goal{"compressed_pose", "decode, walk and palette / ACL's decode and ozz-animation's walk", Bound::atMost, 0.6},
    Goal{"compressing", "compressing / ACL's time", Bound::atMost, 2.0},
    Goal{"memory_sparse", "a clip of 10 minutes with 10 keys a track", Bound::atMost, 1.0, " MB"},
    Goal{"skinned_draw", "skinned draw / plain draw on lavapipe", Bound::atMost, 1.3},
    Goal{"studio_frame", "a frame of the character on lavapipe / a fixed computation on all cores", Bound::atMost, 2.5},
    Goal{"flat_draw", "--look flat / studio on lavapipe, 4 samples", Bound::atMost, 0.7},
    Goal{"flat_draw_bare", "--look flat with 1 sample / studio with 4", Bound::atMost, 0.4},
    Goal{"headless_frame", "headless frame / the bare draw", Bound::atMost, 1.05},
    Goal{"headless_read_back", "the same with read-back", Bound::atMost, 1.2},
    Goal{"batch_6", "--batch with 6 models, times the rate of a process for each", Bound::atLeast, 4, "x"},
    Goal{"batch_24", "the same with 24 models", Bound::atLeast, 6, "x"},
    Goal{"check", "--check of a folder, small models a second of one core", Bound::atLeast, 150},
    Goal{"panel", "the window's panel, of a frame's processor time", Bound::atMost, 0.3, " ms"},
    Goal{"cold_start_time", "a picture from a cold start / f3d's time", Bound::atMost, 0.4},
    Goal{"cold_start_memory", "a picture from a cold start / f3d's memory", Bound::atMost, 0.5},
    Goal{"cold_lit_time", "the same / f3d's time, lit by an environment", Bound::atMost, 0.15},
    Goal{"cold_lit_memory", "the same / f3d's memory, lit by an environment", Bound::atMost, 0.45},
    Goal{"import", "import / ReadFile(Triangulate), the slowest of the files", Bound::atMost, 1.5},
    Goal{"import_join", "regular skin, times as fast as with LimitBoneWeights and JoinIdenticalVertices",
         Bound::atLeast, 10, "x"},
};

std::map<std::string, double>& figures() {
    static std::map<std::string, double> figures;
    return figures;
}

std::optional<double> figureOf(const Goal& goal) {
    const auto found = figures().find(goal.id);
    if (found == figures().end()) return std::nullopt;
    return found->second;
}

bool holds(const Goal& goal, double figure) {
    return goal.bound == Bound::atLeast ? figure >= goal.limit : figure <= goal.limit;
}

std::string limitOf(const Goal& goal) {
    return fmt::format("at {} {:g}{}", goal.bound == Bound::atLeast ? "least" : "most", goal.limit, goal.unit);
}

}  // namespace

void measured(const std::string& id, double value) {
    if (std::ranges::none_of(kGoals, [&](const Goal& goal) { return goal.id == id; }))
        throw std::logic_error("there is no goal " + id);
    figures()[id] = value;
}

void printGoals() {
    fmt::print("\n{:80} {:>16} {:>12}\n", "Goals", "goal", "measured");
    for (const Goal& goal : kGoals) {
        const std::optional<double> figure = figureOf(goal);
        fmt::print("{:80} {:>16} {:>12} {}\n", goal.what, limitOf(goal),
                   figure ? fmt::format("{:.3g}{}", *figure, goal.unit) : "-",
                   !figure                ? ""
                   : holds(goal, *figure) ? "holds"
                                          : "MISSED");
    }
}

void writeGoals(const std::string& path) {
    nlohmann::ordered_json goals = nlohmann::ordered_json::array();
    for (const Goal& goal : kGoals) {
        nlohmann::ordered_json& entry = goals.emplace_back();
        const std::optional<double> figure = figureOf(goal);
        entry["id"] = goal.id;
        entry["goal"] = fmt::format("{}: {}", goal.what, limitOf(goal));
        entry["measured"] = figure ? nlohmann::ordered_json(*figure) : nlohmann::ordered_json();
        entry["holds"] = figure ? nlohmann::ordered_json(holds(goal, *figure)) : nlohmann::ordered_json();
    }
    std::ofstream file(path);
    file << nlohmann::ordered_json{{"goals", goals}}.dump(2) << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}
